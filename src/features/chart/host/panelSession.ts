import { type SentPart, type PanelOutline, type ToChart } from "../protocol";
import { showSameColumns } from "../model/columnNames";
import { defaultViewState, type ViewState } from "../model/viewState";
import { titleSeparator } from "../model/jointTitle";
import { chartTitle } from "../../../shared/chartPlace";
import { msOfInstant } from "../../../shared/instant";
import { sampleConnection } from "../../../shared/place";
import { type Panel } from "../../../store/panel";
import { type Connection } from "../../../connect/connection";
import { type Disposable } from "../../../editor/disposables";
import { Throttle } from "../../../editor/throttle";
import { noProgress, otherKindOf } from "./comparedPanel";
import { PanelFetches, type PanelSource } from "./panelFetches";
import { omittedFromChart, readParts } from "./readParts";
import { type ChartNames, panelIdentity, panelTitle, setsOf, varyingKind } from "./seriesIdentity";
import { panelChartName, panelTabTitle, subjectName } from "./tabTitle";

export interface PanelSessionOptions extends PanelSource {
  readonly names: ChartNames;
  readonly coverage: (panel: Panel) => string;
  /** The state that an earlier page kept, for a page that has none; null when nothing was kept. */
  readonly viewState: () => ViewState | null;
  readonly post: (message: ToChart) => void;
}

interface PanelComparison {
  readonly generation: number;
  readonly isKindCompared: boolean;
}

