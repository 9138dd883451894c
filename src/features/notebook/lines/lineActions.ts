import * as vscode from "vscode";
import { plainLabel, plainMessage } from "../../../shared/plainText";
import { formatRounding } from "../../../shared/series/numberText";
import { type FrameWorker } from "../../../store/frameWorker";
import { commandId } from "../../../editor/commandNames";
import { type Disposable } from "../../../editor/disposables";
import { openSeries } from "../../../editor/tabs/openSeries";
import {
  type ReportProgress,
  withCountedProgress,
  withDelayedProgress,
} from "../../../editor/progress";
import { mayUseNewest } from "../../../editor/prompt/mayUseNewest";
import { type FailureContext, type Reporter } from "../../../editor/report/failureReporter";
import { showStatus } from "../../../editor/report/showStatus";
import { Turns } from "../../../editor/turns";
import { DataFolder } from "../dataFolder";
import { type InsertDependencies } from "../insertParts";
import { notebookOf } from "../notebookOf";
import { ForeignCodeError } from "./codeProblemText";
import { DriftDocuments } from "./driftDocuments";
import { lineDrift, showDrift } from "./driftFlow";
import { mayLeaveDataset, withoutFrozen } from "./frozenLines";
import { type RefreshMode } from "./lineChange";
import { type LineInDocument, activeLines, chosenLine, currentPlace } from "./lineCode";
import { type KnownConnections } from "../../../connect/connectionOfService";
import { lineLabel, targetOfLine } from "./lineSubject";
import { type RefreshOutcome, refreshLines } from "./refreshLines";
import { tidyDataFolder } from "./tidyFlow";
import { UnknownServiceError } from "./unknownServiceError";
import { type AsOf, type Instant } from "../../../shared/instant";
import { asOfText } from "../../../editor/text/dateText";

export interface LineActionsOptions {
  readonly services: InsertDependencies["services"];
  readonly connections: KnownConnections;
  readonly worker: FrameWorker;
  readonly failures: Reporter;
}

/** Commands on reference lines, called from a line's items or for the line at the cursor. Failures are reported. */
export class LineActions implements Disposable {
  private readonly documents = new DriftDocuments();
  /** The cells of a notebook change in one edit. */
  private readonly turns = new Turns();
  private readonly files: DataFolder;

  /** @param mayGoBack - Asks whether lines that are later than the window's as-of may be refreshed as of it. */
  constructor(
    private readonly options: LineActionsOptions,
    private readonly mayGoBack = askToGoBack,
  ) {
    this.files = new DataFolder(options.worker);
  }

  /** Fetches the series again as of now, and updates the code to read it. */
  async refresh(argument: unknown, mode: RefreshMode = "refresh"): Promise<void> {
    const place = expectLine(argument);
    if (place === undefined || !(await mayLeaveDataset(place))) return;
    if (!(await this.mayRefresh([place]))) return;
    const attempt = vscode.l10n.t("Could not refresh {0}", lineLabel(place.line));
    const title = vscode.l10n.t("Refreshing {0}", lineLabel(place.line));
    const retry = (): Promise<void> => this.refresh(argument, mode);
    await this.attempt(place, { attempt, retry }, async () => {
      await this.refreshAndReport([place], title, mode);
    });
  }

  /** Refreshes the lines of the active notebook or document as of one instant, except those of a locked dataset. */
  async refreshAll(): Promise<void> {
    const all = activeLines();
    if (all.length === 0) {
      reportNoLine();
      return;
    }
    const places = await withoutFrozen(all);
    if (places.length === 0 || !(await this.mayRefresh(places))) return;
    const attempt = vscode.l10n.t("Could not refresh {0} series", places.length);
    const title = vscode.l10n.t("Refreshing {0} series", places.length);
    const retry = (): Promise<void> => this.refreshAll();
    await this.attempt(undefined, { attempt, retry }, async () => {
      await this.refreshAndReport(places, title, "refresh");
    });
  }

  async openChart(argument: unknown): Promise<void> {
    const place = expectLine(argument);
    if (place === undefined) return;
    const attempt = vscode.l10n.t("Could not open the chart of {0}", lineLabel(place.line));
    await this.attempt(place, { attempt }, async () => {
      const target = targetOfLine(place.line, this.options.connections);
      if (target === undefined) throw new UnknownServiceError(place.line.service);
      await openSeries(target, "chart");
    });
  }

  async showDrift(argument: unknown): Promise<void> {
    const place = expectLine(argument);
    if (place === undefined || !(await this.mayReadNewest([place]))) return;
    const attempt = vscode.l10n.t("Could not compare {0}", lineLabel(place.line));
    const title = vscode.l10n.t("Comparing {0}", lineLabel(place.line));
    const retry = (): Promise<void> => this.showDrift(argument);
    await this.attempt(place, { attempt, retry }, async () => {
      await this.findDrift(place, title);
    });
  }

  private async findDrift(place: LineInDocument, title: string): Promise<void> {
    const drift = await withCountedProgress(title, (signal, onProgress) =>
      lineDrift(this.options, place, { signal, onProgress }),
    );
    await showDrift(drift, this.documents, this.options.services.gate.instant);
  }

  async tidy(): Promise<void> {
    await tidyDataFolder(this.options.failures);
  }

  dispose(): void {
    this.documents.dispose();
  }

  /** Asks if any line is later than the window's as-of, or is a forecast's. */
  private async mayRefresh(places: readonly LineInDocument[]): Promise<boolean> {
    const { gate } = this.options.services;
    const later = places.filter(({ line: { reference } }) => gate.refuses(reference));
    if (later.length > 0 && !(await this.mayGoBack(later.length, gate.bound))) return false;
    return this.mayReadNewest(places);
  }

