import { isDeepStrictEqual } from "node:util";
import { type PageFailure } from "../../../shared/pageProtocol";
import { isUnreachable } from "../../../service/errors";
import { RetryWait } from "../../../service/retryWait";
import { type SentPart, type PanelOutline, type PanelProgress, type ToChart } from "../protocol";
import { defaultViewState, type ViewState } from "../model/viewState";
import { titleSeparator } from "../model/jointTitle";
import { type PanelChartPlace, chartTitle } from "../../../shared/chartPlace";
import { msOfInstant } from "../../../shared/instant";
import { sampleConnection } from "../../../shared/place";
import { referencePath } from "../../../shared/referencePath";
import { type Panel, type PanelOptions } from "../../../store/panel";
import { type Panels } from "../../../store/panels";
import { type Connection } from "../../../connect/connection";
import { type Disposable } from "../../../editor/disposables";
import { Throttle } from "../../../editor/throttle";
import { type ChartOutcomes } from "./chartServices";
import { listedName, loadedName } from "./listedName";
import { ComparedPanel, noProgress, otherKindOf } from "./comparedPanel";
import { omittedFromChart, readParts } from "./readParts";
import { type ChartNames, panelIdentity, panelTitle, setsOf, varyingKind } from "./seriesIdentity";
import { type ListedName, panelChartName, panelTabTitle, subjectName } from "./tabTitle";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";

export interface PanelSessionOptions {
  readonly place: PanelChartPlace;
  readonly services: Services;
  readonly outcomes: ChartOutcomes;
  readonly names: ChartNames;
  readonly coverage: (panel: Panel) => string;
  /** The state that an earlier page kept, for a page that has none; null when nothing was kept. */
  readonly viewState: () => ViewState | null;
  readonly post: (message: ToChart) => void;
}

interface WantedComparison {
  readonly generation: number;
  readonly isKindCompared: boolean;
}

interface Fetch {
  readonly controller: AbortController;
  progress: PanelProgress;
  /** Resolves when the fetch has succeeded, failed or been cancelled. */
  ended: Promise<void>;
}

type Ask = (panels: Panels, options: PanelOptions) => Promise<Panel>;

/** Replaces these entries of the outline until values are shown. */
const before: Partial<PanelOutline> = {
  asOf: null,
  fetchedAtMs: null,
  coverage: "",
  omitted: 0,
  staleBecause: null,
};
/** 250 ms: more frequent messages would keep the page too busy to draw. */
const progressMs = 250;

/**
 * The panel of one chart, and the messages to its page: the progress while the panel is fetched, then all variants at
 * once. Holds no values: these are read from memory or disk for each page.
 */
export class PanelSession implements Disposable {
  private panel: Panel | undefined;
  /** The panel whose values were sent to the page. */
  private shown: Panel | undefined;
  private service: ConnectedService | undefined;
  private listed: ListedName = { name: undefined, hasVersions: false };
  private failure: PageFailure | null = null;
  private comparedFailure: PageFailure | null = null;
  /** Whether the failure may be over when the service answers again. */
  private hasOutage = false;
  /** Whether the user has cancelled the first fetch: another one starts only on request. */
  private isCancelled = false;
  private underWay: Fetch | undefined;
  private current = 0;
  private isPageThere = false;
  /** The columns of the view when values were last sent to the page. */
  private sentFor: readonly string[] = [];
  private reading: AbortController | undefined;
  /** The other kind; undefined while nothing is compared. */
  private compared: ComparedPanel | undefined;
  private readonly retryWait = new RetryWait();
  private readonly progress = new Throttle(() => this.reportProgress(), progressMs);
  private readonly reset: Disposable;

  constructor(private readonly options: PanelSessionOptions) {
    const { services, place } = options;
    this.reset = services.onDidReset((connectionId) => {
      if (connectionId === place.connectionId) void this.forget();
    });
  }

  get generation(): number {
    return this.current;
  }

  private get viewState(): ViewState {
    return this.options.viewState() ?? defaultViewState;
  }

  get questioned(): { readonly connectionId: string } {
    return this.options.place;
  }

  /** The requested as-of, for file names: milliseconds since 1970-01-01 UTC; undefined before the first answer. */
  get fileTimeMs(): number | undefined {
    return this.panel && msOfInstant(this.panel.reference.asOf);
  }

  get name(): string {
    const { place, names } = this.options;
    return panelChartName(place.reference, this.nameOrCode, names);
  }

