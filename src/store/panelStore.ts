import { LRUCache } from "lru-cache";
import { type Frame } from "../data/frame";
import { isUnreachable } from "../service/errors";
import { type Tag } from "../service/parseTags";
import { Urgency } from "../service/urgency";
import { type Instant, instantOfMs } from "../shared/instant";
import { type PanelRef, type SignalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { OrderedResults } from "./orderedResults";
import { type CatalogStore } from "./catalogStore";
import { type LatestSource } from "./latest";
import { SingleFlight, type Waiting } from "./singleFlight";
import { defaultFreshness, type FreshnessLimits, isYounger } from "./freshness";
import { type CachedCoverage, cachedCoverage } from "./cachedCoverage";
import { loadedAhead } from "./loadedAhead";
import {
  type FetchPanelOptions,
  type Panel,
  type PanelOptions,
  type PanelVariant,
  type PanelVariantFrame,
} from "./panel";
import { type PanelOutcome, panelWith, sortVariants } from "./panelOutcome";
import { type KnownPanels } from "./panels";
import { asOfOf, type BatchOptions, takenBatch, withResolvedAsOf } from "./seriesBatch";
import { type OfflinePanel } from "./offlineCopies";
import { type SeriesStore } from "./seriesStore";
import { VariantMaker } from "./takenVariant";

export interface PanelStoreOptions extends LatestSource {
  readonly catalog: CatalogStore;
  /** The variants of a panel according to the tags of its signal. */
  readonly panelVariants: (panel: PanelRef, tags: readonly Tag[]) => readonly SignalRef[];
  /** The copies of a panel that is kept offline; none by default. */
  readonly offlinePanel?: (panel: PanelRef) => Promise<OfflinePanel | undefined>;
  /** When to request again; called for each use. */
  readonly freshness?: () => FreshnessLimits;
  readonly now?: () => number;
}

/** The work of one fetch, and its key. */
interface Fetch {
  readonly key: string;
  readonly start: (waiting: Waiting) => Promise<Panel>;
}

interface OutcomeOptions extends BatchOptions {
  /** Receives the results by index among the panel's variants. */
  readonly results?: OrderedResults<PanelVariant>;
}

/** How many panels a person is likely to switch between. */
const maxSeenCoverages = 4;

/** How many frames load while one is used: the worker decodes while another writes. */
const framesAhead = 2;

/** How far a consumer of frames may lag behind before requests pause; until then the frames stay in memory. */
const framesBehind = 16;

/** The panels of one connection. Holds none of their frames; its requests have a lower priority than clicks. */
export class PanelStore implements KnownPanels {
  private readonly fetches = new SingleFlight<Panel>();
  private readonly counts = new SharedCounts();
  /** The results so far of the panels that are being fetched, by the keys of their fetches. */
  private readonly results = new Map<string, OrderedResults<PanelVariant>>();
  private readonly cached = new CachedPanels();
  /** Coverage of panels whose series are all on disk, by reference, so that showing one again reads no files. */
  private readonly seenCoverages = new LRUCache<string, CachedCoverage>({ max: maxSeenCoverages });
  /** When the failed part of each panel was last requested again. */
  private completedAtMs = new WeakMap<Panel, number>();

  constructor(private readonly options: PanelStoreOptions) {}

  async panel(reference: PanelRef, options: FetchPanelOptions = {}): Promise<Panel> {
    const { isRefresh = false, shown } = options;
    options.signal?.throwIfAborted();
    const cached = isRefresh
      ? undefined
      : (this.freshPanel(reference) ?? this.completedPanel(shown));
    if (cached !== undefined) return this.whole(cached, options);
    const key = `${isRefresh ? "refresh" : "get"} ${referencePath(reference)}`;
    const start = (waiting: Waiting): Promise<Panel> =>
      this.fetchWithResults(reference, key, this.batchOptions(key, waiting, isRefresh));
    return this.join({ key, start }, options);
  }

  async cachedCoverage(
    reference: PanelRef,
    signal?: AbortSignal,
  ): Promise<CachedCoverage | undefined> {
    const cached = this.cached.get(reference);
    if (cached !== undefined) return { panel: cached, unknown: 0 };
    const { asOf } = reference;
    if (asOf === "latest") return undefined;
    const { catalog, series, panelVariants } = this.options;
    const definition = await catalog.storedDefinition(await catalog.listedSignal(reference));
    signal?.throwIfAborted();
    if (definition === undefined) return undefined;
    const references = panelVariants(reference, definition.tags);
    const key = [reference, ...references].map(referencePath).join(" ");
    const seen = this.seenCoverages.get(key);
    if (seen !== undefined) return seen;
    const coverage = await cachedCoverage(series, { ...reference, asOf }, references, signal);
    // An incomplete one may soon change: this or another window is fetching the rest.
    if (coverage?.unknown === 0) this.seenCoverages.set(key, coverage);
    return coverage;
  }

  latestInstant(reference: PanelRef): Instant | undefined {
    return reference.asOf === "latest" ? this.freshPanel(reference)?.reference.asOf : undefined;
  }

  async retry(panel: Panel, options: PanelOptions = {}): Promise<Panel> {
    options.signal?.throwIfAborted();
    const whole = await this.whole(panel, options);
    if (whole !== panel) this.completedAtMs.set(whole, this.now());
    return whole;
  }

  frames(panel: Panel, signal?: AbortSignal): AsyncGenerator<PanelVariantFrame, void, void> {
    const { series } = this.options;
    const load = async (variant: PanelVariant, own: AbortSignal): Promise<PanelVariantFrame> => {
      return { variant, frame: await frameOf(series, variant, own) };
    };
    return loadedAhead(panel.variants, framesAhead, load, signal);
  }

  /** Forgets the fetched panels; fetches in progress continue. */
  forgetCached(): void {
    this.cached.clear();
    this.seenCoverages.clear();
    this.completedAtMs = new WeakMap();
  }

  /** Forgets the fetched panels, aborts fetches in progress and starts no more. */
  dispose(): void {
    this.fetches.dispose();
    this.forgetCached();
  }

  /** Requests the failed part once more. */
  private async whole(panel: Panel, options: PanelOptions): Promise<Panel> {
    if (panel.failed.length === 0) return panel;
    const failed = panel.failed.map(({ reference }) => reference);
    const key = ["retry", referencePath(panel.asked), ...failed.map(referencePath)].join(" ");
    const start = (waiting: Waiting): Promise<Panel> =>
      this.complete(panel, failed, this.batchOptions(key, waiting));
    const completed = await this.join({ key, start }, options);
    const sinceMs = this.completedAtMs.get(panel);
    if (sinceMs !== undefined) this.completedAtMs.set(completed, sinceMs);
    return completed;
  }

  private freshPanel(reference: PanelRef): Panel | undefined {
    const panel = this.cached.get(reference);
    return panel !== undefined && this.stands(panel.fetchedAtMs) ? panel : undefined;
  }

  private completedPanel(shown: Panel | undefined): Panel | undefined {
    if (shown === undefined || this.isOvertaken(shown)) return undefined;
    const sinceMs = this.completedAtMs.get(shown);
    return sinceMs !== undefined && this.stands(sinceMs) ? shown : undefined;
  }

  /** Whether a newer one is known, however old that is itself. */
  private isOvertaken({ asked, fetchedAtMs }: Panel): boolean {
    const cached = this.cached.get(asked);
    return cached !== undefined && cached.fetchedAtMs > fetchedAtMs;
  }

  private stands(sinceMs: number): boolean {
    const { latestForMs } = this.options.freshness?.() ?? defaultFreshness;
    return isYounger({ fetchedAtMs: sinceMs }, this.now(), latestForMs);
  }

  private async join({ key, start }: Fetch, options: FetchPanelOptions): Promise<Panel> {
    const { signal, onProgress, onFrames } = options;
    const leave = this.counts.join(key, onProgress);
    try {
      const panel = this.fetches.join(key, start, { signal, urgency: new Urgency("bulk") });
      const results = this.results.get(key);
      // It may reject before it is awaited.
      panel.catch(() => undefined);
      if (results !== undefined) onFrames?.(this.framesThatCome(results, signal));
      return await panel;
    } finally {
      leave();
    }
  }

  private batchOptions(key: string, { signal }: Waiting, isRefresh = false): BatchOptions {
    const onProgress = (done: number, of: number): void => this.counts.report(key, done, of);
    // A panel is as fresh as its own fetch, even if some of its series are cached.
    return { signal, isRefresh, isLatestAnew: true, onProgress };
  }

  /** Callers that join the fetch also get the results so far. */
  private async fetchWithResults(
    asked: PanelRef,
    key: string,
    options: BatchOptions,
  ): Promise<Panel> {
    const results = new OrderedResults<PanelVariant>();
    this.results.set(key, results);
    try {
      return await this.fetch(asked, { ...options, results });
    } finally {
      if (this.results.get(key) === results) this.results.delete(key);
      results.end();
    }
  }

  private async fetch(asked: PanelRef, options: OutcomeOptions): Promise<Panel> {
    this.options.series.permit(asked);
    try {
      const references = this.options.panelVariants(asked, await this.tagsOf(asked, options));
      return this.cachePanel(await this.panelOf(asked, references, options));
    } catch (error) {
      if (options.isRefresh === true || !isUnreachable(error)) throw error;
      const copies = await this.options.offlinePanel?.(asked);
      if (copies === undefined) throw error;
      const dated = { ...asked, asOf: copies.asOf };
      const panel = await this.panelOf(dated, copies.series, options);
      return { ...panel, asked, staleBecause: error };
    }
  }

  private async panelOf(
    asked: PanelRef,
    references: readonly SignalRef[],
    options: OutcomeOptions,
  ): Promise<Panel> {
    const fetchedAtMs = this.now();
    const { asOf, ...outcome } = await this.outcomeOf(asked, references, options);
    const nothing = { variants: [], missing: [], failed: [], retrievedAt: asOf };
    return panelWith({ asked, reference: { ...asked, asOf }, fetchedAtMs, ...nothing }, outcome);
  }

  private async complete(
    panel: Panel,
    references: readonly SignalRef[],
    options: BatchOptions,
  ): Promise<Panel> {
    const outcome = await this.outcomeOf(panel.reference, references, options);
    const completed = panelWith(panel, outcome);
    return this.isOvertaken(panel) ? completed : this.cachePanel(completed);
  }

  /** From the listing if it has them, else from the definition. */
  private async tagsOf(
    panel: PanelRef,
    { signal, isRefresh = false }: BatchOptions,
  ): Promise<readonly Tag[]> {
    const options = { isRefresh, urgency: new Urgency("bulk"), ...(signal && { signal }) };
    const { catalog } = this.options;
    const { tags } = await catalog.definition(await catalog.listedSignal(panel), options);
    return tags;
  }

  /** The results of the references, all as of the same instant, requested in the order of the panel's variants. */
  private async outcomeOf(
    { asOf: asked }: PanelRef,
    references: readonly SignalRef[],
    { results, ...options }: OutcomeOptions,
  ): Promise<PanelOutcome & { readonly asOf: Instant }> {
    const maker = new VariantMaker();
    const sorted = sortVariants(references.map((reference) => ({ reference })));
    const items = sorted.map(({ reference }, at) => ({ source: this.options, reference, at }));
    const batch = await takenBatch(
      items,
      (series, { reference }) => {
        return maker.take(withResolvedAsOf(reference, asOfOf(series.reference)), series);
      },
      {
        ...options,
        onSettled: ({ at }, taken) => results?.settle(at, taken?.variant),
        waitForCapacity: () =>
          results?.waitForCapacity(framesBehind, options.signal) ?? Promise.resolve(),
      },
    );
    const asOf = asked === "latest" ? (batch.asOf ?? this.newestInstant()) : asked;
    return {
      asOf,
      taken: batch.fetched.map(({ series }) => series),
      failed: batch.failed.map(({ item: { reference }, error }) => {
        return { reference: { ...reference, asOf }, error };
      }),
    };
  }

  /**
   * If nothing has been fetched, the instant of the service's latest answer, so that all of it can be requested again.
   */
  private newestInstant(): Instant {
    const ms = this.options.client.newestServerDateMs ?? this.now();
    const instant = instantOfMs(ms);
    if (instant === undefined) throw new RangeError(`no year of four digits has the time ${ms}`);
    return instant;
  }

  /** A stale panel is not cached, so that the next use requests it again. */
  private cachePanel(panel: Panel): Panel {
    if (panel.staleBecause === undefined) this.cached.set(panel);
    return panel;
  }

  /** From memory and disk only, so that the service is asked once for each. */
  private framesThatCome(
    results: OrderedResults<PanelVariant>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<PanelVariantFrame, void, void> {
    const { series } = this.options;
    const load = async (variant: PanelVariant, own: AbortSignal): Promise<PanelVariantFrame> => {
      const frame = await cachedFrameOf(series, variant, own);
      if (frame !== undefined) return { variant, frame };
      throw new RangeError("the frame is no longer cached");
    };
    return loadedAhead(results.inOrder(signal), framesAhead, load, signal);
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

/**
 * The frame of a variant from memory or disk, else from the service.
 *
 * @throws as `SeriesStore.series` does, and the signal's reason when it aborts.
 */
async function frameOf(
  series: SeriesStore,
  variant: PanelVariant,
  signal: AbortSignal,
): Promise<Frame> {
  const cached = await cachedFrameOf(series, variant, signal);
  const asked = { signal, urgency: new Urgency("bulk") };
  return cached ?? (await series.series(variant.reference, asked)).frame;
}

/** As {@link frameOf}, without a request; undefined if it is not cached. */
async function cachedFrameOf(
  series: SeriesStore,
  { reference }: PanelVariant,
  signal: AbortSignal,
): Promise<Frame | undefined> {
  const cached = series.cachedSeries(reference);
  if (cached !== undefined) return cached.frame;
  return (await series.openCached(reference, { signal, urgency: new Urgency("bulk") }))?.frame;
}

type OnProgress = (done: number, of: number) => void;

/** The progress of work with several waiters: all are notified, and later ones get the last count immediately. */
class SharedCounts {
  private readonly counts = new Map<string, Count>();

  /**
   * Subscribes to the work of a key. Returns a function that unsubscribes; the count is forgotten with the last
   * subscriber.
   */
  join(key: string, onProgress: OnProgress = () => undefined): () => void {
    const count = this.counts.get(key) ?? { listeners: new Set(), last: undefined };
    this.counts.set(key, count);
    // A function of its own for each subscriber, even if several pass the same one.
    const listener: OnProgress = (done, of) => onProgress(done, of);
    count.listeners.add(listener);
    if (count.last !== undefined) listener(...count.last);
    return () => {
      count.listeners.delete(listener);
      if (count.listeners.size === 0 && this.counts.get(key) === count) this.counts.delete(key);
    };
  }

  report(key: string, done: number, of: number): void {
    const count = this.counts.get(key);
    if (count === undefined) return;
    count.last = [done, of];
    for (const listener of count.listeners) listener(done, of);
  }
}

interface Count {
  readonly listeners: Set<OnProgress>;
  last: Parameters<OnProgress> | undefined;
}

/** The size of the stored days; enough for a panel of thousands of variants without shared days. */
const capacityBytes = 128 * 1024 * 1024;
/** The minimum size of a panel, even if it has hardly any days. */
const leastBytes = 1_024;

/** Fetched panels, without their frames, by the requested reference and by the one that was sent. */
class CachedPanels {
  private readonly byAsked = new LRUCache<string, Panel>({
    maxSize: capacityBytes,
    sizeCalculation: sizeOf,
  });

  get(asked: PanelRef): Panel | undefined {
    const path = referencePath(asked);
    const panel = this.byAsked.get(path);
    if (panel !== undefined) return panel;
    for (const each of this.byAsked.values()) {
      if (referencePath(each.reference) === path) return { ...each, asked };
    }
    return undefined;
  }

  set(panel: Panel): void {
    this.byAsked.set(referencePath(panel.asked), panel);
  }

  clear(): void {
    this.byAsked.clear();
  }
}

/** Counts shared arrays of days once. */
function sizeOf({ variants }: Panel): number {
  const buffers = new Set(variants.map(({ observed }) => observed.buffer));
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return leastBytes * (variants.length + 1) + bytes;
}
