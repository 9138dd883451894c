import { isDeepStrictEqual } from "node:util";
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
import { shownChoice } from "../model/columnNames";
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

/** The last answer. */
interface Shown {
  /** Weak while the chart is hidden, so that its memory can be reclaimed. */
  readonly frame: Frame | WeakRef<Frame>;
  readonly latestAsOf: Instant | null;
  readonly fetchedAtMs: number;
  readonly staleBecause: string | null;
  readonly repairs: readonly string[];
  readonly slice: ChartedSlice | null;
}

interface UnderWay {
  readonly controller: AbortController;
  readonly isRefresh: boolean;
  ended: Promise<void>;
}

interface Failed {
  readonly cached: CachedVintage | undefined;
  readonly isRefresh: boolean;
}

/** One series of a chart: its last answer, and the fetch under way. */
export class ChartSeries {
  readonly id: string;
  readonly placed: SeriesTarget;
  private shown: Shown | undefined;
  private connection: Connection | undefined;
  private listed: ListedName = { name: undefined, hasVersions: false };
  private instead: SeriesTarget | undefined;
  /** Shown until a retry has ended. */
  private failure: PageFailure | null = null;
  private underWay: UnderWay | undefined;
  private isReleased = false;
  /** The choice of columns with which {@link shown} was sent to the page; undefined before that. */
  private sentFor: readonly string[] | undefined;
  private hasRefreshFailed = false;
  /** Whether the last failure may be over when the service answers again. */
  private hasOutage = false;
  private readonly retryWait = new RetryWait();

  constructor(private readonly options: ChartSeriesOptions) {
    this.placed = options.placed;
    this.id = targetPath(options.placed);
  }

  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** The cached series that can be opened instead; undefined unless this one has failed. */
  get cached(): SeriesTarget | undefined {
    return this.hasFailed ? this.instead : undefined;
  }

  /** The instant that `latest` resolved to; undefined when it is not resolved, or when the answer is stale. */
  get latestAsOf(): Instant | undefined {
    const { latestAsOf, staleBecause } = this.shown ?? {};
    return staleBecause === null ? (latestAsOf ?? undefined) : undefined;
  }

  get isUnderWay(): boolean {
    return this.underWay !== undefined;
  }

  get fetchedAtMs(): number | undefined {
    return this.shown?.fetchedAtMs;
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
    const choice = shownChoice(options.viewState());
    if (sentFor === undefined || isDeepStrictEqual(sentFor, choice)) return;
    this.sentFor = undefined;
    options.changed();
  }

  /** Fetches the series, unless a fetch is under way. A failure is shown in its place. */
  async load(): Promise<void> {
    this.isReleased = false;
    if (this.underWay !== undefined) return;
    this.failure = null;
    await this.ask(false);
  }

  async refresh(): Promise<void> {
    if (this.underWay?.isRefresh !== true) await this.ask(true);
  }

  /** Repeats what failed, once the service allows it: it may ask for a wait of up to a minute. */
  async retry(): Promise<void> {
    await this.ask(this.hasRefreshFailed, this.retryWait);
  }

  /** Retries after a failure by an outage, once the fetch under way has ended. */
  async retryOutage(): Promise<void> {
    await this.underWay?.ended;
    if (this.failure !== null && this.hasOutage && !this.isUnderWay) await this.retry();
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
    if (this.shown === undefined || this.shown.frame instanceof WeakRef) return;
    this.shown = { ...this.shown, frame: new WeakRef(this.shown.frame) };
  }

  /** Discards the answer, because the connection's address or key has changed. */
  forget(): void {
    this.stop();
    this.shown = undefined;
    this.sentFor = undefined;
    this.connection = undefined;
    this.failure = null;
  }

  stop(): void {
    this.underWay?.controller.abort();
    this.underWay = undefined;
  }

  private outline(titles: SeriesTitles, names: ChartNames): Omit<ChartPart, "data"> {
    const { family } = this.placed.reference;
    return {
      id: this.id,
      role: this.options.role,
      family,
      ...titles,
      identity: seriesIdentity(this.placed, this.connection, names, this.listed.name),
      isLoading: this.underWay !== undefined,
      failure: this.failure,
    };
  }

  private data(): SentData | null {
    const { shown } = this;
    const state = this.options.viewState();
    this.sentFor = shownChoice(state);
    const frame = shown?.frame instanceof WeakRef ? shown.frame.deref() : shown?.frame;
    if (shown === undefined || frame === undefined) return null;
    this.shown = { ...shown, frame };
    const fetched = { ...shown, frame, reference: this.placed.reference };
    return sentDataOf(chartDataOf(fetched, state));
  }

  private async ask(isRefresh: boolean, wait?: RetryWait): Promise<void> {
    this.stop();
    const controller = new AbortController();
    const underWay: UnderWay = { controller, isRefresh, ended: Promise.resolve() };
    this.underWay = underWay;
    this.options.changed();
    underWay.ended = this.run(underWay, wait);
    await underWay.ended;
  }

  private async run(underWay: UnderWay, wait?: RetryWait): Promise<void> {
    const { controller, isRefresh } = underWay;
    let service: ConnectedService | undefined;
    try {
      await wait?.end(controller.signal);
      service = await this.options.services.get(this.placed.connectionId);
      await this.fetch(service, controller.signal, isRefresh);
    } catch (error) {
      if (this.underWay !== underWay) return;
      const cached = await this.cachedInstead(error, service);
      if (this.underWay === underWay) this.fail(error, { cached, isRefresh });
    }
    if (this.underWay !== underWay) return;
    this.underWay = undefined;
    if (this.isReleased) this.release();
    this.options.changed();
  }

  private async fetch(
    source: ConnectedService,
    signal: AbortSignal,
    isRefresh: boolean,
  ): Promise<void> {
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
    this.failure = null;
    const part = slice === undefined ? null : chartSliceOf(slice, frame, whole);
    const latestAsOf = isLatest(reference) ? latestInstant(fetched) : null;
    const repairs = outcomes.repairText(fetched.repairs);
    this.shown = { frame, latestAsOf, fetchedAtMs, staleBecause, repairs, slice: part };
    this.sentFor = undefined;
    outcomes.noteRead(this.placed, fetched);
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
    if (this.shown !== undefined || reference.family === "forecast") return undefined;
    try {
      return await service?.series.nearestCached(reference, isUnreachable(error));
    } catch {
      // Only the failure of the series itself is reported.
      return undefined;
    }
  }

  /** Keeps the last answer, and marks it as stale. */
  private fail(error: unknown, { cached, isRefresh }: Failed): void {
    const { outcomes } = this.options;
    const { connectionId } = this.placed;
    this.hasRefreshFailed = isRefresh;
    this.hasOutage = isUnreachable(error);
    this.retryWait.note(error);
    this.instead = cached && { connectionId, reference: cached.reference };
    this.failure = outcomes.failureOf(error, this.placed, cached);
    outcomes.noteFailure(this.placed, error);
    if (this.shown === undefined || !isUnreachable(error)) return;
    const { fetchedAtMs } = this.shown;
    this.shown = { ...this.shown, staleBecause: outcomes.reasonOf(error) };
    this.sentFor = undefined;
    outcomes.noteRead(this.placed, { fetchedAtMs, staleBecause: error });
  }
}