  get tabTitle(): string {
    const { place, names } = this.options;
    return panelTabTitle(place, this.nameOrCode, names);
  }

  /** Whether its name and its variants are known. */
  get isNamed(): boolean {
    return this.title() !== "";
  }

  /** `Inflation · 40 countries`, or `INFL · all countries` until that is known. */
  private get nameOrCode(): string {
    const { place, names } = this.options;
    const { reference } = place;
    if (this.isNamed) return this.title(this.listed.hasVersions);
    return [reference.code, ...setsOf(reference, names)].join(titleSeparator);
  }

  /** Shows the chart in an empty page, or in one that is about to load: messages wait until it has loaded. */
  async ready(): Promise<void> {
    const loaded = this.underWay?.ended ?? this.loadUnlessCancelled();
    this.isPageThere = true;
    this.shown = undefined;
    const awaited = this.failure === null ? noProgress : null;
    this.post([], { ...before, progress: this.underWay?.progress ?? awaited });
    await loaded;
    await this.show();
  }

  /** Stops messages to a page that is gone; a fetch under way continues. */
  hide(): void {
    this.isPageThere = false;
    this.reading?.abort();
    this.current++;
  }

  /** Sends the columns that the view now shows and the page lacks. Ignores an older page. */
  async sendColumns(generation: number): Promise<void> {
    if (generation !== this.current) return;
    if (isDeepStrictEqual(this.viewState.columns, this.sentFor)) return;
    await this.show();
  }

  /**
   * Adds the other kind of each variant as of the same instant, or removes it. Ignores an older page. A failed fetch
   * is shown in the chart like any other failure.
   */
  async compare({ generation, isKindCompared }: WantedComparison): Promise<void> {
    if (generation !== this.current || isKindCompared === (this.compared !== undefined)) return;
    this.compared?.end();
    this.compared = undefined;
    this.comparedFailure = null;
    if (isKindCompared) {
      const { place } = this.options;
      const onProgress = (): void => this.progress.request();
      this.compared = new ComparedPanel({ target: place, onProgress });
      await this.fetchCompared();
    }
    await this.show();
  }

  async refresh(): Promise<void> {
    await this.fetch((panels, options) =>
      panels.panel(this.options.place.reference, { ...options, isRefresh: true }),
    );
    await this.show();
  }

  /**
   * Retries when the service allows it: the failed variants as of the same instant, or the whole panel when it could
   * not be fetched.
   */
  async retry(): Promise<void> {
    const { panel, underWay } = this;
    if (underWay !== undefined) return;
    const { retryWait } = this;
    if (panel === undefined || this.failure !== null) await this.load(retryWait);
    else await this.fetch((panels, options) => panels.retry(panel, options), retryWait);
    await this.show();
  }

  /** Retries what failed during an outage of this connection. Without a page, that is fetched for the next page. */
  async retryOutages(connectionId: string): Promise<void> {
    if (connectionId !== this.options.place.connectionId) return;
    await this.underWay?.ended;
    if (!this.isPageThere) return;
    const isPartOut =
      this.comparedFailure?.cause === "unreachable" ||
      this.panel?.failed.some(({ error }) => isUnreachable(error)) === true;
    if (this.failure === null ? isPartOut : this.hasOutage) await this.retry();
    await this.loadNames({ isRetry: true });
  }

  /** Loads the missing name; call after the picture is painted, which this must not delay. Never throws. */
  async loadNames({ isRetry = false } = {}): Promise<void> {
    if (this.listed.name !== undefined) return;
    const { place, services } = this.options;
    const listed = await loadedName(place, services, isRetry);
    if (listed?.name === undefined) return;
    this.listed = listed;
    this.report();
  }

  /** Shows a panel that was fetched for its texts, when it is newer than the shown one. */
  async follow(panel: Panel): Promise<void> {
    const shown = this.panel;
    if (shown === undefined || this.underWay !== undefined) return;
    if (referencePath(panel.asked) !== referencePath(shown.asked)) return;
    if (panel.reference.asOf <= shown.reference.asOf) return;
    this.panel = panel;
    this.failure = null;
    await this.fetchCompared();
    await this.show();
  }

