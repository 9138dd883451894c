import { setMaxListeners } from "node:events";
import { Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type Reference, type SeriesRef } from "../shared/reference";
import { type DatedSeries, datedSeries } from "./datedSeries";
import {
  freshInstant,
  isConnectionFailure,
  isLatest,
  isReached,
  timeOfNotFound,
  type LatestSource,
} from "./latest";

/** One series of a batch and its source. */
export interface BatchItem {
  readonly source: LatestSource;
  readonly reference: SeriesRef;
}

/** The result of a batch, each part in the requested order. */
export interface BatchOutcome<T extends BatchItem, R = DatedSeries> {
  readonly fetched: readonly { readonly item: T; readonly series: R }[];
  readonly failed: readonly { readonly item: T; readonly error: unknown }[];
  /** The instant of latest; absent if latest was not requested, or no answer had a known time. */
  readonly asOf?: Instant;
}

export interface BatchOptions {
  readonly signal?: AbortSignal;
  /** Ignores the cache; latest resolves to a new instant. */
  readonly isRefresh?: boolean;
  /** Resolves latest again even if it is cached, but requests nothing more than that. */
  readonly isLatestAnew?: boolean;
  /** Called with the number of series that have been fetched or have failed. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** The options for processing each series as it arrives. */
export interface TakenBatchOptions<T extends BatchItem, R> extends BatchOptions {
  /** Called with the processed series as each one is settled; undefined if it failed. */
  readonly onSettled?: (item: T, taken: R | undefined) => void;
  /** Awaited before each request after the first. */
  readonly waitForCapacity?: () => Promise<void>;
}

/** Enough to keep the request queue busy, few enough that cancelling has little to end. */
const maxAtOnce = 16;
/**
 * After this many consecutive connection failures or rejections of the key, the remaining series would fail in the same
 * way.
 */
const maxRefusals = 3;

/**
 * Fetches many series for one action. Latest is the same instant for all of them, so that vintages are never mixed: the
 * newest at which one of them is displayed and fresh, else that of the first answer. For the same reason a latest that
 * cannot be fetched is not replaced by an older one. A service whose clock has not reached that instant gets one of its
 * own. Requests of clicks have priority.
 *
 * @throws the signal's reason when it aborts; the failure of a series is part of the outcome.
 */
export async function seriesBatch<T extends BatchItem>(
  items: readonly T[],
  options: BatchOptions = {},
): Promise<BatchOutcome<T>> {
  return takenBatch(items, (series) => series, options);
}

/**
 * As {@link seriesBatch}, for more series than fit in memory.
 *
 * @param take - Extracts from each series, as it arrives, what is kept of it.
 */
export async function takenBatch<T extends BatchItem, R>(
  items: readonly T[],
  take: (series: DatedSeries, item: T) => R,
  options: TakenBatchOptions<T, R> = {},
): Promise<BatchOutcome<T, R>> {
  // Each concurrent request listens to it, which is not a leak.
  if (options.signal !== undefined) setMaxListeners(0, options.signal);
  const batch = new Batch(items, take, options);
  const asOf = await batch.run();
  options.signal?.throwIfAborted();
  return { ...batch.outcome(), ...(asOf === undefined ? {} : { asOf }) };
}

type Result<R> =
  | { readonly series: R; readonly reference: SeriesRef }
  | { readonly error: unknown };

class Batch<T extends BatchItem, R> {
  private readonly results = new Map<T, Result<R>>();
  /** The instant of latest, for each item that requested it. */
  private readonly asOfs = new Map<T, Instant>();
  private readonly urgency = new Urgency("bulk");

  constructor(
    private readonly items: readonly T[],
    private readonly take: (series: DatedSeries, item: T) => R,
    private readonly options: TakenBatchOptions<T, R>,
  ) {}

  /** Returns the instant of latest. */
  async run(): Promise<Instant | undefined> {
    this.options.onProgress?.(0, this.items.length);
    const asOf = await this.resolveLatest();
    const others = this.items.filter((item) => !this.results.has(item));
    const next = others.values();
    const worker = async (): Promise<void> => {
      for (const item of next) {
        await this.options.waitForCapacity?.();
        await this.settle(item);
      }
    };
    await Promise.all(Array.from({ length: Math.min(maxAtOnce, others.length) }, worker));
    return asOf;
  }

