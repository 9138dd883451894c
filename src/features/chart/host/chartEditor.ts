import { type FromChart } from "../messages";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { chartNames } from "./chartNames";
import { ReadableNames } from "../../../catalog/readableNames";
import { type ChartAction, type ToChart } from "../protocol";
import { type ViewState, defaultViewState } from "../model/viewState";
import {
  type AnyChartPlace,
  type ChartPlace,
  chartPlaceOf,
  chartUri,
  isPanelChart,
} from "../../../shared/chartPlace";
import { type PanelPlace } from "../../../shared/documentPlace";
import { type AsOf, type Instant } from "../../../shared/instant";
import { plainLine } from "../../../shared/plainText";
import { type Panel } from "../../../store/panel";
import { commandId } from "../../../editor/commandNames";
import { type Services } from "../../../connect/connectedServices";
import { type WindowContext } from "../../../connect/context";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { completeStep } from "../../../editor/help/walkthrough";
import { sampleConnection, targetPath } from "../../../shared/place";
import { copyText } from "../../../editor/report/copyText";
import { type FailureReporter } from "../../../editor/report/failureReporter";
import { askVintages, onlySignal } from "./addVintages";
import { vintageOf } from "./changedPlace";
import { chartCoverage } from "./chartCoverage";
import { ChartFiles, tooLargeText } from "./chartFiles";
import { ChartMoves, type ChartMovesOptions, type PlaceChange } from "./chartMoves";
import { ChartSearch } from "./chartSearch";
import { type ChooseProfileSeries } from "./chartServices";
import { ChartSession } from "./chartSession";
import { bringsOtherKind } from "./comparedSeries";
import { type PendingViewStates, type WantedComparison } from "./pendingViewStates";
import { movedViewState } from "./movedViewState";
import { PanelSession } from "./panelSession";
import { parseFromChart } from "./parseFromChart";
import { type SavedSeries, savedChartText } from "./savedChart";
import { TabPage } from "./tabPage";
import { type Log } from "../../../shared/log";
import { type Vintage } from "../../../shared/reference";
import { chartOutcomes, type ReadTarget } from "./chartOutcomes";
import { type SeriesFailures } from "../../../editor/report/seriesFailures";
import { type StaleSeries } from "../../../editor/report/staleSeries";

/** Parameters that the charts of a window share. */
export interface ChartParts {
  readonly services: Services;
  readonly context: WindowContext;
  readonly chooseProfileSeries: ChooseProfileSeries;
  readonly reporter: FailureReporter;
  readonly seriesFailures: SeriesFailures;
  /** Which series and panels are older than they should be. */
  readonly stale: StaleSeries;
  readonly bundleFolder: string;
  readonly log: Log;
}

/** A chart, and its tab. */
export interface OpenedChart {
  readonly uri: vscode.Uri;
  /** The saved chart's file; absent for a chart that is not in a file. */
  readonly fileUri?: vscode.Uri;
  readonly place: AnyChartPlace;
  readonly panel: vscode.WebviewPanel;
}

export interface ChartEditorOptions extends ChartParts, OpenedChart {
  /** Called with what was read anew. */
  readonly onRead: (read: ReadTarget) => void;
  /** View states that pass between the charts of one tab. */
  readonly views: PendingViewStates;
}

/** The service's default. */
const defaultVintage: Vintage = { dataKind: "SNAP", asOf: "latest" };

/** 20: enough to diagnose a page that fails again and again, without filling the log. */
const maxFailures = 20;

