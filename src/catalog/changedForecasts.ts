import { type LatestForecasts } from "../service/latestForecasts";
import { noText, textAt } from "../shared/columns";
import { HashTable, hashWith, none, seed } from "./hashTable";
import { textsIn } from "./textIndex";

/** The forecasts of two answers, matched by market, currency, horizon and hedging. */
export interface MatchedForecasts {
  /** For each forecast of the newer answer, its index in the older one, or -1. */
  readonly older: Int32Array;
  /** The forecasts that only the older answer has. */
  readonly vanished: Int32Array;
}

/** Duplicates are matched in order: first with first, second with second. May pause. */
export function* matchedForecasts(
  newer: LatestForecasts,
  older: LatestForecasts,
): Generator<void, MatchedForecasts> {
  const texts = yield* textsIn(newer.columns, older.columns);
  const ofNewer = (at: number): Coordinates => textsAt(newer, at, (text) => text);
  const ofOlder = (at: number): Coordinates => textsAt(older, at, (text) => texts[text] ?? noText);
  const table = new HashTable(older.length);
  const placeOf = (coordinates: Coordinates): number =>
    table.placeOf(coordinates.reduce(hashWith, seed), (other) =>
      ofOlder(other).every((text, at) => text === coordinates[at]),
    );
  // `next` links each older forecast to the next one with the same coordinates; `open` holds, at the first of them, the
  // next one that is not matched yet.
  const next = new Int32Array(older.length).fill(none);
  const open = new Int32Array(older.length).fill(none);
  for (let at = older.length - 1; at >= 0; at--) {
    yield;
    const place = placeOf(ofOlder(at));
    next[at] = table.at(place);
    open[at] = at;
    table.set(place, at);
  }
  const matched = new Int32Array(newer.length).fill(none);
  const used = new Uint8Array(older.length);
  for (let at = 0; at < newer.length; at++) {
    yield;
    const first = table.at(placeOf(ofNewer(at)));
    const place = open[first] ?? none;
    if (place === none) continue;
    open[first] = next[place] ?? none;
    matched[at] = place;
    used[place] = 1;
  }
  return { older: matched, vanished: yield* unused(used) };
}

function* unused(used: Uint8Array): Generator<void, Int32Array> {
  const indices = new Int32Array(used.length);
  let count = 0;
  for (const [at, isUsed] of used.entries()) {
    yield;
    if (isUsed === 0) indices[count++] = at;
  }
  return indices.slice(0, count);
}

type Coordinates = readonly [market: number, horizon: number, currency: number, hedging: number];

function textsAt(
  { columns }: LatestForecasts,
  at: number,
  textOf: (index: number) => number,
): Coordinates {
  const { markets, horizons, currencies, hedgings } = columns;
  const of = (column: Int32Array): number => textOf(column[at] ?? noText);
  return [of(markets), of(horizons), of(currencies), of(hedgings)];
}

/** The coordinates of a forecast, named as by the service, without its components. */
export function coordinatesAt(
  { columns }: LatestForecasts,
  at: number,
): readonly [market: string, horizon: string, currency: string, hedging: string] {
  const { markets, horizons, currencies, hedgings } = columns;
  const textOf = (column: Int32Array): string => textAt(columns, column[at]) ?? "";
  return [textOf(markets), textOf(horizons), textOf(currencies), textOf(hedgings)];
}