/** The page of the current generation. */
interface Page {
  /** The panel and the view of the values that were sent last; undefined before that. */
  sent: { readonly panel: Panel | undefined; readonly view: ViewState } | undefined;
  /** Present while values are read for it. */
  reading?: AbortController | undefined;
}

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
  private readonly fetches: PanelFetches;
  private readonly progress = new Throttle(() => this.reportProgress(), progressMs);
  private page: Page | undefined;
  private current = 0;
  private readonly reset: Disposable;

  constructor(private readonly options: PanelSessionOptions) {
    const { services, place } = options;
    this.fetches = new PanelFetches(
      options,
      () => this.report(),
      () => this.progress.request(),
    );
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
    const { panel } = this.fetches;
    return panel && msOfInstant(panel.reference.asOf);
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
    if (this.isNamed) return this.title(this.fetches.listed.hasVersions);
    return [reference.code, ...setsOf(reference, names)].join(titleSeparator);
  }

  /** Shows the chart in an empty page, or in one that is about to load: messages wait until it has loaded. */
  async ready(): Promise<void> {
    const { fetches } = this;
    const loaded = fetches.load();
    this.page = { sent: undefined };
    const awaited = fetches.failure === null ? noProgress : null;
    this.post([], { ...before, progress: fetches.progress ?? awaited });
    await loaded;
    await this.show();
  }

  /** Stops messages to a page that is gone; a fetch under way continues. */
  hide(): void {
    this.closePage();
    this.current++;
  }

  /** Sends the columns that the view now shows and the page lacks. Ignores an older page. */
  async sendColumns(generation: number): Promise<void> {
    if (generation !== this.current) return;
    const sent = this.page?.sent;
    if (sent !== undefined && showSameColumns(sent.view, this.viewState)) return;
    await this.show();
  }

  /**
   * Adds the other kind of each variant as of the same instant, or removes it. Ignores an older page. A failed fetch
   * is shown in the chart like any other failure.
   */
  async compare({ generation, isKindCompared }: PanelComparison): Promise<void> {
    if (generation !== this.current || isKindCompared === this.fetches.isCompared) return;
    await this.fetches.compare(isKindCompared);
    await this.show();
  }

  async refresh(): Promise<void> {
    await this.fetches.refresh();
    await this.show();
  }

  /** Retries what failed, unless a fetch is under way. */
  async retry(): Promise<void> {
    if (this.fetches.isUnderWay) return;
    await this.fetches.retry();
    await this.show();
  }

  /** Retries what failed during an outage of this connection. Without a page, that is fetched for the next page. */
  async retryOutages(connectionId: string): Promise<void> {
    if (connectionId !== this.options.place.connectionId) return;
    await this.fetches.ended;
    if (this.page === undefined) return;
    if (this.fetches.isOut) await this.retry();
    await this.loadNames({ isRetry: true });
  }

  /** Retries the panel if it was refused as later than the window's as-of, which has changed. */
  async retryRefused(): Promise<void> {
    if (this.page !== undefined && this.fetches.isRefused) await this.retry();
  }

  /** Loads the missing name; call after the picture is painted, which this must not delay. Never throws. */
  async loadNames({ isRetry = false } = {}): Promise<void> {
    if (await this.fetches.loadName(isRetry)) this.report();
  }

  /** Shows a panel that was fetched for its texts, when it is newer than the shown one. */
  async follow(panel: Panel): Promise<void> {
    if (await this.fetches.follow(panel)) await this.show();
  }

  /**
   * Cancels the fetch under way, or the reading of its values. What was shown before remains; without that, the chart
   * shows that it was cancelled.
   */
  cancel(): void {
    const { fetches, page } = this;
    const reading = page?.reading;
    const { isUnderWay, isComparing, panel } = fetches;
    if (!isUnderWay && reading === undefined && !isComparing) return;
    if (isComparing && !isUnderWay) {
      // Ends the comparison in the page too.
      const comparison = { isKindCompared: false };
      this.options.post({ type: "compareWith", generation: this.current, comparison });
    }
    reading?.abort();
    fetches.cancel(reading === undefined ? panel : page?.sent?.panel);
    this.report();
  }

  dispose(): void {
    this.reset.dispose();
    this.progress.dispose();
    this.closePage();
    this.drop();
  }

  /**
   * Sends everything in a new generation, unless a fetch is under way. When it cannot be read, what was sent remains.
   */
  private async show(): Promise<void> {
    const { page, viewState: view } = this;
    page?.reading?.abort();
    if (page === undefined || this.fetches.isUnderWay) return;
    const reading = (page.reading = new AbortController());
    const { signal } = reading;
    try {
      const parts = await this.parts(view, signal);
      if (signal.aborted) return;
      page.sent = { panel: this.fetches.panel, view };
      this.post(parts);
    } catch (error) {
      if (signal.aborted) return;
      this.fetches.failReading(error);
      this.report();
    } finally {
      if (page.reading === reading) page.reading = undefined;
    }
  }

  private async parts(state: ViewState, signal: AbortSignal): Promise<readonly SentPart[]> {
    const { panel, service } = this.fetches;
    if (panel === undefined || service === undefined) return [];
    const { place, names, outcomes } = this.options;
    const { connection } = service;
    const subject = { place, names, connection, state, role: "part" } as const;
    const parts = await readParts({ panel, service, subject, outcomes }, signal);
    const other = this.fetches.otherKind(panel);
    if (other === undefined) return [...parts, ...this.failedComparison(panel, connection)];
    const reference = otherKindOf(place, panel);
    const otherSubject = { ...subject, place: { ...place, reference }, role: "kind" } as const;
    const source = { panel: other, service, subject: otherSubject, outcomes };
    return [...parts, ...(await readParts(source, signal))];
  }

  private failedComparison(panel: Panel, connection: Connection): readonly SentPart[] {
    const { comparedFailure: failure } = this.fetches;
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

  private post(parts: readonly SentPart[], changes: Partial<PanelOutline> = {}): void {
    const { place, services, post, viewState } = this.options;
    const title = chartTitle(place);
    const isSample = place.connectionId === sampleConnection;
    const generation = ++this.current;
    const panel = { ...this.outline(), ...changes };
    const shown = { title, isSample, parts, panel, bound: services.gate.instant ?? null };
    post({ type: "show", generation, canUndo: false, ...shown, state: viewState() });
  }

  private reportProgress(): void {
    if (this.fetches.progress !== null) this.report();
  }

  private report(): void {
    const { page } = this;
    if (page === undefined) return;
    const panel = { ...this.outline(), ...(page.sent?.panel === undefined ? before : {}) };
    this.options.post({ type: "panel", generation: this.current, panel });
  }

  private outline(): PanelOutline {
    const { panel, service, failure, progress } = this.fetches;
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
      progress,
      failure,
    };
  }

  /** Empty until its name and its variants are known. */
  private title(isVersioned = false): string {
    const { panel, listed } = this.fetches;
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
    if (this.page === undefined) return;
    await this.ready();
    await this.loadNames();
  }

  private closePage(): void {
    this.page?.reading?.abort();
    this.page = undefined;
  }

  private drop(): void {
    this.page?.reading?.abort();
    this.fetches.forget();
    this.current++;
  }
}