  outcome(): BatchOutcome<T, R> {
    const fetched: { item: T; series: R }[] = [];
    const failed: { item: T; error: unknown }[] = [];
    for (const item of this.items) {
      const result = this.results.get(item);
      if (result === undefined) continue;
      if ("series" in result) fetched.push({ item, series: result.series });
      else failed.push({ item, error: result.error });
    }
    return { fetched, failed };
  }

  /** Returns the first instant if services have different ones. */
  private async resolveLatest(): Promise<Instant | undefined> {
    let first: Instant | undefined;
    let open = this.items.filter(({ reference }) => isLatest(reference));
    while (open.length > 0) {
      const asOf = await this.instantFor(open);
      if (asOf === undefined) break;
      first ??= asOf;
      for (const item of open) if (isReached(asOf, item.source)) this.asOfs.set(item, asOf);
      open = open.filter((item) => !this.asOfs.has(item) && !this.results.has(item));
    }
    return first;
  }

  /**
   * The instant of a fresh cached series, else of the first series whose latest the service returns, or of its answer
   * that it has none; undefined if there is neither.
   */
  private async instantFor(latest: readonly T[]): Promise<Instant | undefined> {
    const { isRefresh = false, isLatestAnew = false } = this.options;
    const cached = isRefresh || isLatestAnew ? undefined : await freshInstant(latest);
    if (cached !== undefined) return cached;
    let refusals = 0;
    for (const item of latest) {
      const result = await this.settle(item);
      if ("series" in result) return asOfOf(result.reference);
      const toldAt = timeOfNotFound(item.source, result.error);
      if (toldAt !== undefined) return toldAt;
      refusals = isConnectionFailure(result.error) ? refusals + 1 : 0;
      if (refusals < maxRefusals) continue;
      const others = latest.filter((other) => !this.results.has(other));
      for (const other of others) this.note(other, result);
      return undefined;
    }
    return undefined;
  }

  private async settle(item: T): Promise<Result<R>> {
    const { signal } = this.options;
    signal?.throwIfAborted();
    const result = await this.resultOf(item);
    signal?.throwIfAborted();
    this.note(item, result);
    return result;
  }

  private async resultOf(item: T): Promise<Result<R>> {
    const { source, reference } = item;
    const { signal, isRefresh = false, isLatestAnew = false } = this.options;
    const dated = withResolvedAsOf(reference, this.asOfs.get(item));
    const options = {
      urgency: this.urgency,
      isRefresh: isRefresh || (isLatestAnew && isLatest(dated)),
      ...(signal === undefined ? {} : { signal }),
    };
    try {
      const series = await datedSeries(source, dated, options);
      const isOld = isLatest(reference) && series.staleBecause !== undefined;
      if (isOld) return { error: series.staleBecause };
      return { series: this.take(series, item), reference: series.reference };
    } catch (error) {
      return { error };
    }
  }

  private note(item: T, result: Result<R>): void {
    this.results.set(item, result);
    this.options.onSettled?.(item, "series" in result ? result.series : undefined);
    this.options.onProgress?.(this.results.size, this.items.length);
  }
}

/** The instant of latest for series and panels that were requested together; undefined if none of them requested it. */
export function instantOfLatest(
  fetched: readonly { readonly asked: Reference; readonly came: Reference }[],
): Instant | undefined {
  const [one] = fetched
    .filter(({ asked }) => isLatest(asked))
    .flatMap(({ came }) => asOfOf(came) ?? []);
  return one;
}

/** The as-of of a signal at a fixed instant; undefined for anything else. */
export function asOfOf(reference: Reference): Instant | undefined {
  return reference.family !== "forecast" && reference.asOf !== "latest"
    ? reference.asOf
    : undefined;
}

/** A series or a panel with latest replaced by an instant; any other is unchanged. */
export function withResolvedAsOf<T extends Reference>(reference: T, asOf: Instant | undefined): T {
  return reference.family !== "forecast" && reference.asOf === "latest" && asOf !== undefined
    ? { ...reference, asOf }
    : reference;
}
