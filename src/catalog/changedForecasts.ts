import { type LatestForecasts } from "../service/latestForecasts";
import { textAt } from "../shared/columns";

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
  const places = new Map<string, number[]>();
  for (let at = 0; at < older.length; at++) {
    yield;
    const key = keyOf(older, at);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  const matched = new Int32Array(newer.length).fill(-1);
  const used = new Uint8Array(older.length);
  for (let at = 0; at < newer.length; at++) {
    yield;
    const place = places.get(keyOf(newer, at))?.shift();
    if (place === undefined) continue;
    matched[at] = place;
    used[place] = 1;
  }
  const vanished: number[] = [];
  for (const [at, isUsed] of used.entries()) {
    yield;
    if (isUsed === 0) vanished.push(at);
  }
  return { older: matched, vanished: Int32Array.from(vanished) };
}

function keyOf(forecasts: LatestForecasts, at: number): string {
  return JSON.stringify(coordinatesAt(forecasts, at));
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
