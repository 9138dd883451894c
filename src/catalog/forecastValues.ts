import { type LatestForecasts } from "../service/latestForecasts";
import { textAt, textCount } from "../shared/columns";
import { type ForecastRef } from "../shared/reference";
import { areEqualValues } from "../shared/series/equalValues";
import { HashTable, hashWith, none, seed } from "./hashTable";
import { TextIndex } from "./textIndex";

/** The newest forecast of one series: a market, currency and horizon. */
export interface NewestForecast {
  /** Totals as decimal fractions by hedging mode, in the order of the answer. Modes with two different totals are left out. */
  readonly byHedging: ReadonlyMap<string, number>;
}

/** What one mode says of a series. */
export interface HedgedForecast {
  readonly hedging: string;
  /** A decimal fraction. */
  readonly forecast: number;
  /** Whether other modes say something else, so that the mode is to be named. */
  readonly isOneOfSeveral: boolean;
}

/** The newest forecasts of one answer by series. The series itself states no hedging. */
export class ForecastValues {
  private readonly names: TextIndex;
  private readonly modes: string[] = [];
  /** The first forecast of each series. */
  private readonly table: HashTable;
  /** The next forecast of the same series, for each forecast. */
  private readonly next: Int32Array;

  constructor(private readonly forecasts: LatestForecasts) {
    this.names = new TextIndex(forecasts.columns);
    this.table = new HashTable(forecasts.length);
    this.next = new Int32Array(forecasts.length).fill(none);
  }

  /** Reads the answer; must be called once. May pause after each forecast and text, since there may be some 10,000. */
  *read(): Generator<void, void> {
    const { columns, length } = this.forecasts;
    const { markets, currencies, horizons, hedgings } = columns;
    yield* this.names.read();
    for (let at = length - 1; at >= 0; at--) {
      yield;
      const place = this.placeOf(markets[at], currencies[at], horizons[at]);
      this.next[at] = this.table.at(place);
      this.table.set(place, at);
    }
    const isKnown = new Uint8Array(textCount(columns));
    for (const mode of hedgings) {
      yield;
      if (isKnown[mode] === 1) continue;
      isKnown[mode] = 1;
      this.modes.push(textAt(columns, mode) ?? "");
    }
  }

  /** All hedging modes of the answer, in its order. */
  get hedgings(): readonly string[] {
    return this.modes;
  }

  /** The forecasts of a series; undefined where the answer has none. */
  of({ market, currency, horizon }: Omit<ForecastRef, "family">): NewestForecast | undefined {
    const { forecasts, names, next, table } = this;
    const { columns } = forecasts;
    const byHedging = new Map<string, number>();
    const contradicted = new Set<string>();
    const wanted = [market, currency, horizon].map((name) => names.indexOf(name));
    const start = table.at(this.placeOf(...wanted));
    for (let at = start; at >= 0; at = next[at] ?? none) {
      const hedging = textAt(columns, columns.hedgings[at]) ?? "";
      const total = forecasts.totalAt(at);
      const known = byHedging.get(hedging);
      if (known === undefined) byHedging.set(hedging, total);
      else if (!areEqualValues(known, total)) contradicted.add(hedging);
    }
    for (const hedging of contradicted) byHedging.delete(hedging);
    return start === none ? undefined : { byHedging };
  }

  /** @param wanted - The indices of the texts that identify a series. */
  private placeOf(...wanted: readonly (number | undefined)[]): number {
    const { markets, currencies, horizons } = this.forecasts.columns;
    const [market = none, currency = none, horizon = none] = wanted;
    const hash = hashWith(hashWith(hashWith(seed, market), currency), horizon);
    return this.table.placeOf(
      hash,
      (at) => markets[at] === market && currencies[at] === currency && horizons[at] === horizon,
    );
  }
}

/** The forecast in a mode, else in the only mode there is; undefined where that has no number. */
export function inHedging(
  { byHedging }: NewestForecast,
  wanted: string | undefined,
): HedgedForecast | undefined {
  const known = [...byHedging].filter(([, forecast]) => !Number.isNaN(forecast));
  const [only, ...others] = known;
  const chosen =
    known.find(([hedging]) => hedging === wanted) ?? (others.length === 0 ? only : undefined);
  if (chosen === undefined) return undefined;
  const [hedging, forecast] = chosen;
  const isOneOfSeveral = known.some(([, other]) => !areEqualValues(other, forecast));
  return { hedging, forecast, isOneOfSeveral: isOneOfSeveral || hedging !== wanted };
}
