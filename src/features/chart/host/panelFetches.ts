import { type PageFailure } from "../../../shared/pageProtocol";
import { isUnreachable } from "../../../service/errors";
import { RetryWait } from "../../../service/retryWait";
import { type PanelProgress } from "../protocol";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { referencePath } from "../../../shared/referencePath";
import { type Panel, type PanelOptions } from "../../../store/panel";
import { type Panels } from "../../../store/panels";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";
import { type ChartOutcomes } from "./chartServices";
import { ComparedPanel, noProgress } from "./comparedPanel";
import { listedName, loadedName } from "./listedName";
import { type ListedName } from "./tabTitle";
import { type FailedFetch, failedFetch } from "./failedFetch";

/** The place of a panel's chart, and where its panel comes from. */
export interface PanelSource {
  readonly place: PanelChartPlace;
  readonly services: Services;
  readonly outcomes: ChartOutcomes;
}

interface Fetch {
  readonly controller: AbortController;
  progress: PanelProgress;
  /** Resolves when the fetch has succeeded, failed or been cancelled. */
  ended: Promise<void>;
}

/** How the last fetch ended. A failure keeps the panel that was fetched before it. */
type Outcome =
  | { readonly type: "idle" }
  | { readonly type: "shown"; readonly panel: Panel }
  | {
      readonly type: "failed";
      readonly failure: PageFailure;
      /** After Cancel, the panel is fetched only on request. */
      readonly cause: FailedFetch | "cancelled";
      readonly panel: Panel | undefined;
    };

/** While a fetch is under way, the chart shows the outcome before it. */
type State =
  | Outcome
  | { readonly type: "fetching"; readonly fetch: Fetch; readonly before: Outcome };

const idle: Outcome = { type: "idle" };

/** The other kind of each variant, beside the panel. */
interface Comparison {
  readonly panel: ComparedPanel;
  failure: PageFailure | null;
}

type Ask = (panels: Panels, options: PanelOptions) => Promise<Panel>;

/** Fetches the panel of one chart and the other kind to compare it with, and keeps how the last fetch ended. */
export class PanelFetches {
  private state: State = idle;
  private comparison: Comparison | undefined;
  private connected: ConnectedService | undefined;
  private listedName: ListedName = { name: undefined, hasVersions: false };
  private readonly retryWait = new RetryWait();

  /**
   * @param changed - Called when a fetch begins.
   * @param progressed - Called often, on each change of progress.
   */
  constructor(
    private readonly source: PanelSource,
    private readonly changed: () => void,
    private readonly progressed: () => void,
  ) {}

  /** The newest panel that was fetched. */
  get panel(): Panel | undefined {
    const { outcome } = this;
    return outcome.type === "idle" ? undefined : outcome.panel;
  }

  get failure(): PageFailure | null {
    const { outcome } = this;
    return outcome.type === "failed" ? outcome.failure : null;
  }

  /** The service, once it is connected. */
  get service(): ConnectedService | undefined {
    return this.connected;
  }

  get listed(): ListedName {
    return this.listedName;
  }

  /** Resolves when the fetch under way has ended; undefined without one. */
  get ended(): Promise<void> | undefined {
    return this.underWay?.ended;
  }

  get isUnderWay(): boolean {
    return this.underWay !== undefined;
  }

  /** The progress of the fetch of the panel or of the other kind; null without either. */
  get progress(): PanelProgress | null {
    return this.comparison?.panel.progress ?? this.underWay?.progress ?? null;
  }

  get isCompared(): boolean {
    return this.comparison !== undefined;
  }

  get isComparing(): boolean {
    return (this.comparison?.panel.progress ?? null) !== null;
  }

  get comparedFailure(): PageFailure | null {
    return this.comparison?.failure ?? null;
  }

  /** Whether the panel, a variant of it or the comparison failed during an outage. */
  get isOut(): boolean {
    const { outcome, panel, comparedFailure } = this;
    if (outcome.type === "failed") return outcome.cause === "outage";
    const isPartOut = panel?.failed.some(({ error }) => isUnreachable(error)) === true;
    return isPartOut || comparedFailure?.cause === "unreachable";
  }

  /** Whether the panel was refused as later than the window's as-of. */
  get isRefused(): boolean {
    return this.state.type === "failed" && this.state.cause === "refused";
  }

  private get underWay(): Fetch | undefined {
    return this.state.type === "fetching" ? this.state.fetch : undefined;
  }

  private get outcome(): Outcome {
    return this.state.type === "fetching" ? this.state.before : this.state;
  }

  /** The other kind of a panel; undefined until it is fetched for the same instant. */
  otherKind(panel: Panel): Panel | undefined {
    return this.comparison?.panel.of(panel);
  }

  /** Fetches the panel, or waits for the fetch under way. After Cancel it fetches only on request. */
  async load(): Promise<void> {
    const { state } = this;
    if (state.type === "fetching") await state.fetch.ended;
    else if (state.type !== "failed" || state.cause !== "cancelled") await this.fetchWhole();
  }

  async refresh(): Promise<void> {
    await this.fetch((panels, options) =>
      panels.panel(this.source.place.reference, { ...options, isRefresh: true }),
    );
  }

  /**
   * Retries when the service allows it: the failed variants as of the same instant, or the whole panel when it could
   * not be fetched.
   */
  async retry(): Promise<void> {
    const { panel, retryWait } = this;
    if (panel === undefined || this.failure !== null) await this.fetchWhole(retryWait);
    else await this.fetch((panels, options) => panels.retry(panel, options), retryWait);
  }