  /**
   * Cancels the fetch under way, or the reading of its values. What was shown before remains; without that, the chart
   * shows that it was cancelled.
   */
  cancel(): void {
    const { underWay, reading, compared } = this;
    const isComparing = (compared?.progress ?? null) !== null;
    if (underWay === undefined && reading === undefined && !isComparing) return;
    compared?.end();
    if (isComparing && underWay === undefined) {
      // Ends the comparison in the page too.
      const comparison = { isKindCompared: false };
      this.options.post({ type: "compareWith", generation: this.current, comparison });
    }
    this.underWay = undefined;
    underWay?.controller.abort();
    reading?.abort();
    if (reading !== undefined) this.panel = this.shown;
    if (this.panel === undefined) {
      this.isCancelled = true;
      this.hasOutage = false;
      this.failure = this.options.outcomes.cancelled();
    }
    this.report();
  }

  dispose(): void {
    this.reset.dispose();
    this.progress.dispose();
    this.isPageThere = false;
    this.drop();
  }

  private async loadUnlessCancelled(): Promise<void> {
    if (!this.isCancelled) await this.load();
  }

  private async load(wait?: RetryWait): Promise<void> {
    const { reference: panel } = this.options.place;
    await this.fetch((panels, options) => panels.panel(panel, options), wait);
  }

  /** Shows a failure in the chart; what was fetched before remains. */
  private async fetch(ask: Ask, wait?: RetryWait): Promise<void> {
    this.underWay?.controller.abort();
    // When only a failure is shown, the progress replaces it.
    if (this.panel === undefined) this.failure = null;
    this.isCancelled = false;
    const controller = new AbortController();
    const fetch: Fetch = { controller, progress: noProgress, ended: Promise.resolve() };
    this.underWay = fetch;
    this.report();
    fetch.ended = this.take(ask, fetch, wait);
    await fetch.ended;
  }

  private async take(ask: Ask, fetch: Fetch, wait?: RetryWait): Promise<void> {
    try {
      await wait?.end(fetch.controller.signal);
      const panel = await this.asked(ask, fetch);
      if (this.underWay !== fetch) return;
      this.panel = panel;
      this.failure = null;
      for (const { error } of panel.failed) this.retryWait.note(error);
      this.options.outcomes.notePanelRead(this.options.place, panel, panel.reference.asOf);
      // A comparison needs both panels as of one instant.
      await this.fetchCompared();
    } catch (error) {
      if (this.underWay === fetch) this.failFetch(error);
    }
    if (this.underWay === fetch) this.underWay = undefined;
  }

  private async asked(ask: Ask, fetch: Fetch): Promise<Panel> {
    const { services, place } = this.options;
    const { signal } = fetch.controller;
    const service = await services.get(place.connectionId);
    signal.throwIfAborted();
    this.service = service;
    this.listed = await listedName(place.reference, service);
    signal.throwIfAborted();
    const onProgress = (done: number, of: number): void => {
      fetch.progress = { done, of };
      if (this.underWay === fetch) this.progress.request();
    };
    const panel = await ask(service.panels, { signal, onProgress });
    // The fetch may have brought the definition, which has the name.
    if (this.listed.name === undefined) this.listed = await listedName(place.reference, service);
    signal.throwIfAborted();
    return panel;
  }

  /** Shows the failure, and marks the panel as stale. */
  private failFetch(error: unknown): void {
    const { panel } = this;
    const { outcomes, place } = this.options;
    this.retryWait.note(error);
    this.fail(error);
    if (panel === undefined || !isUnreachable(error)) return;
    outcomes.notePanelRead(place, { fetchedAtMs: panel.fetchedAtMs, staleBecause: error });
  }

  private fail(error: unknown): void {
    const { outcomes, place } = this.options;
    this.hasOutage = isUnreachable(error);
    this.failure = outcomes.panelFailureOf(error, place);
  }

