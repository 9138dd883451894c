import { type ForecastChanges, type ForecastSides, type LoneForecast } from "../../protocol";
import { type ForecastDetails } from "../../../explorer/protocol";
import { changeBetween } from "../../../../../shared/series/equalValues";
import { isVisibleChange } from "../../../../../shared/series/numberText";
import { type AttributedSide } from "../../../explorer/page/model/attribution";

/** A forecast whose total changed. Decimal fractions. */
export interface ForecastMove {
  readonly summary: number;
  readonly market: string;
  readonly before: number;
  readonly now: number;
  readonly change: number;
}

/** Selects forecasts by horizon, currency and hedging. */
export interface ForecastBasis {
  readonly horizon: string;
  /** `USD · Unhedged` */
  readonly basis: string;
}

/** Largest first. */
export function forecastMoves(
  changes: ForecastChanges,
  { horizon, basis }: ForecastBasis,
): readonly ForecastMove[] {
  const moves: ForecastMove[] = [];
  for (const summary of movedSummaries(changes)) {
    if (horizonOf(changes, summary) !== horizon || basisOf(changes, summary) !== basis) continue;
    const [before, now] = [changes.before[summary] ?? Number.NaN, totalOf(changes, summary)];
    const market = marketOf(changes, summary);
    moves.push({ summary, market, before, now, change: changeBetween(before, now) });
  }
  return moves.sort(bySize);
}

function bySize(one: ForecastMove, other: ForecastMove): number {
  const difference = Math.abs(other.change) - Math.abs(one.change);
  return difference === 0 ? one.summary - other.summary : difference;
}

/** The forecasts that are in both answers with different totals. */
export function movedSummaries(changes: ForecastChanges): readonly number[] {
  return [...changes.newer.summaries.totals.keys()].filter((summary) => {
    const before = changes.before[summary] ?? Number.NaN;
    const size = Math.abs(changeBetween(before, totalOf(changes, summary)));
    return (changes.older[summary] ?? -1) >= 0 && isVisibleChange("fraction", size);
  });
}

/** The horizons and bases that forecasts have, in the order of the answer. */
export function basesOf(changes: ForecastChanges): {
  readonly horizons: readonly string[];
  readonly bases: readonly string[];
} {
  const { newer } = changes;
  const found = new Set<string>();
  for (const summary of newer.summaries.totals.keys()) found.add(basisOf(changes, summary));
  const inOrder = newer.currencies.flatMap((currency) =>
    newer.hedgings.map(({ name }) => `${currency} · ${name}`),
  );
  return { horizons: newer.horizons, bases: inOrder.filter((basis) => found.has(basis)) };
}

/** The default: the basis with the most forecasts that moved. */
export function fullestBasis(changes: ForecastChanges): ForecastBasis {
  const counts = new Map<string, { count: number; summary: number }>();
  for (const summary of movedSummaries(changes)) {
    const key = `${horizonOf(changes, summary)} ${basisOf(changes, summary)}`;
    const known = counts.get(key) ?? { count: 0, summary };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  const [fullest] = [...counts.values()].sort((a, b) => b.count - a.count);
  const summary = fullest?.summary ?? 0;
  return { horizon: horizonOf(changes, summary), basis: basisOf(changes, summary) };
}

/** The forecasts that only the newer answer has. */
export function newSummaries({ older }: ForecastChanges): readonly number[] {
  return [...older.keys()].filter((summary) => (older[summary] ?? -1) < 0);
}

export function newForecast(changes: ForecastChanges, summary: number): LoneForecast {
  return {
    summary,
    market: marketOf(changes, summary),
    detail: `${horizonOf(changes, summary)} · ${basisOf(changes, summary)}`,
    total: totalOf(changes, summary),
  };
}

/** The change of one component of a forecast. */
export interface BridgePart {
  readonly kind: string;
  /** NaN if it has no value in one of the answers. */
  readonly change: number;
}

/** The changes of the top-level components. A component that only one answer has counts as zero in the other. */
export function bridgeParts({ older, newer }: ForecastSides): readonly BridgePart[] {
  const [before, now] = [partsOf(older), partsOf(newer)];
  const kinds = [...new Set([...now.keys(), ...before.keys()])];
  return kinds.map((kind) => ({
    kind,
    change: (now.get(kind) ?? 0) - (before.get(kind) ?? 0),
  }));
}

function partsOf({ tree }: ForecastDetails): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const [at, parent] of tree.parents.entries()) {
    if (parent !== 0) continue;
    const kind = tree.kinds[at] ?? "";
    parts.set(kind, (parts.get(kind) ?? 0) + (tree.forecasts[at] ?? Number.NaN));
  }
  return parts;
}

/** The two forecasts in the form of the explorer's attribution table. */
export function attributedSides({ older, newer }: ForecastSides): readonly AttributedSide[] {
  return [older, newer].map(({ tree, attributions }) => ({
    total: tree.forecasts[0] ?? Number.NaN,
    attributions,
  }));
}

function totalOf({ newer }: ForecastChanges, summary: number): number {
  return newer.summaries.totals[summary] ?? Number.NaN;
}

function marketOf({ newer }: ForecastChanges, summary: number): string {
  return newer.markets[newer.summaries.markets[summary] ?? -1]?.name ?? "";
}

function horizonOf({ newer }: ForecastChanges, summary: number): string {
  return newer.horizons[newer.summaries.horizons[summary] ?? -1] ?? "";
}

function basisOf({ newer }: ForecastChanges, summary: number): string {
  const { summaries, currencies, hedgings } = newer;
  const currency = currencies[summaries.currencies[summary] ?? -1] ?? "";
  return `${currency} · ${hedgings[summaries.hedgings[summary] ?? -1]?.name ?? ""}`;
}
