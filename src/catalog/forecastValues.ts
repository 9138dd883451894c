import { type ForecastSummary } from "../service/parseForecasts";
import { type ForecastRef } from "../shared/reference";

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
  private readonly bySeries = new Map<string, Map<string, number>>();
  private readonly modes = new Set<string>();

  /** Takes an answer up; may pause after each summary, since there may be some 10,000. */
  *add(summaries: Iterable<ForecastSummary>): Generator<void, void> {
    const contradicted: (() => void)[] = [];
    for (const { marketCode, currencyIso, horizonName, hedging, latest } of summaries) {
      yield;
      this.modes.add(hedging);
      const key = keyOf({ market: marketCode, currency: currencyIso, horizon: horizonName });
      const byHedging = this.bySeries.get(key) ?? new Map<string, number>();
      this.bySeries.set(key, byHedging);
      const known = byHedging.get(hedging);
      if (known === undefined) byHedging.set(hedging, latest.forecast);
      else if (!Object.is(known, latest.forecast)) {
        contradicted.push(() => byHedging.delete(hedging));
      }
    }
    for (const leaveOut of contradicted) leaveOut();
  }

  /** All hedging modes of the answer, in its order. */
  get hedgings(): readonly string[] {
    return [...this.modes];
  }

  /** The forecasts of a series; undefined where the answer has none. */
  of(reference: Omit<ForecastRef, "family">): NewestForecast | undefined {
    const byHedging = this.bySeries.get(keyOf(reference));
    return byHedging && { byHedging };
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
  const isOneOfSeveral = known.some(([, other]) => other !== forecast);
  return { hedging, forecast, isOneOfSeveral: isOneOfSeveral || hedging !== wanted };
}

function keyOf({ market, currency, horizon }: Omit<ForecastRef, "family">): string {
  return JSON.stringify([market, currency, horizon]);
}
