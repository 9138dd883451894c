import { type LatestForecasts } from "../service/latestForecasts";
import { textAt } from "../shared/columns";
import { type ForecastRef } from "../shared/reference";
import { areEqualValues } from "../shared/series/equalValues";

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
  /** The texts that forecasts are named by. */
  private readonly names = new Map<string, number>();
  /** The texts that are hedging modes, in the order of the answer. */
  private readonly modes = new Map<number, string>();
  /** Of each market its first forecast, and of each forecast the next one of the same market. */
  private readonly first = new Map<number, number>();
  private readonly next: Int32Array;

  constructor(private readonly forecasts: LatestForecasts) {
    this.next = new Int32Array(forecasts.length).fill(-1);
  }

  /** Reads the answer, once; may pause after each forecast, since there may be some 10,000. */
  *read(): Generator<void, void> {
    const { columns, length } = this.forecasts;
    const { markets, currencies, horizons, hedgings } = columns;
    const named = new Set<number>();
    for (let at = length - 1; at >= 0; at--) {
      yield;
      const market = markets[at] ?? -1;
      this.next[at] = this.first.get(market) ?? -1;
      this.first.set(market, at);
      for (const name of [market, currencies[at] ?? -1, horizons[at] ?? -1]) named.add(name);
    }
    for (const name of named) this.names.set(textAt(columns, name) ?? "", name);
    for (const mode of new Set(hedgings)) this.modes.set(mode, textAt(columns, mode) ?? "");
  }

  /** All hedging modes of the answer, in its order. */
  get hedgings(): readonly string[] {
    return [...this.modes.values()];
  }

  /** The forecasts of a series; undefined where the answer has none. */
  of(reference: Omit<ForecastRef, "family">): NewestForecast | undefined {
    const { forecasts, names, modes, next } = this;
    const { currencies, horizons, hedgings } = forecasts.columns;
    const market = names.get(reference.market) ?? -1;
    const [currency, horizon] = [names.get(reference.currency), names.get(reference.horizon)];
    const byHedging = new Map<string, number>();
    const contradicted = new Set<string>();
    let isKnown = false;
    for (let at = this.first.get(market) ?? -1; at >= 0; at = next[at] ?? -1) {
      if (currencies[at] !== currency || horizons[at] !== horizon) continue;
      isKnown = true;
      const hedging = modes.get(hedgings[at] ?? -1) ?? "";
      const total = forecasts.totalAt(at);
      const known = byHedging.get(hedging);
      if (known === undefined) byHedging.set(hedging, total);
      else if (!areEqualValues(known, total)) contradicted.add(hedging);
    }
    for (const hedging of contradicted) byHedging.delete(hedging);
    return isKnown ? { byHedging } : undefined;
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
