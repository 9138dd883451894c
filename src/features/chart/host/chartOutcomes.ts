import { type PageFailure } from "../../../shared/pageProtocol";
import * as vscode from "vscode";
import { chartTitle } from "../../../shared/chartPlace";
import { type CachedVintage } from "../../../store/seriesStore";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { type StaleSeries } from "../../../editor/report/staleSeries";
import { cachedText } from "../../../editor/report/cachedMessages";
import { type FailureReporter } from "../../../editor/report/failureReporter";
import { failureText } from "../../../editor/report/failureText";
import { repairText } from "../../../editor/report/repairText";
import { type SeriesFailures } from "../../../editor/report/seriesFailures";
import { type ChartOutcomes } from "./chartServices";
import { type SeriesTarget, type Target } from "../../../shared/place";
import { type Instant } from "../../../shared/instant";
import { isUnreachable } from "../../../service/errors";
import { asOfText } from "../../../editor/text/dateText";

/** A series or panel that a chart shows from now on. */
export interface ReadTarget {
  readonly target: Target;
  /** A panel's. */
  readonly asOf?: Instant;
}

export interface ChartOutcomesOptions {
  readonly reporter: FailureReporter;
  readonly seriesFailures: SeriesFailures;
  /** Which series and panels are older than they should be. */
  readonly stale: StaleSeries;
  /** Called with what was read anew. */
  readonly onRead: (read: ReadTarget) => void;
}

/** Creates the messages of charts, and updates their rows and tabs, for each way in which reading a series can end. */
export function chartOutcomes(options: ChartOutcomesOptions): ChartOutcomes {
  const { reporter, seriesFailures, stale, onRead } = options;
  return {
    failureOf: (error, series, cached) => {
      const target = placedTarget(series);
      const attempt = vscode.l10n.t("Could not open {0}", seriesTitle(target));
      const { connectionId } = target;
      const failure = reporter.inPlace(error, { attempt, connectionId });
      if (cached !== undefined) return withCached(failure, cached);
      return isUnreachable(error) ? withNothingCached(failure, target) : failure;
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
      if (read.staleBecause === undefined) onRead({ target: placedTarget(series) });
    },
    notePanelRead: ({ connectionId, reference }, age, asOf) => {
      const target = { connectionId, reference };
      stale.note(target, age);
      if (asOf !== undefined) onRead({ target, asOf });
    },
    noteFailure: (series, error) => seriesFailures.note(placedTarget(series), error),
  };
}

function withCached(failure: PageFailure, cached: CachedVintage): PageFailure {
  const actions = [...failure.actions, "openCached"] as const;
  return { ...failure, cached: cachedText(cached), actions };
}

/** The failure of a vintage of which no other is cached to open instead. */
function withNothingCached(failure: PageFailure, { reference }: SeriesTarget): PageFailure {
  if (reference.family === "forecast" || reference.asOf === "latest") return failure;
  const asOf = asOfText(reference.asOf);
  const nothing = vscode.l10n.t("Nothing is cached as of {0} or earlier.", asOf);
  return { ...failure, message: `${failure.message} ${nothing}` };
}

function placedTarget({ connectionId, reference }: SeriesTarget): SeriesTarget {
  return { connectionId, reference };
}