  /**
   * Sends everything in a new generation, unless a fetch is under way. When it cannot be read, what was sent remains.
   */
  private async show(): Promise<void> {
    this.reading?.abort();
    if (!this.isPageThere || this.underWay !== undefined) return;
    const reading = (this.reading = new AbortController());
    const { signal } = reading;
    const { viewState } = this;
    try {
      const parts = await this.parts(viewState, signal);
      if (signal.aborted) return;
      this.shown = this.panel;
      this.sentFor = viewState.columns;
      this.post(parts);
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error);
      this.report();
    } finally {
      if (this.reading === reading) this.reading = undefined;
    }
  }

  private async parts(state: ViewState, signal: AbortSignal): Promise<readonly SentPart[]> {
    const { panel, service, compared } = this;
    if (panel === undefined || service === undefined) return [];
    const { place, names, outcomes } = this.options;
    const { connection } = service;
    const subject = { place, names, connection, state, role: "part" } as const;
    const parts = await readParts({ panel, service, subject, outcomes }, signal);
    const other = compared?.of(panel);
    if (other === undefined) return [...parts, ...this.failedComparison(panel, connection)];
    const reference = otherKindOf(place, panel);
    const otherSubject = { ...subject, place: { ...place, reference }, role: "kind" } as const;
    const source = { panel: other, service, subject: otherSubject, outcomes };
    return [...parts, ...(await readParts(source, signal))];
  }

  private failedComparison(panel: Panel, connection: Connection): readonly SentPart[] {
    const { comparedFailure: failure } = this;
    const { place, names } = this.options;
    if (failure === null) return [];
    const otherPlace = { ...place, reference: otherKindOf(place, panel) };
    const identity = panelIdentity(otherPlace, connection, names, "");
    const title = otherPlace.reference.dataKind;
    return [
      {
        id: identity.path,
        role: "kind",
        family: "signal",
        title,
        fullTitle: title,
        shortTitle: title,
        identity,
        isLoading: false,
        data: null,
        failure,
      },
    ];
  }

  private async fetchCompared(): Promise<void> {
    const { compared, panel, service } = this;
    if (compared === undefined || panel === undefined || service === undefined) return;
    this.comparedFailure = null;
    try {
      const fetched = compared.fetch(service.panels, panel);
      this.report();
      await fetched;
    } catch (error) {
      if (this.compared !== compared) return;
      this.retryWait.note(error);
      this.comparedFailure = this.options.outcomes.panelFailureOf(error, this.options.place);
    }
  }

  private post(parts: readonly SentPart[], changes: Partial<PanelOutline> = {}): void {
    const { place, post, viewState } = this.options;
    const title = chartTitle(place);
    const isSample = place.connectionId === sampleConnection;
    const generation = ++this.current;
    const panel = { ...this.outline(), ...changes };
    const state = viewState();
    post({ type: "show", generation, canUndo: false, title, isSample, parts, panel, state });
  }

  private reportProgress(): void {
    const isComparing = (this.compared?.progress ?? null) !== null;
    if (this.underWay !== undefined || isComparing) this.report();
  }

  private report(): void {
    if (!this.isPageThere) return;
    const panel = { ...this.outline(), ...(this.shown === undefined ? before : {}) };
    this.options.post({ type: "panel", generation: this.current, panel });
  }

  private outline(): PanelOutline {
    const { panel, service, failure, underWay, compared } = this;
    const { place, names, coverage, outcomes } = this.options;
    const staleBecause = panel?.staleBecause;
    return {
      identity: panelIdentity(place, service?.connection, names, this.title()),
      varying: varyingKind(place.reference),
      asOf: panel?.reference.asOf ?? null,
      // From the clock that the as-of is taken from, so that it is never before the as-of.
      fetchedAtMs: panel === undefined ? null : msOfInstant(panel.retrievedAt),
      coverage: panel === undefined ? "" : coverage(panel),
      omitted: panel === undefined ? 0 : omittedFromChart(panel),
      staleBecause: staleBecause === undefined ? null : outcomes.reasonOf(staleBecause),
      progress: compared?.progress ?? underWay?.progress ?? null,
      failure,
    };
  }

  /** Empty until its name and its variants are known. */
  private title(isVersioned = false): string {
    const { panel, listed } = this;
    const { place, names } = this.options;
    const { reference } = place;
    if (panel === undefined || listed.name === undefined) return "";
    const { variants, missing, failed } = panel;
    const name = subjectName(reference, { ...listed, hasVersions: isVersioned });
    return panelTitle(name, reference, variants.length + missing.length + failed.length, names);
  }

  /** Discards what the connection returned, because its address or key has changed. */
  private async forget(): Promise<void> {
    this.drop();
    if (!this.isPageThere) return;
    await this.ready();
    await this.loadNames();
  }

  private drop(): void {
    this.underWay?.controller.abort();
    this.underWay = undefined;
    this.compared?.end();
    this.compared = undefined;
    this.comparedFailure = null;
    this.reading?.abort();
    this.panel = undefined;
    this.shown = undefined;
    this.service = undefined;
    this.failure = null;
    this.isCancelled = false;
    this.current++;
  }
}