  /** Asks if any line is a forecast's while the window has an as-of. */
  private mayReadNewest(places: readonly LineInDocument[]): Promise<boolean> {
    const references = places.map(({ line }) => line.reference);
    return mayUseNewest(references, this.options.services.gate);
  }

  private async refreshAndReport(
    places: readonly LineInDocument[],
    title: string,
    mode: RefreshMode,
  ): Promise<void> {
    const outcome = await withDelayedProgress(title, (signal, reportProgress) =>
      this.refreshInTurn(places, mode, signal, reportProgress),
    );
    reportOutcome(outcome, this.options.services.gate.instant);
    const [first, ...others] = outcome.failed;
    if (first === undefined) return;
    const attempt = vscode.l10n.t("Could not refresh {0}", failedNames(outcome));
    const again = [first, ...others].map(({ place }) => place);
    const retry = (): Promise<void> => this.refreshAndReport(again, title, mode);
    const run = (): Promise<void> => this.refreshAndReport(again, title, "freeze");
    const help = canChangeLine(first)
      ? { offers: [{ title: vscode.l10n.t("Change Line"), run }] }
      : { retry };
    await this.report(first.error, first.place, { attempt, ...help });
  }

  /** Refreshes lines of one document, after the earlier refreshes of it, which may change them. */
  private async refreshInTurn(
    places: readonly LineInDocument[],
    mode: RefreshMode,
    signal: AbortSignal,
    reportProgress: ReportProgress,
  ): Promise<RefreshOutcome> {
    const [first] = places;
    if (first === undefined) return { changed: [], unchanged: [], failed: [] };
    const parts = { ...this.options, files: this.files };
    const { uri } = notebookOf(first.document) ?? first.document;
    return this.turns.take(uri.toString(), () => {
      signal.throwIfAborted();
      const onProgress = (done: number, of: number): void => {
        if (of > 1) reportProgress(vscode.l10n.t("{0} of {1}", done, of));
      };
      return refreshLines(parts, places.map(currentPlace), { mode, signal, onProgress });
    });
  }

  private async attempt(
    place: LineInDocument | undefined,
    context: FailureContext,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.report(error, place, context);
    }
  }

  private async report(
    error: unknown,
    place: LineInDocument | undefined,
    context: FailureContext,
  ): Promise<void> {
    const { connections, failures } = this.options;
    const target = place && targetOfLine(place.line, connections);
    if (error instanceof UnknownServiceError || target === undefined) {
      const title = vscode.l10n.t("Connect to a Service…");
      const run = (): unknown => vscode.commands.executeCommand(commandId("connectService"));
      const isUnknown = error instanceof UnknownServiceError;
      await failures.report(error, isUnknown ? { ...context, offers: [{ title, run }] } : context);
      return;
    }
    const { connectionId } = target;
    await failures.report(error, { ...context, connectionId });
  }
}

async function askToGoBack(count: number, bound: AsOf): Promise<boolean> {
  const { t } = vscode.l10n;
  const asOf = asOfText(bound);
  const words =
    count === 1
      ? t("The data of this line are later than this window's as-of, {0}.", asOf)
      : t("The data of {0} lines are later than this window's as-of, {1}.", count, asOf);
  const refresh = t("Refresh As of {0}", asOf);
  return (await vscode.window.showWarningMessage(words, { modal: true }, refresh)) === refresh;
}

function expectLine(argument: unknown): LineInDocument | undefined {
  const place = chosenLine(argument);
  if (place === undefined) reportNoLine();
  return place;
}

function reportNoLine(): void {
  const words = vscode.l10n.t("Put the cursor in code that begins with a reference line.");
  void vscode.window.showInformationMessage(words);
}

/**
 * Shows the outcome without asking for an answer; also reports when nothing has changed.
 *
 * @param bound - The window's as-of; undefined for latest.
 */
function reportOutcome({ changed, unchanged }: RefreshOutcome, bound: Instant | undefined): void {
  const { t } = vscode.l10n;
  const [now, ...more] = changed;
  if (now !== undefined) {
    const words = more.length === 0 ? lineLabel(now.line) : t("{0} series", changed.length);
    showStatus(t("Refreshed: {0}", words));
    return;
  }
  const [same, ...others] = unchanged;
  if (same === undefined) return;
  const { line } = same.place;
  const subject = others.length === 0 ? lineLabel(line) : t("{0} series", unchanged.length);
  const what =
    bound === undefined
      ? subject
      : t("{0}, up to this window's as-of, {1}", subject, asOfText(bound));
  const rounding = Math.max(...unchanged.map((each) => each.rounding));
  const text =
    rounding === 0
      ? t("Nothing has changed: {0}", what)
      : t(
          "Nothing has changed in {0}: the same values, except for rounding (largest {1})",
          ...[what, formatRounding(rounding)],
        );
  void vscode.window.showInformationMessage(plainMessage(text));
}

function failedNames({ failed }: RefreshOutcome): string {
  const names = failed.slice(0, 3).map(({ place }) => lineLabel(place.line));
  const more = failed.length - names.length;
  return plainLabel([...names, ...(more > 0 ? [vscode.l10n.t("{0} more", more)] : [])].join(", "));
}

/**
 * Whether only the code below the line prevented the change, so that the line alone can change; a forecast's line has
 * no as-of to change.
 */
function canChangeLine({ error, place }: RefreshOutcome["failed"][number]): boolean {
  const isForeign = error instanceof ForeignCodeError && error.problem === "unknown-code";
  return isForeign && place.line.reference.family !== "forecast";
}
