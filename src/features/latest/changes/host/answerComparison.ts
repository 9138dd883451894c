import * as vscode from "vscode";
import { type ForecastRows } from "../../../../catalog/forecastRows";
import { type ReadableNames } from "../../../../catalog/readableNames";
import { type LatestForecasts } from "../../../../service/latestForecasts";
import { type LatestSignals } from "../../../../service/latestSignals";
import { type ListedSignal } from "../../../../service/parseSignals";
import { type Unfetched } from "../../heatmap/protocol";
import { dayEndingAt } from "../../model/since";
import { type AnswerChanges } from "../protocol";
import {
  comparedForecasts,
  comparedSignals,
  forecastsAt,
  type NewerAnswers,
  type AnswerPair,
  signalsAt,
} from "./comparedAnswers";
import { type OlderSignalsOptions } from "../../olderSignals";
import { fillRestated } from "../../restatedScores";
import { ValuesAsOf } from "../../valuesAsOf";

/** The compared answers of each kind; undefined if one of them is missing. */
export interface ComparedPairs {
  readonly signals: AnswerPair<LatestSignals> | undefined;
  readonly forecasts: AnswerPair<LatestForecasts> | undefined;
}

/** Which older values could not be compared. */
interface MissingOlder {
  /** Why older values are missing from the comparison, as a text; undefined if none is. */
  readonly incomplete: string | undefined;
  /** How many requests would fetch them; 0 if none are missing, or they failed. */
  readonly requests: number;
}

export interface AnswerComparison extends MissingOlder {
  readonly pairs: ComparedPairs;
  readonly changes: AnswerChanges;
}

export interface AnswerComparisonParts {
  readonly service: OlderSignalsOptions["service"];
  readonly listed: readonly ListedSignal[];
  readonly names: ReadableNames;
  readonly rows: ForecastRows;
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
  parts: AnswerComparisonParts,
): Promise<AnswerComparison> {
  const { service, listed, names, rows, signal } = parts;
  const { catalog } = service;
  const { signals, forecasts, incomplete, requests } =
    sinceMs === undefined
      ? { signals: undefined, forecasts: undefined, incomplete: undefined, requests: 0 }
      : await pairsSince(newer, sinceMs, parts);
  const ofSignals = signals && (await comparedSignals(signals, { listed, names, signal }));
  if (ofSignals !== undefined && signals !== undefined) {
    await fillRestated(ofSignals.changed, signals.newer.records, { listed, service, signal });
  }
  const ofForecasts = forecasts && (await comparedForecasts(forecasts, { catalog, rows, signal }));
  return {
    pairs: { signals, forecasts },
    changes: { signals: ofSignals ?? null, forecasts: ofForecasts ?? null },
    incomplete,
    requests,
  };
}

async function pairsSince(
  newer: NewerAnswers,
  sinceMs: number,
  { service, listed, signal }: AnswerComparisonParts,
): Promise<ComparedPairs & MissingOlder> {
  const day = dayEndingAt(sinceMs);
  if (day !== undefined) {
    const asOf = new ValuesAsOf(newer.signals, { service, listed, day });
    const found = await asOf.find(false, { signal, onProgress: () => undefined });
    return {
      signals: await asOf.pair(signal),
      forecasts: undefined,
      incomplete: incompleteText(found),
      requests: found.missing,
    };
  }
  const signals = await signalsAt(service.archive, sinceMs);
  const forecasts = await forecastsAt(service.archive, sinceMs);
  return {
    signals: signals && { older: signals, newer: newer.signals },
    forecasts: forecasts && newer.forecasts && { older: forecasts, newer: newer.forecasts },
    incomplete: undefined,
    requests: 0,
  };
}

function incompleteText(older: Unfetched): string | undefined {
  const { missing, failed } = older;
  if (missing > 0) {
    return vscode.l10n.t(
      "Older values are missing from this comparison: fetching them takes {0} requests",
      missing,
    );
  }
  return failed === 0
    ? undefined
    : vscode.l10n.t("Older values are missing from this comparison: {0}", failedText(older));
}

/** `2 requests failed: cannot reach acme.com` */
export function failedText({ failed, failure }: Unfetched): string {
  return vscode.l10n.t("{0} requests failed: {1}", failed, failure ?? "");
}
