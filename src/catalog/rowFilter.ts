import { type ListedSignal } from "../service/parseSignals";
import { type TagValues } from "../shared/reference";
import { type ForecastsNode } from "./forecastsNode";
import { type SignalVariant } from "./groupByTag";
import { maxChildren } from "./ranges";
import { type ForecastCandidate } from "./searchEntries";
import { codeWithVersion } from "./signalRows";
import { type SignalsNode } from "./signalsNode";
import { variantKey } from "./variants";

/** Whether a row has a match at or below it. */
export type RowTest<N> = (row: N) => boolean;

/** The rows that pass, without ranges unless there are too many rows for one level. */
export function filteredRows<N extends SignalsNode | ForecastsNode>(
  rows: readonly N[],
  passes: RowTest<N>,
): readonly N[] {
  const below = (row: N): readonly N[] =>
    row.kind === "range" ? (row.children() as readonly N[]) : [];
  const flat = (all: readonly N[]): readonly N[] =>
    all.flatMap((row) => (row.kind === "range" ? flat(below(row)) : passes(row) ? [row] : []));
  const found = flat(rows);
  if (found.length <= maxChildren) return found;
  return rows.filter((row) => (row.kind === "range" ? flat(below(row)).length > 0 : passes(row)));
}

/** The matching variants of one signal. */
interface Matches {
  readonly tags: TagValues[];
  readonly keys: Set<string>;
}

/**
 * The test of the rows of signals. May pause.
 *
 * @param unknown - Signals that match while their variants are not known: all rows below them pass.
 */
export function* signalTest(
  variants: readonly SignalVariant[],
  unknown: readonly ListedSignal[],
): Generator<void, RowTest<SignalsNode>> {
  const bySignal = new Map<string, Matches>();
  const values = new Set<string>();
  const kinds = new Set<string>();
  for (const { signal, tags } of variants) {
    yield;
    const key = codeWithVersion(signal);
    const matches = bySignal.get(key) ?? { tags: [], keys: new Set() };
    bySignal.set(key, matches);
    matches.tags.push(tags);
    matches.keys.add(variantKey(tags));
    for (const [kind, value] of Object.entries(tags)) {
      kinds.add(kind);
      values.add(JSON.stringify([kind, value]));
    }
  }
  const whole = new Set<string>();
  for (const signal of unknown) {
    yield;
    whole.add(codeWithVersion(signal));
  }
  const has = (signal: ListedSignal, isMatch: (matches: Matches) => boolean): boolean => {
    const key = codeWithVersion(signal);
    const matches = bySignal.get(key);
    return whole.has(key) || (matches !== undefined && isMatch(matches));
  };
  return (row) => {
    switch (row.kind) {
      case "tagKind":
        return kinds.has(row.tagKind);
      case "tagValue":
        return values.has(JSON.stringify([row.tagKind, row.value]));
      case "notLoaded":
        return row.signals.some((signal) => whole.has(codeWithVersion(signal)));
      case "signal":
        return has(row.signal, ({ tags }) => tags.some((each) => hasAll(each, row.chosen)));
      case "address":
        return has(row.signal, ({ tags }) =>
          tags.some((each) => row.tagKinds.every((kind) => Object.hasOwn(each, kind))),
        );
      case "variantGroup":
        return has(row.signal, ({ tags }) => tags.some((each) => hasAll(each, row.space.chosen)));
      case "variant":
      case "variantReserved":
        return has(row.signal, ({ keys }) => keys.has(variantKey(row.tags)));
      case "range":
      case "empty":
      case "more":
        return false;
    }
  };
}

function hasAll(tags: TagValues, chosen: TagValues): boolean {
  return Object.entries(chosen).every(([kind, value]) => tags[kind] === value);
}

/** The test of the rows of forecasts. */
export function forecastTest(found: readonly ForecastCandidate[]): RowTest<ForecastsNode> {
  const markets = new Set(found.map(({ market }) => market));
  // All rows below a market pass whose forecasts are not known.
  const whole = new Set(found.flatMap((each) => (each.coordinates ? [] : [each.market])));
  const known = new Set(
    found.flatMap(({ market, coordinates }) =>
      coordinates === undefined
        ? []
        : [keyOf(market, coordinates.horizon), keyOf(market, ...Object.values(coordinates))],
    ),
  );
  return (row) => {
    switch (row.kind) {
      case "marketGroup":
      case "otherMarkets":
        return row.markets.some(({ ticker }) => markets.has(ticker));
      case "market":
        return markets.has(row.market.ticker);
      case "horizon": {
        const { ticker } = row.market;
        return whole.has(ticker) || known.has(keyOf(ticker, row.coordinates.horizon));
      }
      case "forecast": {
        const { market, currency, horizon } = row.target.reference;
        return whole.has(market) || known.has(keyOf(market, currency, horizon));
      }
      case "range":
      case "empty":
        return false;
    }
  };
}

function keyOf(...names: readonly string[]): string {
  return JSON.stringify(names);
}