  /** Adopts a panel that was fetched for another view, if it is newer. Returns whether it is. */
  async follow(panel: Panel): Promise<boolean> {
    const shown = this.panel;
    if (shown === undefined || this.isUnderWay) return false;
    if (referencePath(panel.asked) !== referencePath(shown.asked)) return false;
    if (panel.reference.asOf <= shown.reference.asOf) return false;
    this.state = { type: "shown", panel };
    await this.fetchCompared();
    return true;
  }

  /** Fetches the other kind as of the same instant, or removes it. Never throws; see {@link comparedFailure}. */
  async compare(isKindCompared: boolean): Promise<void> {
    this.comparison?.panel.end();
    this.comparison = undefined;
    if (!isKindCompared) return;
    const { place: target } = this.source;
    const panel = new ComparedPanel({ target, onProgress: this.progressed });
    this.comparison = { panel, failure: null };
    await this.fetchCompared();
  }

  /** Cancels what is under way and returns to a panel; without one, that is a failure. */
  cancel(panel: Panel | undefined): void {
    this.comparison?.panel.end();
    this.underWay?.controller.abort();
    if (panel === undefined) {
      const failure = this.source.outcomes.cancelled();
      this.state = { type: "failed", failure, cause: "cancelled", panel };
    } else {
      this.state = panel === this.panel ? this.outcome : { type: "shown", panel };
    }
  }

  private fail(error: unknown): void {
    const { panel } = this;
    const { outcomes, place } = this.source;
    const failure = outcomes.panelFailureOf(error, place);
    this.state = { type: "failed", failure, cause: failedFetch(error), panel };
  }

  /** Keeps why the values of the panel could not be read; a fetch under way continues. */
  failReading(error: unknown): void {
    const { state } = this;
    this.fail(error);
    if (state.type === "fetching") this.state = { ...state, before: this.outcome };
  }

  /** Loads the missing name. Returns whether there is a new one; never throws. */
  async loadName(isRetry: boolean): Promise<boolean> {
    if (this.listed.name !== undefined) return false;
    const { place, services } = this.source;
    const listed = await loadedName(place, services, isRetry);
    if (listed?.name === undefined) return false;
    this.listedName = listed;
    return true;
  }

  /** Discards all data from the service. */
  forget(): void {
    this.underWay?.controller.abort();
    this.state = idle;
    this.comparison?.panel.end();
    this.comparison = undefined;
    this.connected = undefined;
  }

  private async fetchWhole(wait?: RetryWait): Promise<void> {
    const { reference } = this.source.place;
    await this.fetch((panels, options) => panels.panel(reference, options), wait);
  }

  private async fetch(ask: Ask, wait?: RetryWait): Promise<void> {
    this.underWay?.controller.abort();
    const controller = new AbortController();
    const fetch: Fetch = { controller, progress: noProgress, ended: Promise.resolve() };
    // When only a failure is shown, the progress replaces it.
    const before = this.panel === undefined ? idle : this.outcome;
    this.state = { type: "fetching", fetch, before };
    this.changed();
    fetch.ended = this.take(ask, fetch, wait);
    await fetch.ended;
  }

  private async take(ask: Ask, fetch: Fetch, wait?: RetryWait): Promise<void> {
    try {
      await wait?.end(fetch.controller.signal);
      const panel = await this.asked(ask, fetch);
      if (this.underWay !== fetch) return;
      this.state = { type: "fetching", fetch, before: { type: "shown", panel } };
      for (const { error } of panel.failed) this.retryWait.note(error);
      this.source.outcomes.notePanelRead(this.source.place, panel, panel.reference.asOf);
      // A comparison needs both panels as of one instant.
      await this.fetchCompared();
      if (this.underWay === fetch) this.state = this.outcome;
    } catch (error) {
      if (this.underWay === fetch) this.failFetch(error);
    }
  }

  private async asked(ask: Ask, fetch: Fetch): Promise<Panel> {
    const { services, place } = this.source;
    const { signal } = fetch.controller;
    const service = await services.get(place.connectionId);
    signal.throwIfAborted();
    this.connected = service;
    this.listedName = await listedName(place.reference, service);
    signal.throwIfAborted();
    const onProgress = (done: number, of: number): void => {
      fetch.progress = { done, of };
      if (this.underWay === fetch) this.progressed();
    };
    const panel = await ask(service.panels, { signal, onProgress });
    // The fetch may have brought the definition, which has the name.
    if (this.listed.name === undefined) {
      this.listedName = await listedName(place.reference, service);
    }
    signal.throwIfAborted();
    return panel;
  }

  /** Keeps the failure, and marks the panel as stale. */
  private failFetch(error: unknown): void {
    const { panel } = this;
    const { outcomes, place } = this.source;
    this.retryWait.note(error);
    this.fail(error);
    if (panel === undefined || !isUnreachable(error)) return;
    outcomes.notePanelRead(place, { fetchedAtMs: panel.fetchedAtMs, staleBecause: error });
  }

  private async fetchCompared(): Promise<void> {
    const { comparison, panel, service } = this;
    if (comparison === undefined || panel === undefined || service === undefined) return;
    comparison.failure = null;
    try {
      const fetched = comparison.panel.fetch(service.panels, panel);
      this.changed();
      await fetched;
    } catch (error) {
      if (this.comparison !== comparison) return;
      this.retryWait.note(error);
      comparison.failure = this.source.outcomes.panelFailureOf(error, this.source.place);
    }
  }
}
