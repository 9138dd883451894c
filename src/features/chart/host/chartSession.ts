import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type SentPart, type ToChart, type SeriesTitles } from "../protocol";
import { defaultViewState, type ViewState, type Comparison } from "../model/viewState";
import { type ChartPlace, chartTitle } from "../../../shared/chartPlace";
import { seriesOfKey } from "../../../shared/composedPlace";
import { type Instant } from "../../../shared/instant";
import { sampleConnection, type SeriesTarget, targetPath } from "../../../shared/place";
import { isLatest, Latest } from "../../../store/latest";
import { type Disposable } from "../../../editor/disposables";
import { ChartSeries, type ChartSeriesPlace } from "./chartSeries";
import { type ChartOutcomes } from "./chartServices";
import { comparedSeries } from "./comparedSeries";
import { type ChartNames } from "./seriesIdentity";
import { chartName, type TitledSeries, tabTitle } from "./tabTitle";
import { legendTitles } from "./legendTitles";
import { type Services } from "../../../connect/connectedServices";

export interface ChartSessionOptions {
  readonly place: ChartPlace;
  readonly services: Services;
  readonly outcomes: ChartOutcomes;
  readonly names: ChartNames;
  /** The state that an earlier page kept, for a page that has none; null when nothing was kept. */
  readonly viewState: () => ViewState | null;
  /** Whether Undo can return to the chart from which this one was composed. */
  readonly canUndo: boolean;
  /** The instant of `latest` in the tab's previous chart; used until `latest` is resolved anew. */
  readonly latestAsOf?: Instant | undefined;
  readonly post: (message: ToChart) => void;
}

/**
 * The series of one chart, and the messages to its page: all series when the page is ready, then each again after a
 * change.
 */
export class ChartSession implements Disposable {
  private readonly parts: readonly ChartSeries[];
  private compared: readonly ChartSeries[] = [];
  /** Series that the page shows as a draft beside those of the place. */
  private drafted: readonly ChartSeries[] = [];
  private current = 0;
  /** `shown` once the `show` of the current {@link generation} was sent to the page. */
  private page: "none" | "waiting" | "shown" = "none";
  /** The instant of `latest` in the tab's previous chart, until the first load. */
  private handed: Instant | undefined;
  /** Resolves `latest` to one instant for everything that the page shows. */
  private latest: Promise<Latest> | undefined;
  /** Resolves `latest` since a refresh; replaces {@link latest} once an answer of the refresh has come. */
  private refreshed: Latest | undefined;
  /** The titles that were sent to the page, by id. */
  private readonly told = new Map<string, SeriesTitles>();
  private readonly reset: Disposable;

  constructor(private readonly options: ChartSessionOptions) {
    const { place, services } = options;
    this.handed = options.latestAsOf;
    const slice = place.slice === undefined ? {} : { slice: place.slice };
    this.parts = place.parts.map((placed) => this.series({ placed, role: "part", ...slice }));
    this.reset = services.onDidReset((connectionId) => void this.forget(connectionId));
  }

  get generation(): number {
    return this.current;
  }

  /** The first series that could not be read, else the first; questions about a service concern its connection. */
  get questioned(): SeriesTarget {
    const failed = this.all.find(({ hasFailed }) => hasFailed);
    return failed?.placed ?? this.options.place.parts[0];
  }

  /** When the first part was fetched, for file names: milliseconds since 1970-01-01 UTC; undefined before that. */
  get fileTimeMs(): number | undefined {
    return this.parts[0]?.fetchedAtMs;
  }

  /** The instant that `latest` resolved to; undefined before that, and when no series is as of latest. */
  get latestAsOf(): Instant | undefined {
    return this.parts.map((series) => series.latestAsOf).find((each) => each !== undefined);
  }

  get name(): string {
    return chartName(this.named, this.options.names);
  }

  get tabTitle(): string {
    return tabTitle(this.named, this.options.names);
  }

  get isNamed(): boolean {
    return this.named.every(({ name }) => name !== undefined);
  }

  private get hasPage(): boolean {
    return this.page !== "none";
  }

  private get named(): readonly TitledSeries[] {
    return this.parts.map(({ named }) => named);
  }

