import { LRUCache } from "lru-cache";
import { DecodeError } from "../data/errors";
import { type Frame } from "../data/frame";
import { type Repairs, repairNotes } from "../data/normalizeFrame";
import { type Body } from "../service/body";
import { AsOfNotHonouredError, HttpError, isUnreachable } from "../service/errors";
import { type ServiceClient } from "../service/serviceClient";
import { type AsOf, type Instant, msOfInstant } from "../shared/instant";
import { freeMemory } from "../shared/freeMemory";
import { sharedMemory } from "../shared/sharedMemory";
import { type Log, silentLog } from "../shared/log";
import { type Reference, type SeriesRef, type SignalRef } from "../shared/reference";
import { isOtherVintage, referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";
import { type FetchedAt, type StaleReason } from "./fetchState";
import { type AsOfGate } from "./asOfGate";
import { checkAsOf, hasDaysAfterAsOf } from "./checkAsOf";
import { type DecodeTaskOptions, type FrameWorker } from "./frameWorker";
import {
  defaultFreshness,
  datedAnswer,
  type FreshnessLimits,
  freshnessOf,
  givenAtMs,
  latestInstant,
} from "./freshness";
import { type Asking, type CacheOptions, ReadThrough } from "./readThrough";
import { type CachedBody, type SeriesFiles } from "./seriesFiles";
import { type JoinOptions, type Waiting } from "./singleFlight";

/** The values of a series. */
export interface SeriesValues extends StaleReason {
  readonly frame: Frame;
  /** How the frame differs from the answer as received. */
  readonly repairs: Repairs;
}

/** A fetched series. Shared by all callers: do not modify it. */
export interface Series extends SeriesValues, FetchedAt {
  readonly reference: SeriesRef;
  /** The raw answer, byte for byte, so that it can still be opened and saved (DATA-07). */
  readonly body: Body;
  /** The as-of that was sent for a latest, see {@link SeriesStore.latestAt}; absent if none was. */
  readonly sentAsOf?: Instant;
}

export interface SeriesStoreOptions {
  readonly client: ServiceClient;
  readonly worker: FrameWorker;
  /** Refuses requests for series that are later than the window's as-of; none by default. */
  readonly gate?: AsOfGate;
  /** The disk cache for the same key, shared by all windows; if absent, series are cached in memory only. */
  readonly files?: SeriesFiles;
  /** When to request again; called for each use. */
  readonly freshness?: () => FreshnessLimits;
  /** The format of requests; Parquet unless something on the way corrupts binary bodies. */
  readonly transferFormat?: () => WireFormat;
  /** A reference in the service's spelling; unchanged by default. */
  readonly asListed?: (reference: SignalRef, waiting: Waiting) => SignalRef | Promise<SignalRef>;
  /** The size of the frames and bodies cached in memory; 256 MiB by default. */
  readonly capacityBytes?: number;
  /** Whether frames and bodies are in memory of their own, which can move or be freed; by default small ones are shared. */
  readonly isUnshared?: boolean;
  /** How long a fetched series waits before it is written to disk, in milliseconds; 500 by default. */
  readonly writeDelayMs?: number;
  readonly now?: () => number;
  readonly log?: Log;
}

/** A cached answer, and whether it should be requested again. */
export interface OldBody extends CachedBody {
  readonly isOld: boolean;
}

/** A cached vintage of a signal's series. */
export interface CachedVintage extends FetchedAt {
  readonly reference: SignalRef;
  /** Whether it may include what was not known at the requested as-of. */
  readonly isLater: boolean;
}

/** The last row of a series. */
export interface LastRow {
  /** One day; empty if the series has no rows. */
  readonly days: Int32Array;
  /** In the order in which the caller lists the columns; NaN where there is no value. */
  readonly scores: readonly number[];
}

/** A cached series before or after decoding. */
type Cached = (CachedBody & { readonly sentAsOf?: undefined }) | Series;

interface DecodedSeries {
  readonly series: Series;
  /** The digest of the body's bytes, if it was requested. */
  readonly bytesDigest: Uint8Array | undefined;
}

const defaultCapacityBytes = 256 * 1024 * 1024;
/** Up to this size the digest takes the worker a few milliseconds at most. */
const maxWorkerDigestBytes = 4 * 1024 * 1024;

/**
 * Series of one connection by reference: from memory, from disk, or fetched, decoded, checked and cached. Final ones
 * are cached permanently, others until it is time to request them again. While the service cannot be reached, an old
 * one is returned with the reason.
 */
export class SeriesStore {
  /** The last rows of final vintages fetched in this window, by path: a comparison needs more than fit in memory. */
  readonly lastRows = new Map<string, LastRow>();
  /** Waits until all that was fetched is on disk. */
  readonly written = (): Promise<void> => this.cache.written();
  /** The series that the service did not have, if they are recorded on disk. */
  readonly absences = (): SeriesFiles["absences"] => this.options.files?.absences;
  private readonly cache: ReadThrough<SeriesRef, Cached, Series>;

  constructor(private readonly options: SeriesStoreOptions) {
    const { capacityBytes = defaultCapacityBytes, client, files, writeDelayMs } = options;
    const { isUnshared = false } = options;
    this.cache = new ReadThrough<SeriesRef, Cached, Series>(
      {
        name: "a series",
        keyOf: referencePath,
        fetch: async (reference, asking) => {
          const { series, bytesDigest } = await this.fetched(reference, asking);
          const { body, fetchedAtMs } = series;
          return {
            entry: series,
            write: async () => {
              try {
                await files?.write(reference, { body, fetchedAtMs }, bytesDigest);
              } finally {
                if (isUnshared) freeMemory(body.bytes.buffer);
              }
            },
            laterBytes: body.bytes.byteLength,
          };
        },
        read: async (reference, inMemory) => {
          const file = await files?.read(reference);
          const isNewer = inMemory === undefined || (file?.fetchedAtMs ?? 0) > givenAtMs(inMemory);
          return isNewer ? file : undefined;
        },
        open: (reference, cached, waiting) => this.opened(reference, cached, waiting),
        isCurrent: (reference, cached) => !this.isOld(reference, cached),
      },
      {
        outage: client.outage,
        log: this.log,
        memory: sharedMemory.withCache(
          new LRUCache<string, Series>({ maxSize: capacityBytes, sizeCalculation: sizeOf }),
        ),
        ...(writeDelayMs === undefined ? {} : { writeDelayMs }),
      },
    );
  }

  /**
   * The series of a reference; concurrent calls share one fetch.
   *
   * @throws ServiceError, including {@link AsOfNotHonouredError}, for a failure of the service or the network.
   * @throws LaterThanAsOfError instead of a request for data that are later than the window's as-of.
   * @throws {@link DecodeError} for a body that is not a series. A failure leaves the cache unchanged.
   */
  async series(reference: SeriesRef, options: CacheOptions = {}): Promise<Series> {
    return this.cache.get(reference, options);
  }

  /**
   * The latest of a series, as of the instant that "latest" means elsewhere in the same action or page. It is then
   * cached as the latest, for as long as an answer at that instant would be. While the service cannot be reached, the
   * cached latest of another instant takes its place, with the reason, unless this is a refresh.
   *
   * @param reference - Of a signal, without an as-of.
   * @throws as {@link series} does.
   */
  async latestAt(reference: SignalRef, asOf: Instant, options: CacheOptions = {}): Promise<Series> {
    const { isRefresh = false } = options;
    const cached = isRefresh ? undefined : await this.cachedLatestAt(reference, asOf, options);
    if (cached !== undefined) return cached;
    try {
      const dated = await this.series({ ...reference, asOf }, options);
      options.signal?.throwIfAborted();
      return this.asLatest(reference, asOf, dated);
    } catch (error) {
      if (isRefresh || !isUnreachable(error)) throw error;
      const other = await this.openCached(reference, options);
      if (other === undefined) throw error;
      return { ...other, staleBecause: error };
    }
  }

  /** The instant at which the latest of a series is cached and fresh, without a request; undefined if it is not. */
  async freshInstant(reference: SignalRef): Promise<Instant | undefined> {
    const inMemory = this.cachedSeries(reference);
    if (inMemory !== undefined && !this.isOld(reference, inMemory)) return latestInstant(inMemory);
    const cached = await this.cache.newest(reference);
    return cached === undefined || this.isOld(reference, cached)
      ? undefined
      : latestInstant(cached);
  }

  /** A reference in the service's spelling, which every request uses. */
  async asListed<R extends SeriesRef>(reference: R, waiting: Waiting): Promise<R | SignalRef> {
    const { asListed } = this.options;
    return asListed === undefined || reference.family === "forecast"
      ? reference
      : asListed(reference, waiting);
  }

  /** @throws LaterThanAsOfError if a series, or a panel of some, is later than the window's as-of. */
  permit(reference: Reference): void {
    this.options.gate?.check(reference);
  }

  /** The series in memory, if any; makes no request and reads no file. */
  cachedSeries(reference: SeriesRef): Series | undefined {
    return this.cache.inMemory(reference);
  }

  /** All series in memory, most recently used first; makes no request and reads no file. */
  allCachedSeries(): readonly Series[] {
    return this.cache.all();
  }

  /** The cached answer in memory or on disk, however old, whether or not it is a series; makes no request. */
  async cachedBody(reference: SeriesRef): Promise<OldBody | undefined> {
    const cached = await this.cache.newest(reference);
    return cached === undefined ? undefined : { ...cached, isOld: this.isOld(reference, cached) };
  }

  /**
   * The cached vintage of the same signal at another as-of, in memory or on disk: the newest before the requested
   * as-of, else the first after it, but none later than the window's as-of. Makes no request.
   *
   * @param takesOld - Includes vintages that should be requested again.
   */
  async nearestCached(reference: SignalRef, takesOld: boolean): Promise<CachedVintage | undefined> {
    const known = new Map<
      string,
      { readonly reference: SignalRef; readonly fetchedAtMs: number }
    >();
    // From disk and memory, where the newer of two replaces the older.
    const all = [...((await this.options.files?.list()) ?? []), ...this.allCachedSeries()];
    for (const { reference: own, fetchedAtMs } of all) {
      const path = referencePath(own);
      if (!isOtherVintage(own, reference) || this.isLater(own.asOf)) continue;
      if ((known.get(path)?.fetchedAtMs ?? 0) > fetchedAtMs) continue;
      known.set(path, { reference: own, fetchedAtMs });
    }
    const askedMs = asOfMs(reference.asOf, Number.MAX_SAFE_INTEGER);
    const vintages = [...known.values()].map((vintage) => ({
      ...vintage,
      laterMs: asOfMs(vintage.reference.asOf, vintage.fetchedAtMs) - askedMs,
    }));
    const earlier = vintages.filter(({ laterMs }) => laterMs <= 0);
    const later = vintages.filter(({ laterMs }) => laterMs > 0);
    const nearest = [
      ...earlier.toSorted((a, b) => b.laterMs - a.laterMs),
      ...later.toSorted((a, b) => a.laterMs - b.laterMs),
    ];
    for (const { laterMs, ...vintage } of nearest) {
      const cached = await this.cachedBody(vintage.reference);
      if (cached === undefined || (cached.isOld && !takesOld)) continue;
      return { ...vintage, isLater: laterMs > 0 };
    }
    return undefined;
  }

  /**
   * Keeps a series offline: the cached one if it is current, else one from the service. Never one that is later than the
   * window's as-of.
   *
   * @throws as {@link series} does, OfflineFullError, and as the file system does. What was cached is kept in any case.
   */
  async keepOffline(reference: SeriesRef, options: CacheOptions = {}): Promise<void> {
    this.permit(reference);
    const series = await this.series(reference, options);
    // Ends its pending write.
    const newest = (await this.cache.newest(reference)) ?? series;
    await this.options.files?.keepOffline(reference, datedAnswer(newest));
    if (series.staleBecause !== undefined) throw series.staleBecause;
  }

  /**
   * Searches for the key in an answer that was not requested through a store. One that cannot be decoded passes: its
   * bytes were already searched on arrival.
   *
   * @throws RepeatedKeyError if a name or a text in it contains the key.
   */
  async refuseKey(body: Body, options: DecodeTaskOptions): Promise<void> {
    try {
      await this.options.worker.decode(body, options);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }

  /** The cached series in memory or on disk, however old; makes no request. */
  async openCached(reference: SeriesRef, options: JoinOptions = {}): Promise<Series | undefined> {
    return this.cache.stored(reference, options);
  }

  /**
   * A store of the same connection that caches nothing in memory, for series that are needed once and requested once: the
   * caller has the only frame, whose numbers can move to another thread. A body is freed when it has been written.
   */
  uncached(): SeriesStore {
    // Smaller than any series. Nothing is shown before it is written, so nothing waits for that.
    const own = { capacityBytes: 1, writeDelayMs: 0, isUnshared: true };
    return new SeriesStore({ ...this.options, ...own });
  }

  /** A store of the same connection that the window's as-of does not bound, for as-ofs that a lock states. */
  unbounded(): SeriesStore {
    const { gate: _gate, ...options } = this.options;
    return new SeriesStore(options);
  }

  /** Clears the memory cache; fetches in progress continue. */
  forgetCached(): void {
    this.lastRows.clear();
    this.cache.forget();
  }

  /** Clears the memory cache, aborts fetches in progress and starts no more. */
  dispose(): void {
    this.cache.dispose();
  }

  private async cachedLatestAt(
    reference: SignalRef,
    asOf: Instant,
    options: CacheOptions,
  ): Promise<Series | undefined> {
    const inMemory = this.cachedSeries(reference);
    if (inMemory !== undefined && latestInstant(inMemory) === asOf) return inMemory;
    const cached = await this.cache.newest(reference);
    if (cached === undefined || latestInstant(cached) !== asOf) return undefined;
    return this.openCached(reference, options);
  }

  /** Does not replace a newer cached latest. */
  private asLatest(reference: SignalRef, asOf: Instant, dated: Series): Series {
    const latest: Series = { ...dated, reference, sentAsOf: asOf };
    const known = this.cachedSeries(reference);
    const isNewest = known === undefined || latestInstant(known) <= asOf;
    if (isNewest && dated.staleBecause === undefined) {
      this.cache.set(reference, latest);
    }
    return latest;
  }

  private isOld(reference: SeriesRef, cached: Cached): boolean {
    const { serverDateMs } = cached.body;
    const fetchedAtMs = givenAtMs(cached);
    const fetched = { fetchedAtMs, ...(serverDateMs === undefined ? {} : { serverDateMs }) };
    const limits = this.options.freshness?.() ?? defaultFreshness;
    return freshnessOf(reference, fetched, this.now(), limits) === "old";
  }

  /** Decodes a cached body. Deletes a file that is not a series after all, and returns undefined. */
  private async opened(
    reference: SeriesRef,
    cached: Cached,
    waiting: Waiting,
  ): Promise<Series | undefined> {
    try {
      return (await this.decoded(reference, cached, waiting)).series;
    } catch (error) {
      waiting.signal.throwIfAborted();
      if (!(error instanceof DecodeError || error instanceof AsOfNotHonouredError)) throw error;
      this.log.warn(`${cached.body.request}: the cached response is not used: ${error.message}`);
      await this.options.files?.delete(reference);
      return undefined;
    }
  }

  private async fetched(reference: SeriesRef, asking: Asking): Promise<DecodedSeries> {
    const { transferFormat = () => "parquet" } = this.options;
    return this.decodable(reference, transferFormat(), asking);
  }

  /** Requests a Parquet body that cannot be decoded once more, as CSV. */
  private async decodable(
    reference: SeriesRef,
    format: WireFormat,
    waiting: Asking,
  ): Promise<DecodedSeries> {
    const body = await this.download(reference, format, waiting);
    // The digest of a larger one is computed when it is written, after the series has been returned.
    const wantsDigest =
      this.options.files !== undefined && body.bytes.byteLength <= maxWorkerDigestBytes;
    const decoding = { ...waiting, wantsDigest };
    try {
      return await this.decoded(reference, { body, fetchedAtMs: this.now() }, decoding);
    } catch (error) {
      if (!isUndecodable(error)) throw error;
      if (body.unexpected !== undefined) {
        this.log.warn(`${body.request}: ${error.message}`);
        throw body.unexpected;
      }
      if (format !== "parquet") throw error;
      this.log.warn(`${body.request}: ${error.message}; asking for CSV instead`);
      return this.decodable(reference, "csv", waiting).catch((second: unknown) => {
        throw combinedFailure(error, second);
      });
    }
  }

  private async decoded(
    reference: SeriesRef,
    { body, fetchedAtMs }: CachedBody,
    waiting: Waiting & DecodeTaskOptions,
  ): Promise<DecodedSeries> {
    const { worker, isUnshared = false } = this.options;
    const options = { ...waiting, isUnshared };
    const { frame, bytesDigest, ...decoded } = await worker.decode(body, options);
    const { format: cameAs, unexpected } = body;
    checkAsOf(reference, frame, { body, fetchedAtMs });
    const repairs: Repairs = {
      ...decoded.repairs,
      ...(unexpected === undefined ? {} : { cameAs }),
      ...(hasDaysAfterAsOf(reference, frame, { body, fetchedAtMs }) && { hasDaysAfterAsOf: true }),
    };
    for (const note of repairNotes(repairs)) this.log.warn(`${body.request}: ${note}`);
    const series = { reference, frame, repairs, body: cachedBodyOf(body), fetchedAtMs };
    return { series, bytesDigest };
  }

  private async download(reference: SeriesRef, format: WireFormat, waiting: Asking): Promise<Body> {
    const { client, isUnshared = false } = this.options;
    const options = { format, takesOther: true, isUnshared, ...waiting };
    const listed = await this.asListed(reference, waiting);
    this.permit(reference);
    return listed.family === "signal"
      ? client.downloadSignalData(listed, options)
      : client.downloadForecastData(listed, options);
  }

  private isLater(asOf: AsOf): boolean {
    return this.options.gate?.isLater(asOf) === true;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private get log(): Log {
    return this.options.log ?? silentLog;
  }
}

function asOfMs(asOf: AsOf, latestMs: number): number {
  return asOf === "latest" ? latestMs : msOfInstant(asOf);
}

/**
 * The part of a decoded body that is cached: it has been searched for the key, and the repairs cover what was
 * unexpected.
 */
function cachedBodyOf(body: Body): Body {
  const { redaction: _redaction, unexpected: _unexpected, ...plain } = body;
  return plain;
}

/**
 * The error to report if CSV did not help either: both causes if the second is also about the format, else the second
 * as it is.
 */
function combinedFailure(first: DecodeError, second: unknown): unknown {
  if (!(second instanceof DecodeError || isRefusedFormat(second))) return second;
  if (second.message === first.message) return first;
  const words = second instanceof DecodeError ? second.message : second.problem;
  const message = `${first.message}; requested again as CSV: ${words}`;
  return new DecodeError(first.kind, message, { cause: second });
}

/** Whether the service does not offer CSV; after any other failure, its class decides what to do. */
function isRefusedFormat(error: unknown): error is HttpError {
  return error instanceof HttpError && [400, 406, 415, 422, 501].includes(error.status);
}

/** Another format may help if the bytes are invalid; a series that is too large or ambiguous is so in every format. */
function isUndecodable(error: unknown): error is DecodeError {
  return error instanceof DecodeError && error.kind !== "too-large" && error.kind !== "ambiguous";
}

/** The memory used in bytes; a character counts as two. */
function sizeOf({ frame, body }: Series): number {
  const columns = frame.columns.map((column) =>
    column.type === "number"
      ? column.values.byteLength
      : column.values.reduce((sum, text) => sum + 8 + 2 * (text?.length ?? 0), 0),
  );
  return columns.reduce((a, b) => a + b, frame.days.byteLength + body.bytes.byteLength + 1);
}
