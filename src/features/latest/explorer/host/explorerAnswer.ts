import { byLength } from "../../../../catalog/forecastCoordinates";
import { type ForecastRows } from "../../../../catalog/forecastRows";
import { compareTexts } from "../../../../shared/compareTexts";
import { type ReadableNames } from "../../../../catalog/readableNames";
import { type ForecastNode } from "../../../../service/parseForecastNode";
import { type ForecastSummary, type LatestForecasts } from "../../../../service/latestForecasts";
import { unreadableCount } from "../../../../service/listing";
import { textAt, type TextColumns } from "../../../../shared/columns";
import { type Hedging } from "../../../../service/parseHedgings";
import { type ForecastMarket } from "../../../../service/parseMarkets";
import {
  type ExplorerAnswer,
  type ExplorerAttribution,
  type ExplorerHedging,
  type ExplorerMarket,
  type ForecastDetails,
  type SummaryColumns,
  type TreeColumns,
  type CoordinateNames,
} from "../protocol";
import { plainLine } from "../../../../shared/plainText";
import { type TagValues } from "../../../../shared/reference";
import { type CachedForecasts } from "../../../../store/listingFiles";
import { Slices } from "../../../../service/slices";

export interface ForecastsRequest {
  readonly generation: number;
  readonly markets: readonly ForecastMarket[];
  readonly hedgings: readonly Hedging[];
  /** A message that gives the reason why there is nothing newer; null unless the forecasts are stale. */
  readonly staleBecause: string | null;
  /** Messages about what could not be fetched beside the forecasts. */
  readonly problems: readonly string[];
  readonly rows: ForecastRows;
  readonly signal: AbortSignal;
}

/**
 * Prepares the newest forecasts for the page, without blocking the editor.
 *
 * @throws the signal's reason when it aborts.
 */
export async function takeForecasts(
  listing: CachedForecasts,
  request: ForecastsRequest,
): Promise<ExplorerAnswer> {
  const { items, notice, fetchedAtMs } = listing;
  const { generation, markets: listed, hedgings: known, problems, rows, signal } = request;
  const slices = new Slices(signal);
  const found = await slices.run(coordinatesOf(items));
  const grouped = await slices.run(rows.inOrder(listed));
  const named = grouped.map(({ market: { ticker, name }, group }) => ({
    code: ticker,
    name: plainLine(name),
    group: plainLine(group),
  }));
  const coordinates: CoordinateNames = {
    markets: withOthers(named, found.markets),
    currencies: [...found.currencies].sort(compareTexts),
    horizons: byLength(found.horizons, (name) => name),
    hedgings: hedgingsOf(known, found.hedgings),
  };
  const summaries = await slices.run(columnsOf(items, coordinates));
  const notices = [...(notice === undefined ? [] : [notice]), ...problems];
  return {
    generation,
    ...coordinates,
    summaries,
    fetchedAtMs,
    staleBecause: request.staleBecause,
    unreadable: unreadableCount(listing),
    notice: notices.length === 0 ? null : plainLine(notices.join(" · ")),
  };
}

/** The distinct names in the forecasts, in their order. */
interface FoundNames {
  readonly markets: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
  readonly horizons: ReadonlySet<string>;
  readonly hedgings: ReadonlySet<string>;
}

function* coordinatesOf({ columns }: LatestForecasts): Generator<void, FoundNames> {
  return {
    markets: yield* textsIn(columns, columns.markets),
    currencies: yield* textsIn(columns, columns.currencies),
    horizons: yield* textsIn(columns, columns.horizons),
    hedgings: yield* textsIn(columns, columns.hedgings),
  };
}

function* textsIn(columns: TextColumns, column: Int32Array): Generator<void, ReadonlySet<string>> {
  const indices = new Set<number>();
  for (const index of column) {
    yield;
    indices.add(index);
  }
  const texts = new Set<string>();
  for (const index of indices) {
    yield;
    texts.add(textAt(columns, index) ?? "");
  }
  return texts;
}

