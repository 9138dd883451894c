import { type PageFailure } from "../../shared/pageProtocol";
import * as vscode from "vscode";
import { chartTitle } from "../../shared/chartPlace";
import { type CachedVintage } from "../../store/seriesStore";
import { seriesTitle } from "../../editor/tabs/documentTitle";
import { type SeriesFileSystem } from "./seriesFileSystem";
import { type StaleSeries } from "../../editor/report/staleSeries";
import { cachedText } from "../../editor/report/cachedMessages";
import { type FailureReporter } from "../../editor/report/failureReporter";
import { failureText } from "../../editor/report/failureText";
import { repairText } from "../../editor/report/repairText";
import { type SeriesFailures } from "../../editor/report/seriesFailures";
import { type ChartOutcomes } from "../chart/host/chartServices";
import { type SeriesTarget } from "../../shared/place";

export interface ChartOutcomesOptions {
  readonly reporter: FailureReporter;
  readonly seriesFailures: SeriesFailures;
  /** The texts of what charts show. */
  readonly texts: Pick<SeriesFileSystem, "follow"> & {
    /** Which of them are older than they should be. */
    readonly stale: StaleSeries;
  };
}

/**
 * How reading the series of charts ends, for charts, rows and tabs. Part of the bundle that reads series: the classes
 * of some errors are known only there.
 */
export function chartOutcomes(options: ChartOutcomesOptions): ChartOutcomes {
  const { reporter, seriesFailures, texts } = options;
  const { stale } = texts;
  return {
    failureOf: (error, series, cached) => {
      const target = placedTarget(series);
      const attempt = vscode.l10n.t("Could not open {0}", seriesTitle(target));
      const { connectionId } = target;
      const failure = reporter.inPlace(error, { attempt, connectionId });
      return cached === undefined ? failure : withCached(failure, cached);
    },
    panelFailureOf: (error, place) => {
      const attempt = vscode.l10n.t("Could not open {0}", chartTitle(place));
      return reporter.inPlace(error, { attempt, connectionId: place.connectionId });
    },
    cancelled: () => ({
      cause: "other",
      message: vscode.l10n.t("Fetching was canceled."),
      cached: null,
      atMs: Date.now(),
      actions: ["retry"],
    }),
    reasonOf: failureText,
    repairText,
    noteRead: (series, read) => {
      stale.note(placedTarget(series), read);
      seriesFailures.note(placedTarget(series));
      if (read.staleBecause === undefined) void texts.follow(placedTarget(series));
    },
    notePanelRead: ({ connectionId, reference }, age, asOf) => {
      stale.note({ connectionId, reference }, age);
      if (asOf !== undefined) void texts.follow({ connectionId, reference }, asOf);
    },
    noteFailure: (series, error) => seriesFailures.note(placedTarget(series), error),
  };
}

function withCached(failure: PageFailure, cached: CachedVintage): PageFailure {
  const actions = [...failure.actions, "openCached"] as const;
  return { ...failure, cached: cachedText(cached), actions };
}

function placedTarget({ connectionId, reference }: SeriesTarget): SeriesTarget {
  return { connectionId, reference };
}