  /** Shows the chart in an empty page, or in one that is about to load: messages wait until it has loaded. */
  async ready(): Promise<void> {
    this.page = "waiting";
    await this.show();
  }

  /** Releases the data of a page that is gone; fetches under way continue. */
  hide(): void {
    this.page = "none";
    for (const series of this.all) series.release();
  }

  /** Fetches all series anew from their services, as of a new instant. */
  async refresh(): Promise<void> {
    this.refreshed = new Latest();
    await Promise.all(this.all.map((series) => series.refresh()));
  }

  async retry(id: string): Promise<void> {
    await this.all.find((series) => series.id === id)?.retry();
  }

  /** Retries what failed during an outage of this connection. Without a page, that is fetched for the next page. */
  async retryOutages(connectionId: string): Promise<void> {
    if (!this.hasPage) return;
    const own = this.all.filter(({ placed }) => placed.connectionId === connectionId);
    await Promise.all(own.map((series) => series.retryOutage()));
    await this.loadNames({ isRetry: true, of: own });
  }

  /** Retries what was refused as later than the window's as-of, which has changed. */
  async retryRefused(): Promise<void> {
    if (this.hasPage) await Promise.all(this.all.map((series) => series.retryAfter("refused")));
  }

  /** Loads the missing names; call after the picture is painted, which this must not delay. Never throws. */
  async loadNames({ isRetry = false, of = this.all } = {}): Promise<void> {
    await Promise.all(of.map((series) => series.loadName(isRetry)));
  }

  /** The cached series that can be opened in place of a failed one. */
  cachedOf(id: string): SeriesTarget | undefined {
    return this.all.find((series) => series.id === id)?.cached;
  }

  /** Adds the series to compare the signals with, and removes earlier ones. Ignores an older page. */
  async compare({ generation, ...comparison }: Comparison & { generation: number }): Promise<void> {
    if (generation !== this.current) return;
    const before = this.compared;
    this.compared = this.keptOrNew(before, comparedSeries(this.options.place, comparison));
    await this.showBeside(before, this.compared);
  }

  /**
   * Adds the series of a draft that the place does not have, and removes those of earlier drafts. Ignores an older
   * page.
   */
  async draft(generation: number, ids: readonly string[]): Promise<void> {
    if (generation !== this.current) return;
    const own = new Set(this.options.place.parts.map(targetPath));
    const added = ids.filter((id) => !own.has(id)).flatMap((id) => seriesOfKey(id) ?? []);
    const before = this.drafted;
    this.drafted = this.keptOrNew(
      before,
      added.map((placed) => ({ placed, role: "part" })),
    );
    await this.showBeside(before, this.drafted);
  }

  /** Sends the columns that the view now shows and the page lacks. Ignores an older page. */
  sendColumns(generation: number): void {
    if (generation !== this.current) return;
    for (const series of this.all) series.sendColumns();
  }

  dispose(): void {
    this.reset.dispose();
    this.page = "none";
    for (const series of this.all) series.forget();
  }

  private get all(): readonly ChartSeries[] {
    return [...this.parts, ...this.drafted, ...this.compared];
  }

  private keptOrNew(
    before: readonly ChartSeries[],
    wanted: readonly ChartSeriesPlace[],
  ): readonly ChartSeries[] {
    return wanted.map(
      (each) => before.find(({ id }) => id === targetPath(each.placed)) ?? this.series(each),
    );
  }

  private async showBeside(
    before: readonly ChartSeries[],
    beside: readonly ChartSeries[],
  ): Promise<void> {
    for (const series of before.filter((each) => !beside.includes(each))) {
      series.forget();
      this.told.delete(series.id);
    }
    const added = beside.filter((series) => !before.includes(series));
    this.report();
    await Promise.all(added.map((series) => series.load()));
  }

  private series(own: ChartSeriesPlace): ChartSeries {
    const { services, outcomes, viewState } = this.options;
    const series: ChartSeries = new ChartSeries({
      ...own,
      services,
      outcomes,
      viewState: () => viewState() ?? defaultViewState,
      latest: (isRefresh) => this.latestFor(isRefresh),
      named: () => {
        // A single series has only its own title, which is sent with its data.
        if (this.all.length > 1) this.report();
      },
      changed: () => this.report(series),
    });
    return series;
  }

