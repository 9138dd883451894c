import { type PageFailure } from "../../../shared/pageProtocol";
import { type Frame } from "../../../data/frame";
import { sliceFrame } from "../../../data/sliceFrame";
import { isUnreachable } from "../../../service/errors";
import { RetryWait } from "../../../service/retryWait";
import { Urgency } from "../../../service/urgency";
import {
  type ChartPart,
  type PartRole,
  type ReportedPart,
  type SentData,
  type SentPart,
  type SeriesTitles,
} from "../protocol";
import { showSameColumns } from "../model/columnNames";
import { type ViewState } from "../model/viewState";
import { type Instant } from "../../../shared/instant";
import { type Slice } from "../../../shared/slice";
import { latestInstant } from "../../../store/freshness";
import { isLatest, type Latest } from "../../../store/latest";
import { type CachedVintage } from "../../../store/seriesStore";
import { type Connection } from "../../../connect/connection";
import { chartDataOf, sentDataOf } from "./chartData";
import { type ChartOutcomes } from "./chartServices";
import { listedName, loadedName } from "./listedName";
import { type ListedName } from "./tabTitle";
import { type ChartedSlice, chartSliceOf } from "./chartSlice";
import { type ChartNames, seriesIdentity } from "./seriesIdentity";
import { type TitledSeries } from "./tabTitle";
import { type SeriesTarget, targetPath } from "../../../shared/place";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";
import { type FailedFetch, failedFetch } from "./failedFetch";

/** One series of a chart. */
export interface ChartSeriesPlace {
  readonly placed: SeriesTarget;
  readonly role: PartRole;
  readonly slice?: Slice;
}

export interface ChartSeriesOptions extends ChartSeriesPlace {
  readonly services: Services;
  readonly outcomes: ChartOutcomes;
  /** The view; the columns that it shows are sent. */
  readonly viewState: () => ViewState;
  /** Resolves `latest` for the chart; called at each fetch. */
  readonly latest: (isRefresh: boolean) => Promise<Latest>;
  /** Called when the name of the signal or market is found, possibly before the data. */
  readonly named: () => void;
  /** Called after each change of what is shown. */
  readonly changed: () => void;
}

/** A fetched series. */
interface Answer {
  /** Weak while the chart is hidden, so that its memory can be reclaimed. */
  frame: Frame | WeakRef<Frame>;
  readonly latestAsOf: Instant | null;
  readonly fetchedAtMs: number;
  readonly staleBecause: string | null;
  readonly repairs: readonly string[];
  readonly slice: ChartedSlice | null;
}

/** How the last fetch ended. A failure keeps the answer before it. */
type Outcome =
  | { readonly type: "idle" }
  | { readonly type: "shown"; readonly answer: Answer }
  | {
      readonly type: "failed";
      readonly failure: PageFailure;
      /** The cached series that can be opened instead. */
      readonly cached: SeriesTarget | undefined;
      readonly isRefresh: boolean;
      /**
       * After an outage a retry may succeed when the service answers again; after a refusal as later, when the window's
       * as-of changes.
       */
      readonly cause: FailedFetch;
      readonly answer: Answer | undefined;
    };

/** A fetch under way; the chart shows the outcome before it. */
interface Fetching {
  readonly type: "fetching";
  readonly controller: AbortController;
  readonly isRefresh: boolean;
  readonly before: Outcome;
  ended: Promise<void>;
}

const idle: Outcome = { type: "idle" };

/** One series of a chart: its last answer, and the fetch under way. */
export class ChartSeries {
  readonly id: string;
  readonly placed: SeriesTarget;
  private state: Outcome | Fetching = idle;
  private connection: Connection | undefined;
  private listed: ListedName = { name: undefined, hasVersions: false };
  private isReleased = false;
  /** The view for which the answer was sent to the page; undefined before that. */
  private sentFor: ViewState | undefined;
  private readonly retryWait = new RetryWait();

  constructor(private readonly options: ChartSeriesOptions) {
    this.placed = options.placed;
    this.id = targetPath(options.placed);
  }

  private get outcome(): Outcome {
    return this.state.type === "fetching" ? this.state.before : this.state;
  }

  private get answer(): Answer | undefined {
    const { outcome } = this;
    return outcome.type === "idle" ? undefined : outcome.answer;
  }

