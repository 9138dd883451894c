import { type ListedSignal } from "../service/parseSignals";
import { type TagValues } from "../shared/reference";
import { type ForecastsNode } from "./forecastsNode";
import { type SignalVariant } from "./groupByTag";
import { maxChildren } from "./ranges";
import { type ForecastCandidate } from "./searchEntries";
import { codeWithVersion } from "./signalRows";
import { type SignalsNode } from "./signalsNode";

/** Whether a row has a match at or below it; a generator may pause before it answers. */
export type RowTest<N> = (row: N) => boolean | Generator<void, boolean>;

/** The rows that pass, without ranges unless there are too many rows for one level. May pause. */
export function* filteredRows<N extends SignalsNode | ForecastsNode>(
  rows: readonly N[],
  passes: RowTest<N>,
): Generator<void, readonly N[]> {
  const found: N[] = [];
  const top: N[] = [];
  for (const row of rows) {
    const before = found.length;
    for (const each of rowsOf(row)) {
      yield;
      const isFound = passes(each);
      if (typeof isFound === "boolean" ? isFound : yield* isFound) found.push(each);
    }
    if (found.length > before) top.push(row);
  }
  return found.length <= maxChildren ? found : top;
}

/** A row, or those of a range. */
function* rowsOf<N extends SignalsNode | ForecastsNode>(row: N): Generator<N> {
  if (row.kind !== "range") yield row;
  else for (const each of row.children() as readonly N[]) yield* rowsOf(each);
}

/** The matching variants of one signal; read once for each way in which rows choose among them. */
class VariantMatches {
  readonly all: TagValues[] = [];
  private readonly chosen = new Map<string, ReadonlySet<string>>();

  /**
   * Whether one of them has these values. May pause.
   *
   * @param open - The further kinds that it must have, and no others; by default any.
   */
  *has(values: TagValues, open?: readonly string[]): Generator<void, boolean> {
    const kinds = Object.keys(values);
    if (kinds.length === 0 && open === undefined) return true;
    const way = JSON.stringify([kinds, open]);
    const known = this.chosen.get(way) ?? (yield* this.chosenBy(kinds, open));
    this.chosen.set(way, known);
    return known.has(JSON.stringify(Object.values(values)));
  }

  private *chosenBy(
    kinds: readonly string[],
    open: readonly string[] | undefined,
  ): Generator<void, ReadonlySet<string>> {
    const found = new Set<string>();
    const all = [...kinds, ...(open ?? [])];
    for (const tags of this.all) {
      yield;
      if (open !== undefined && Object.keys(tags).length !== all.length) continue;
      if (!all.every((kind) => Object.hasOwn(tags, kind))) continue;
      found.add(JSON.stringify(kinds.map((kind) => tags[kind])));
    }
    return found;
  }
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
  const bySignal = new Map<string, VariantMatches>();
  const byKind = new Map<string, Set<string>>();
  for (const { signal, tags } of variants) {
    yield;
    const key = codeWithVersion(signal);
    const matches = bySignal.get(key) ?? new VariantMatches();
    bySignal.set(key, matches);
    matches.all.push(tags);
    for (const [kind, value] of Object.entries(tags)) {
      const values = byKind.get(kind) ?? new Set();
      byKind.set(kind, values);
      values.add(value);
    }
  }
  const whole = new Set<string>();
  for (const signal of unknown) {
    yield;
    whole.add(codeWithVersion(signal));
  }
  const has = (
    signal: ListedSignal,
    values: TagValues,
    open?: readonly string[],
  ): ReturnType<RowTest<SignalsNode>> => {
    const key = codeWithVersion(signal);
    return whole.has(key) || (bySignal.get(key)?.has(values, open) ?? false);
  };
  return (row) => {
    switch (row.kind) {
      case "tagKind":
        return byKind.has(row.tagKind);
      case "tagValue":
        return byKind.get(row.tagKind)?.has(row.value) === true;
      case "notLoaded":
        return row.signals.some((signal) => whole.has(codeWithVersion(signal)));
      case "signal":
        return has(row.signal, row.chosen);
      case "address":
        return has(row.signal, row.space.chosen, row.tagKinds);
      case "variantGroup":
        return has(row.signal, row.space.chosen, row.space.addresses[0]);
      case "variant":
      case "variantReserved":
        return has(row.signal, row.tags, []);
      // Rows beyond those that are shown may match.
      case "more":
        return true;
      case "range":
      case "empty":
        return false;
    }
  };
}

/** The test of the rows of forecasts. May pause. */
export function* forecastTest(
  found: readonly ForecastCandidate[],
): Generator<void, RowTest<ForecastsNode>> {
  const markets = new Set<string>();
  // All rows below a market pass whose forecasts are not known.
  const whole = new Set<string>();
  const known = new Set<string>();
  for (const { market, coordinates } of found) {
    yield;
    markets.add(market);
    if (coordinates === undefined) {
      whole.add(market);
      continue;
    }
    const { currency, horizon } = coordinates;
    known.add(keyOf(market, horizon)).add(keyOf(market, currency, horizon));
  }
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