/** One chart in a tab: connects its page to a session and to the editor's commands. */
export class ChartEditor implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly session: ChartSession | PanelSession;
  private readonly page: TabPage;
  private readonly moves: ChartMoves;
  private readonly files: ChartFiles;
  private readonly readable = new ReadableNames(vscode.env.language);
  /** The state that the page sent last; until then the one that the previous chart of the tab left. */
  private view: ViewState | null;
  /** The charts before each composition, the newest first: Undo returns to the first. */
  private readonly composedFrom: readonly AnyChartPlace[];
  private search: ChartSearch | undefined;
  /** Problems of dropped messages; each is logged once. */
  private readonly dropped = new Set<string>();
  private failures = 0;
  private isVisible = false;
  /** Whether the current generation was sent to the page. */
  private hasPage = false;
  /** The comparison that is still to be sent to the page; undefined if there is none. */
  private comparison: WantedComparison | undefined;
  private isClosed = false;

  constructor(private readonly options: ChartEditorOptions) {
    const { place, panel, reporter, views, uri, fileUri } = options;
    const handed = views.take(chartUri(place));
    this.view = handed?.state ?? null;
    this.comparison = handed?.comparison;
    this.composedFrom = isPanelChart(place) ? [] : (handed?.composedFrom ?? []);
    const latestMs = (): Promise<number> => this.latestMs();
    this.session = this.disposables.add(this.newSession(handed?.latestAsOf));
    // The tab of a file shows the file's name until the chart's title is known.
    const title = (): string | undefined =>
      fileUri === undefined || this.session.isNamed ? this.session.tabTitle : undefined;
    const name = (): string => this.session.name;
    this.page = this.disposables.add(new TabPage({ ...options, title }));
    const moving: ChartMovesOptions["moving"] = (to, change) => this.handOver(to, change);
    const openingBeside = (to: ChartPlace): void =>
      views.give(chartUri(to), { state: this.viewFor(to) });
    const tabUri = fileUri ?? uri;
    const bound = (): AsOf => options.services.gate.bound;
    const moves = { place, panel, tabUri, name, latestMs, bound, moving, openingBeside };
    this.moves = new ChartMoves(moves);
    const fileTimeMs = (): number | undefined => this.session.fileTimeMs;
    this.files = new ChartFiles({ place, name, reporter, fileTimeMs });
    const { webview } = panel;
    this.disposables.add(webview.onDidReceiveMessage((message) => void this.receive(message)));
    this.disposables.add(panel.onDidChangeViewState(() => this.followVisibility()));
    this.disposables.add({ dispose: () => this.endSearch() });
    this.disposables.add(options.context.onDidChange(() => this.postBound()));
    webview.options = { enableScripts: true, localResourceRoots: [] };
    this.followVisibility();
  }

  get place(): AnyChartPlace {
    return this.options.place;
  }

  /** The URI of the tab: the chart's own, or its file's. */
  get tabUri(): vscode.Uri {
    return this.options.fileUri ?? this.options.uri;
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.options.panel.viewColumn;
  }

  /**
   * Leaves the view, and what `latest` resolved to, for the chart that the tab shows next.
   *
   * @param change - The change of kind or as-of, if it is one; it is applied to the charts behind Undo too.
   */
  handOver(to: AnyChartPlace, change?: PlaceChange): void {
    const { views } = this.options;
    const latestAsOf = this.session instanceof ChartSession ? this.session.latestAsOf : undefined;
    const composedFrom = this.composedBefore(to, change);
    views.give(chartUri(to), { state: this.viewFor(to), latestAsOf, composedFrom });
  }

  /** Shows a panel that was fetched for its texts, when it is the chart's own and newer than the shown one. */
  async follow({ connectionId }: PanelPlace, panel: Panel): Promise<void> {
    const isOwn = connectionOf(this.options.place) === connectionId;
    if (isOwn && this.session instanceof PanelSession) await this.session.follow(panel);
  }

  /** Compares the first signal as soon as the page is ready. */
  compare(comparison: WantedComparison): void {
    this.comparison = comparison;
    this.compareWanted();
  }

  /** Fetches all series anew; failures are shown in the chart. */
  async refresh(): Promise<void> {
    await this.session.refresh();
  }

  /** Saves the place and view to a file that opens as this chart. */
  async saveChart(): Promise<void> {
    await this.files.saveChart(() => this.savedText());
  }

  /** The text of a saved chart. @throws when a connection is no longer in the settings. */
  async savedText(): Promise<string> {
    const { place } = this.options;
    const targets = isPanelChart(place) ? [place] : place.parts;
    const series: SavedSeries[] = [];
    for (const target of targets) {
      const { connection } = await this.options.services.get(target.connectionId);
      const service = connection.kind === "sample" ? sampleConnection : connection.baseUrl.href;
      const isHidden = this.view?.hidden.includes(targetPath(target)) === true;
      const colourPlace = this.view?.colours.indexOf(targetPath(target)) ?? -1;
      const colour = colourPlace < 0 ? {} : { colourPlace };
      series.push({ reference: target.reference, service, isHidden, ...colour });
    }
    const slice = place.slice === undefined ? {} : { slice: place.slice };
    return savedChartText({ series, ...slice, view: this.view ?? defaultViewState });
  }

  /** Retries what failed during the outage of a service that answers again, if the chart is visible. */
  async retryOutages(connectionId: string): Promise<void> {
    await this.session.retryOutages(connectionId);
  }

  dispose(): void {
    this.isClosed = true;
    this.disposables.dispose();
  }

  /** The charts behind Undo after the tab has moved. */
  private composedBefore(
    to: AnyChartPlace,
    change: PlaceChange | undefined,
  ): readonly AnyChartPlace[] {
    const { place } = this.options;
    const { composedFrom } = this;
    if (to === composedFrom[0]) return composedFrom.slice(1);
    if (change !== undefined) return composedFrom.map(change);
    return [place, ...composedFrom];
  }

  private viewFor(to: AnyChartPlace): ViewState | null {
    const view = this.view && movedViewState(this.view, this.options.place, to);
    const vintage = view?.vintage ?? null;
    const isLater = vintage !== null && this.options.services.gate.isLater(vintage);
    return view && isLater ? { ...view, vintage: null } : view;
  }

  private newSession(latestAsOf: Instant | undefined): ChartSession | PanelSession {
    const { place, services } = this.options;
    const outcomes = chartOutcomes(this.options);
    const names = chartNames(this.readable);
    const post = (message: ToChart): void => this.post(message);
    const shared = { services, outcomes, names, post, viewState: () => this.view };
    return isPanelChart(place)
      ? new PanelSession({ ...shared, place, coverage: chartCoverage })
      : new ChartSession({ ...shared, place, latestAsOf, canUndo: this.composedFrom.length > 0 });
  }

  /** Sends nothing after the tab has closed. */
  post(message: ToChart): void {
    if (this.isClosed) return;
    this.page.post(message);
    if (bringsOtherKind(message)) completeStep("compare");
    if (message.type !== "show") return;
    this.hasPage = true;
    this.compareWanted();
  }

  private postBound(): void {
    // The next search is as of the new bound.
    this.endSearch();
    const { generation } = this.session;
    const bound = this.options.services.gate.instant ?? null;
    if (this.hasPage) this.post({ type: "bound", generation, bound });
    void this.session.retryRefused();
  }

  /** Starts or stops with the visibility of the tab: the editor discards the page of a hidden tab. */
  private followVisibility(): void {
    const { visible } = this.options.panel;
    if (visible === this.isVisible) return;
    this.isVisible = visible;
    if (visible) {
      void this.session.ready();
      return;
    }
    this.hasPage = false;
    this.page.unload();
    this.session.hide();
    this.endSearch();
  }

  /** Drops a message that violates the protocol, and logs each problem once (SEC-15). */
  private async receive(value: unknown): Promise<void> {
    const parsed = parseFromChart(value);
    if (parsed.ok) {
      try {
        await this.act(parsed.message);
      } catch (error) {
        await this.options.reporter.report(error, { attempt: this.session.name });
      }
      return;
    }
    if (parsed.isTooLarge) this.post({ type: "told", words: tooLargeText() });
    if (this.dropped.has(parsed.problem)) return;
    this.dropped.add(parsed.problem);
    this.options.log.warn(`a message from a chart page was dropped: ${parsed.problem}`);
  }

  private async act(message: FromChart): Promise<void> {
    switch (message.type) {
      case "ready":
        this.page.unload();
        return this.session.ready();
      case "drawn":
        this.page.nameTab();
        return this.loadNames();
      case "keep":
        return this.keep(message.state);
      case "compare":
        return this.session.compare(message);
      case "columns":
        await this.session.sendColumns(message.generation);
        return;
      case "retry":
        return this.session.retry(message.id);
      case "openCached":
        return this.openCached(message.id);
      case "switchKind":
        return this.moves.switchKind(message.kind);
      case "do":
        return this.perform(message.action);
      case "search":
        this.find(message);
        return;
      case "draft":
        if (this.session instanceof ChartSession)
          await this.session.draft(message.generation, message.ids);
        return;
      case "addVariant":
        return this.moves.addVariant(message.id);
      case "compose":
        return this.moves.compose(message.ids);
      case "remove":
        return this.moves.remove(message.id);
      case "openPart":
        return this.moves.openPart(message.id);
      case "saveImage":
        return this.files.saveImage(message.format, message.pages);
      case "saveCsv":
        return this.files.saveCsv(message.text);
      case "saveStatistics":
        return this.files.saveStatistics(message.text);
      case "saveRevisions":
        return this.files.saveRevisions(message.form, message.text);
      case "copyText":
        return copyText(message.text, this, this.options.reporter);
      case "failed":
        this.noteFailure(message.message);
    }
  }

  /** Names the tab here too, because a chart that was hidden meanwhile has no page to cause it. */
  private async loadNames(): Promise<void> {
    await this.session.loadNames();
    if (!this.isClosed) this.page.nameTab();
  }

  /** Keeps the tab when the view changes: otherwise the next click in a tree replaces a preview (KEEP-01). */
  private async keep(state: ViewState): Promise<void> {
    const isChanged = !isDeepStrictEqual(state, this.view ?? defaultViewState);
    this.view = state;
    if (isChanged) await this.moves.keepTab();
  }

  private async perform(action: ChartAction): Promise<void> {
    switch (action) {
      case "refresh":
        return this.session.refresh();
      case "cancel":
        if (this.session instanceof PanelSession) this.session.cancel();
        return;
      case "openCsv":
      case "openJson":
      case "showCoverage":
      case "forecastsItMoves":
      case "insertIntoNotebook":
      case "saveAs":
      case "saveVintages":
      case "pin":
        return vscode.commands.executeCommand(commandId(action), this.options.uri);
      case "saveChart":
        return this.saveChart();
      case "undoComposition":
        return this.moves.goTo(this.composedFrom[0]);
      case "chooseSeries":
        return this.chooseSeries();
      case "setAsOf":
        return this.moves.setAsOf();
      case "reopenAsOf":
        return this.moves.reopen();
      case "reopenAllAsOf":
      case "showLog":
        return vscode.commands.executeCommand(commandId(action));
      case "compareVintage":
        return this.compareVintage();
      case "addVintages":
        return this.addVintages();
      case "diagnose":
        return this.runForService("diagnoseConnection");
      case "enterKey":
        return this.runForService("enterApiKey");
    }
  }

  /** Asks for other series of the tag value from which the chart was opened, and shows them. */
  private async chooseSeries(): Promise<void> {
    const { place, services, chooseProfileSeries } = this.options;
    const profile = this.view?.profile ?? null;
    const vintage = vintageOf(place);
    if (isPanelChart(place) || profile === null || vintage === undefined) return;
    const { tagKind, value } = profile;
    const { dataKind } = vintage;
    const asOf = services.gate.within(vintage.asOf);
    const subject = { connectionId: connectionOf(place), tagKind, value, dataKind, asOf };
    const chosen = await chooseProfileSeries(subject, place.parts);
    if (chosen !== undefined) await this.moves.goTo(chartPlaceOf(chosen));
  }

  private async openCached(id: string): Promise<void> {
    const cached = this.session instanceof ChartSession ? this.session.cachedOf(id) : undefined;
    if (cached !== undefined) await this.moves.openBeside(cached);
  }

  private compareWanted(): void {
    const { comparison } = this;
    if (comparison === undefined || !this.hasPage) return;
    this.comparison = undefined;
    this.post({ type: "compareWith", generation: this.session.generation, comparison });
  }

  /** Sends the chosen vintage to the page, which requests the comparison. */
  private async compareVintage(): Promise<void> {
    const vintage = await this.moves.otherVintage();
    if (vintage !== undefined) this.compare({ vintage });
  }

  /** Asks which vintages of the chart's only signal to add, and adds them. */
  private async addVintages(): Promise<void> {
    const { place, services } = this.options;
    const signal = onlySignal(place);
    if (signal === undefined) return;
    const service = await services.get(signal.connectionId);
    const isKindCompared = this.view?.isKindCompared === true;
    const [name, { gate }] = [this.session.name, services];
    const to = await askVintages({ name, signal, isKindCompared, service, gate });
    if (to === undefined || this.isClosed) return;
    if (!isKindCompared) this.hideOtherKind(to, signal.reference.dataKind);
    await this.moves.goTo(to);
  }

  /** Hides the series of the kind that the chart has not shown. */
  private hideOtherKind({ parts }: ChartPlace, kind: Vintage["dataKind"]): void {
    const others = parts.filter(
      ({ reference }) => reference.family === "signal" && reference.dataKind !== kind,
    );
    const view = this.view ?? defaultViewState;
    this.view = { ...view, hidden: [...view.hidden, ...others.map(targetPath)] };
  }

  private async runForService(command: "diagnoseConnection" | "enterApiKey"): Promise<void> {
    await vscode.commands.executeCommand(commandId(command), this.session.questioned.connectionId);
  }

  private find({ generation, text }: Extract<FromChart, { type: "search" }>): void {
    if (generation !== this.session.generation) return;
    this.search ??= this.newSearch();
    this.search.search({ generation, text });
  }

  /** Searches in the kind and as-of of the chart's signals, bounded by the window's as-of. */
  private newSearch(): ChartSearch {
    const { place, services, context } = this.options;
    const connectionId = connectionOf(place);
    const { dataKind, asOf: own } = vintageOf(place) ?? context.current ?? defaultVintage;
    const asOf = services.gate.within(own);
    return new ChartSearch({
      connectionId,
      connect: () => services.get(connectionId),
      names: this.readable,
      vintage: { dataKind, asOf },
      post: (message) => this.post(message),
    });
  }

  private endSearch(): void {
    this.search?.dispose();
    this.search = undefined;
  }

  /** Falls back to this computer's clock when the service's time is unavailable. */
  private async latestMs(): Promise<number> {
    const connection = connectionOf(this.options.place);
    const service = await this.options.services.get(connection).catch(() => undefined);
    return service?.client.latestAsOfMs ?? Date.now();
  }

  private noteFailure(message: string): void {
    this.failures += 1;
    if (this.failures > maxFailures) return;
    this.options.log.error(`a chart page failed: ${plainLine(message)}`);
  }
}

/** The connection of the panel or the first series, which questions about the whole chart use. */
function connectionOf(place: AnyChartPlace): string {
  return isPanelChart(place) ? place.connectionId : place.parts[0].connectionId;
}
