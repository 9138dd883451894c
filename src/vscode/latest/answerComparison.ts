import { type ForecastRows } from "../../catalog/forecastRows";
import { type ReadableNames } from "../../catalog/readableNames";
import { type LatestForecasts } from "../../service/latestForecasts";
import { type LatestSignals } from "../../service/latestSignals";
import { type ListedSignal } from "../../service/parseSignals";
import { dayEndingAt } from "../../shared/latest/since";
import { type SignalChanges } from "../../shared/latest/changes";
import { type ForecastChanges } from "../../shared/latest/changesProtocol";
import {
  comparedForecasts,
  comparedSignals,
  forecastsAt,
  type NewerAnswers,
  type Pair,
  signalsAt,
} from "./comparedAnswers";
import { type OlderSignalsOptions } from "./olderSignals";
import { fillRestated } from "./restatedScores";
import { ValuesAsOf } from "./valuesAsOf";

/** The compared answers of each kind; undefined if one of them is missing. */
export interface ComparedPairs {
  readonly signals: Pair<LatestSignals> | undefined;
  readonly forecasts: Pair<LatestForecasts> | undefined;
}

/** The differences between two answers of each kind; null if one of them is missing. */
export interface AnswerChanges {
  readonly signals: SignalChanges | null;
  readonly forecasts: ForecastChanges | null;
}

export interface AnswerComparisonParts {
  readonly service: OlderSignalsOptions["service"];
  readonly listed: readonly ListedSignal[];
  readonly names: ReadableNames;
  readonly rows: Pick<ForecastRows, "inOrder">;
  readonly signal: AbortSignal;
}

/**
 * Compares newer answers with the archived ones of a time, or with the series as known at the end of a day. Forecasts have
 * no such series.
 *
 * @throws the signal's reason when it aborts.
 */
export async function compareAnswers(
  newer: NewerAnswers,
  sinceMs: number | undefined,
  { service, listed, names, rows, signal }: AnswerComparisonParts,
): Promise<{ readonly pairs: ComparedPairs; readonly changes: AnswerChanges }> {
  const { catalog } = service;
  const { signals, forecasts } =
    sinceMs === undefined
      ? { signals: undefined, forecasts: undefined }
      : await pairsSince(newer, sinceMs, { service, listed, signal });
  const ofSignals = signals && (await comparedSignals(signals, { listed, names, signal }));
  if (ofSignals !== undefined && signals !== undefined) {
    await fillRestated(ofSignals.changed, signals.newer.records, { listed, service, signal });
  }
  const ofForecasts = forecasts && (await comparedForecasts(forecasts, { catalog, rows, signal }));
  return {
    pairs: { signals, forecasts },
    changes: { signals: ofSignals ?? null, forecasts: ofForecasts ?? null },
  };
}

async function pairsSince(
  newer: NewerAnswers,
  sinceMs: number,
  { service, listed, signal }: Pick<AnswerComparisonParts, "service" | "listed" | "signal">,
): Promise<ComparedPairs> {
  const day = dayEndingAt(sinceMs);
  if (day !== undefined) {
    const asOf = new ValuesAsOf(newer.signals, { service, listed, day });
    await asOf.find(false, { signal, onProgress: () => undefined });
    return { signals: await asOf.pair(signal), forecasts: undefined };
  }
  const signals = await signalsAt(service.archive, sinceMs);
  const forecasts = await forecastsAt(service.archive, sinceMs);
  return {
    signals: signals && { older: signals, newer: newer.signals },
    forecasts: forecasts && newer.forecasts && { older: forecasts, newer: newer.forecasts },
  };
}