  get hasFailed(): boolean {
    return this.outcome.type === "failed";
  }

  /** The cached series that can be opened instead; undefined unless this one has failed. */
  get cached(): SeriesTarget | undefined {
    const { outcome } = this;
    return outcome.type === "failed" ? outcome.cached : undefined;
  }

  /** The instant that `latest` resolved to; undefined when it is not resolved, or when the answer is stale. */
  get latestAsOf(): Instant | undefined {
    const { latestAsOf, staleBecause } = this.answer ?? {};
    return staleBecause === null ? (latestAsOf ?? undefined) : undefined;
  }

  get isUnderWay(): boolean {
    return this.state.type === "fetching";
  }

  get fetchedAtMs(): number | undefined {
    return this.answer?.fetchedAtMs;
  }

  get named(): TitledSeries {
    return { placed: this.placed, ...this.listed };
  }

  /** The part with its data, for a page that has neither. */
  part(titles: SeriesTitles, names: ChartNames): SentPart {
    return { ...this.outline(titles, names), data: this.data() };
  }

  /** The part for a page that has it already; with data only when these have changed since. */
  change(titles: SeriesTitles, names: ChartNames): ReportedPart {
    const data = this.sentFor === undefined ? this.data() : "unchanged";
    return { ...this.outline(titles, names), data };
  }

  /** Sends the series again when the view shows columns other than those already sent. */
  sendColumns(): void {
    const { sentFor, options } = this;
    if (sentFor === undefined || showSameColumns(sentFor, options.viewState())) return;
    this.sentFor = undefined;
    options.changed();
  }

  /** Fetches the series, unless a fetch is under way. A failure is shown in its place. */
  async load(): Promise<void> {
    this.isReleased = false;
    if (this.isUnderWay) return;
    const { answer } = this;
    this.state = answer === undefined ? idle : { type: "shown", answer };
    await this.ask(false);
  }

  async refresh(): Promise<void> {
    const { state } = this;
    if (state.type !== "fetching" || !state.isRefresh) await this.ask(true);
  }

  /** Repeats what failed, once the service allows it: it may ask for a wait of up to a minute. */
  async retry(): Promise<void> {
    const { outcome } = this;
    await this.ask(outcome.type === "failed" && outcome.isRefresh, this.retryWait);
  }

  /** Retries after a failure by an outage, once the fetch under way has ended. */
  async retryOutage(): Promise<void> {
    if (this.state.type === "fetching") await this.state.ended;
    await this.retryAfter("outage");
  }

  /** Retries after a failure of this cause, unless a fetch is under way. */
  async retryAfter(cause: FailedFetch): Promise<void> {
    if (this.state.type === "failed" && this.state.cause === cause) await this.retry();
  }

  /** Loads the listing that has the missing name. Without one the code remains, and nothing is reported. */
  async loadName(isRetry: boolean): Promise<void> {
    if (this.listed.name !== undefined) return;
    const listed = await loadedName(this.placed, this.options.services, isRetry);
    if (listed?.name === undefined) return;
    this.listed = listed;
    this.options.changed();
  }

  /** Allows the data to be reclaimed while the chart is hidden. */
  release(): void {
    this.isReleased = true;
    this.sentFor = undefined;
    const { answer } = this;
    if (answer === undefined || answer.frame instanceof WeakRef) return;
    answer.frame = new WeakRef(answer.frame);
  }

  /** Discards the answer, because the connection's address or key has changed. */
  forget(): void {
    this.stop();
    this.state = idle;
    this.sentFor = undefined;
    this.connection = undefined;
  }

  stop(): void {
    if (this.state.type === "fetching") this.state.controller.abort();
    this.state = this.outcome;
  }

  private outline(titles: SeriesTitles, names: ChartNames): Omit<ChartPart, "data"> {
    const { outcome } = this;
    const { family } = this.placed.reference;
    return {
      id: this.id,
      role: this.options.role,
      family,
      ...titles,
      identity: seriesIdentity(this.placed, this.connection, names, this.listed.name),
      isLoading: this.isUnderWay,
      failure: outcome.type === "failed" ? outcome.failure : null,
    };
  }