/** The listed markets, then those that only forecasts name, by code. */
function withOthers(
  listed: readonly ExplorerMarket[],
  found: ReadonlySet<string>,
): readonly ExplorerMarket[] {
  const known = new Set(listed.map(({ code }) => code));
  const others = [...found].filter((code) => !known.has(code)).sort(compareTexts);
  return [...listed, ...others.map((code) => ({ code, name: plainLine(code), group: "" }))];
}

/** The hedging modes of the service, each once, then those that only its forecasts name. */
function hedgingsOf(
  listed: readonly Hedging[],
  found: ReadonlySet<string>,
): readonly ExplorerHedging[] {
  const descriptions = new Map<string, string | null>();
  for (const { name, description } of listed) {
    const words = description === undefined ? null : plainLine(description);
    descriptions.set(name, descriptions.get(name) ?? words);
  }
  for (const name of found) if (!descriptions.has(name)) descriptions.set(name, null);
  return Array.from(descriptions, ([name, description]) => ({ name, description }));
}

function* columnsOf(
  forecasts: LatestForecasts,
  coordinates: CoordinateNames,
): Generator<void, SummaryColumns> {
  const { columns, length } = forecasts;
  const totals = new Float64Array(length);
  for (let at = 0; at < length; at++) {
    yield;
    totals[at] = forecasts.totalAt(at);
  }
  const { currencies, horizons } = coordinates;
  const markets = coordinates.markets.map(({ code }) => code);
  const hedgings = coordinates.hedgings.map(({ name }) => name);
  return {
    markets: yield* indicesIn(markets, columns.markets, columns),
    currencies: yield* indicesIn(currencies, columns.currencies, columns),
    horizons: yield* indicesIn(horizons, columns.horizons, columns),
    hedgings: yield* indicesIn(hedgings, columns.hedgings, columns),
    totals,
  };
}

/** The index of each text of a column in a list of all of them. */
function* indicesIn(
  list: readonly string[],
  column: Int32Array,
  columns: TextColumns,
): Generator<void, Int32Array> {
  const listed = new Map(list.map((text, index) => [text, index]));
  const known = new Map<number, number>();
  const indices = new Int32Array(column.length);
  for (const [at, text] of column.entries()) {
    yield;
    const index = known.get(text) ?? listed.get(textAt(columns, text) ?? "") ?? -1;
    known.set(text, index);
    indices[at] = index;
  }
  return indices;
}

/** The components and attributions of one summary. @param signalName - The readable name for a code. */
export function forecastDetails(
  summary: number,
  { latest, attributions }: ForecastSummary,
  names: ReadableNames,
  signalName: (code: string) => string,
): ForecastDetails {
  return {
    summary,
    tree: treeColumns(latest),
    attributions: attributions.map(({ signalCode, variant, forecast }): ExplorerAttribution => ({
      code: signalCode,
      signal: plainLine(signalName(signalCode)),
      tags: variant,
      variant: variantText(variant, names),
      forecast,
    })),
  };
}

/** The readable values of tags: `United States · Energy`. */
export function variantText(tags: TagValues, names: ReadableNames): string {
  const words = Object.entries(tags).map(([kind, value]) => names.tagValue(kind, value));
  return plainLine(words.join(" · "));
}

/** Puts each node before its drivers; a loop, so that a deep tree needs no call stack. */
function treeColumns(root: ForecastNode): TreeColumns {
  const placed: Placed[] = [];
  const pending: Placed[] = [{ node: root, parent: -1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const parent = placed.push(next) - 1;
    // The last node pushed is taken first: pushed in reverse, siblings keep their order.
    for (const node of next.node.drivers.toReversed()) pending.push({ node, parent });
  }
  return {
    kinds: placed.map(({ node }) => plainLine(node.kind)),
    parents: Int32Array.from(placed, ({ parent }) => parent),
    forecasts: Float64Array.from(placed, ({ node }) => node.forecast),
    exposureAdjustments: Float64Array.from(placed, ({ node }) => node.exposureAdjustment),
  };
}

interface Placed {
  readonly node: ForecastNode;
  readonly parent: number;
}