  /** Sends a new generation: what is in memory at once, the rest when it is fetched. */
  private async show(): Promise<void> {
    const generation = ++this.current;
    this.page = "waiting";
    for (const series of this.drafted) series.forget();
    this.drafted = [];
    const loaded = this.loadAll(this.handed);
    this.handed = undefined;
    await nextTurn();
    if (generation !== this.current || !this.hasPage) return;
    const { place, services, post, viewState, canUndo } = this.options;
    const titles = this.titles();
    post({
      type: "show",
      generation,
      canUndo,
      title: chartTitle(place),
      isSample: place.parts.some(({ connectionId }) => connectionId === sampleConnection),
      parts: this.parts.map((series) => this.partOf(series, titles)),
      panel: null,
      bound: services.gate.instant ?? null,
      state: viewState(),
    });
    this.page = "shown";
    for (const series of this.compared) {
      post({ type: "part", generation, part: this.partOf(series, titles) });
    }
    await loaded;
  }

  /**
   * Keeps `latest` while fetches are under way; otherwise it is resolved anew, from fresh cached answers if possible.
   */
  private async loadAll(latestAsOf?: Instant): Promise<void> {
    if (!this.all.some(({ isUnderWay }) => isUnderWay)) {
      this.latest = latestAsOf && Promise.resolve(new Latest(latestAsOf));
      this.refreshed = undefined;
    }
    await Promise.all(this.all.map((series) => series.load()));
  }

  private latestFor(isRefresh: boolean): Promise<Latest> {
    if (isRefresh) this.refreshed ??= new Latest();
    const { refreshed } = this;
    if (refreshed !== undefined && (isRefresh || refreshed.asOf !== undefined)) {
      return Promise.resolve(refreshed);
    }
    return (this.latest ??= this.cachedLatest());
  }

  /** A single series is as of its own answer. */
  private async cachedLatest(): Promise<Latest> {
    const latest = this.all.filter(({ placed }) => isLatest(placed.reference));
    if (latest.length < 2) return new Latest();
    const sources = await Promise.allSettled(
      latest.map(({ placed }) => this.options.services.get(placed.connectionId)),
    );
    return Latest.ofCached(
      latest.flatMap(({ placed: { reference } }, at) => {
        const source = sources[at];
        return source?.status === "fulfilled" ? [{ source: source.value, reference }] : [];
      }),
    );
  }

  /** Sends a series, and those whose title has changed: titles depend on the other series in the chart. */
  private report(changed?: ChartSeries): void {
    if (this.page !== "shown") return;
    const { current: generation } = this;
    const titles = this.titles();
    for (const series of this.all) {
      const own = titlesOf(series, titles);
      const before = this.told.get(series.id);
      const isRetitled = before !== undefined && !isDeepStrictEqual(own, before);
      if (series !== changed && !isRetitled) continue;
      this.told.set(series.id, own);
      this.options.post({ type: "part", generation, part: series.change(own, this.options.names) });
    }
  }

  private partOf(series: ChartSeries, titles: TitlesById): SentPart {
    const own = titlesOf(series, titles);
    this.told.set(series.id, own);
    return series.part(own, this.options.names);
  }

  private titles(): TitlesById {
    const { all } = this;
    const titles = legendTitles(
      all.map(({ named }) => named),
      this.options.names.readable,
    );
    return new Map(
      all.flatMap(({ id }, at) => {
        const own = titles[at];
        return own === undefined ? [] : [[id, own] as const];
      }),
    );
  }

  /** Discards what a connection returned, because its address or key has changed. */
  private async forget(connectionId: string): Promise<void> {
    const own = this.all.filter(({ placed }) => placed.connectionId === connectionId);
    if (own.length === 0) return;
    for (const series of own) series.forget();
    this.latest = undefined;
    this.refreshed = undefined;
    if (!this.hasPage) return;
    await this.show();
    await this.loadNames({ of: own });
  }
}

type TitlesById = ReadonlyMap<string, SeriesTitles>;

function titlesOf({ id }: ChartSeries, titles: TitlesById): SeriesTitles {
  return titles.get(id) ?? { title: id, shortTitle: id, fullTitle: id };
}
