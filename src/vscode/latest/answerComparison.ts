import { type ForecastRows } from "../../catalog/forecastRows";
import { type ReadableNames } from "../../catalog/readableNames";
import { type LatestForecasts } from "../../service/latestForecasts";
import { type LatestSignals } from "../../service/latestSignals";
import { type ListedSignal } from "../../service/parseSignals";
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
import { type LatestService } from "./latestTab";
import { fillRestated } from "./restatedScores";

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
  readonly service: Pick<LatestService, "archive" | "catalog" | "series">;
  readonly listed: readonly ListedSignal[];
  readonly names: ReadableNames;
  readonly rows: Pick<ForecastRows, "inOrder">;
  readonly signal: AbortSignal;
}

/** Compares newer answers with the archived ones of a time. @throws the signal's reason when it aborts. */
export async function compareAnswers(
  newer: NewerAnswers,
  sinceMs: number | undefined,
  { service, listed, names, rows, signal }: AnswerComparisonParts,
): Promise<{ readonly pairs: ComparedPairs; readonly changes: AnswerChanges }> {
  const { archive, catalog } = service;
  const [olderSignals, olderForecasts] =
    sinceMs === undefined
      ? []
      : [await signalsAt(archive, sinceMs), await forecastsAt(archive, sinceMs)];
  const signals = olderSignals && { older: olderSignals, newer: newer.signals };
  const forecasts = olderForecasts &&
    newer.forecasts && { older: olderForecasts, newer: newer.forecasts };
  const ofSignals = signals && (await comparedSignals(signals, { listed, names, signal }));
  if (ofSignals !== undefined) {
    await fillRestated(ofSignals.changed, newer.signals.records, { listed, service, signal });
  }
  const ofForecasts = forecasts && (await comparedForecasts(forecasts, { catalog, rows, signal }));
  return {
    pairs: { signals, forecasts },
    changes: { signals: ofSignals ?? null, forecasts: ofForecasts ?? null },
  };
}