  private data(): SentData | null {
    const { answer } = this;
    const state = this.options.viewState();
    this.sentFor = state;
    const frame = answer?.frame instanceof WeakRef ? answer.frame.deref() : answer?.frame;
    if (answer === undefined || frame === undefined) return null;
    answer.frame = frame;
    return sentDataOf(chartDataOf({ ...answer, frame, reference: this.placed.reference }, state));
  }

  private async ask(isRefresh: boolean, wait?: RetryWait): Promise<void> {
    this.stop();
    const controller = new AbortController();
    const before = this.outcome;
    const ended = Promise.resolve();
    const fetching: Fetching = { type: "fetching", controller, isRefresh, before, ended };
    this.state = fetching;
    this.options.changed();
    fetching.ended = this.run(fetching, wait);
    await fetching.ended;
  }

  private async run(fetching: Fetching, wait?: RetryWait): Promise<void> {
    const { controller, isRefresh } = fetching;
    let service: ConnectedService | undefined;
    try {
      await wait?.end(controller.signal);
      service = await this.options.services.get(this.placed.connectionId);
      const answer = await this.fetch(service, controller.signal, isRefresh);
      this.state = { type: "shown", answer };
    } catch (error) {
      if (this.state !== fetching) return;
      const cached = await this.cachedInstead(error, service);
      if (this.state !== fetching) return;
      this.fail(error, isRefresh, cached);
    }
    if (this.isReleased) this.release();
    this.options.changed();
  }

  private async fetch(
    source: ConnectedService,
    signal: AbortSignal,
    isRefresh: boolean,
  ): Promise<Answer> {
    const { outcomes, slice } = this.options;
    const { reference } = this.placed;
    signal.throwIfAborted();
    this.connection = source.connection;
    const latest = await this.options.latest(isRefresh);
    const urgency = new Urgency("click");
    const [fetched] = await Promise.all([
      latest.series({ source, reference }, { signal, urgency, isRefresh }),
      this.readName(source, signal),
    ]);
    // The fetch may have brought the definition, which has the name.
    if (this.listed.name === undefined) await this.readName(source, signal);
    signal.throwIfAborted();
    const whole = fetched.frame;
    const frame = sliceFrame(whole, slice);
    const { fetchedAtMs, staleBecause: because } = fetched;
    const staleBecause = because === undefined ? null : outcomes.reasonOf(because);
    const part = slice === undefined ? null : chartSliceOf(slice, frame, whole);
    const latestAsOf = isLatest(reference) ? latestInstant(fetched) : null;
    const repairs = outcomes.repairText(fetched.repairs);
    this.sentFor = undefined;
    outcomes.noteRead(this.placed, fetched);
    return { frame, latestAsOf, fetchedAtMs, staleBecause, repairs, slice: part };
  }

  private async readName(source: ConnectedService, signal: AbortSignal): Promise<void> {
    const listed = await listedName(this.placed.reference, source);
    if (signal.aborted) return;
    this.listed = listed;
    this.options.named();
  }

  /** The nearest cached vintage, to offer when nothing is shown of this one. */
  private async cachedInstead(
    error: unknown,
    service: ConnectedService | undefined,
  ): Promise<CachedVintage | undefined> {
    const { reference } = this.placed;
    if (this.answer !== undefined || reference.family === "forecast") return undefined;
    try {
      return await service?.series.nearestCached(reference, isUnreachable(error));
    } catch {
      // Only the failure of the series itself is reported.
      return undefined;
    }
  }

  /** Keeps the last answer, and marks it as stale. */
  private fail(error: unknown, isRefresh: boolean, cached: CachedVintage | undefined): void {
    const { outcomes } = this.options;
    const { connectionId } = this.placed;
    const isOutage = isUnreachable(error);
    const answer =
      this.answer && isOutage
        ? { ...this.answer, staleBecause: outcomes.reasonOf(error) }
        : this.answer;
    this.retryWait.note(error);
    this.state = {
      type: "failed",
      failure: outcomes.failureOf(error, this.placed, cached),
      cached: cached && { connectionId, reference: cached.reference },
      isRefresh,
      cause: failedFetch(error),
      answer,
    };
    outcomes.noteFailure(this.placed, error);
    if (answer === undefined || !isOutage) return;
    this.sentFor = undefined;
    outcomes.noteRead(this.placed, { fetchedAtMs: answer.fetchedAtMs, staleBecause: error });
  }
}
