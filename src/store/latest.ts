import { isUnreachable, NotFoundError, ServiceError, UnauthorizedError } from "../service/errors";
import { type ServiceClient } from "../service/serviceClient";
import { type Instant, instantOfMs, msOfInstant } from "../shared/instant";
import { type Reference, type SeriesRef } from "../shared/reference";
import { latestInstant } from "./freshness";
import { type CacheOptions } from "./readThrough";
import { type Series, type SeriesStore } from "./seriesStore";
import { untilAborted } from "../shared/untilAborted";

/** A source of series that knows its service's time. */
export interface LatestSource {
  readonly client: ServiceClient;
  readonly series: SeriesStore;
}

export interface LatestItem<Source = LatestSource> {
  readonly source: Source;
  readonly reference: SeriesRef;
}

/**
 * The instant that "latest" means for everything on one page, or in one read of several documents, resolved once: that
 * of the newest fresh cached answer, otherwise that of the first answer, for which the others wait. A service whose
 * clock has not reached that instant gets one of its own.
 */
export class Latest {
  private leading: Promise<void> | undefined;
  /** Whether the last answer was a connection failure, or was replaced by a cached one. */
  private hasConnectionFailed = false;
  /** For the services that cannot be asked as of {@link asOf}. */
  private readonly others = new Map<ServiceClient, Latest>();

  /** @param instant - If absent, the first answer determines it. */
  constructor(private instant?: Instant) {}

  /** Starts with the {@link freshInstant} of some series, if there is one. */
  static async ofCached(items: readonly LatestItem[]): Promise<Latest> {
    return new Latest(await freshInstant(items));
  }

  /** Undefined until it is known. */
  get asOf(): Instant | undefined {
    return this.instant;
  }

  /**
   * The latest of a series as of the instant. While its service cannot be reached, the cached series takes its place,
   * with the reason, whatever its instant.
   *
   * @throws as `SeriesStore.series` does; the signal's reason as soon as it aborts.
   */
  async series(item: LatestItem, options: CacheOptions = {}): Promise<Series> {
    const { reference, source } = item;
    if (reference.family === "forecast" || reference.asOf !== "latest") {
      return source.series.series(reference, options);
    }
    for (;;) {
      options.signal?.throwIfAborted();
      const { instant } = this;
      if (instant !== undefined) {
        return isReached(instant, source)
          ? source.series.latestAt(reference, instant, options)
          : this.otherFor(source).series(item, options);
      }
      if (this.hasConnectionFailed) return this.ask(item, options);
      if (this.leading === undefined) return this.lead(item, options);
      await untilAborted(this.leading, options.signal);
    }
  }

  /** The others wait for this answer; if it fails, the next one takes over. */
  private async lead(item: LatestItem, options: CacheOptions): Promise<Series> {
    const answer = this.ask(item, options);
    const ended = answer.then(
      ({ staleBecause }) => void (this.hasConnectionFailed = staleBecause !== undefined),
      (error: unknown) => this.noteFailure(item, error),
    );
    this.leading = ended.finally(() => (this.leading = undefined));
    return answer;
  }

  /** Without an instant, unless it has become known in the meantime. */
  private async ask(item: LatestItem, options: CacheOptions): Promise<Series> {
    const series = await item.source.series.series(item.reference, options);
    if (series.staleBecause !== undefined) return series;
    const own = latestInstant(series);
    if (isReached(own, item.source)) this.instant ??= own;
    return own === (this.instant ?? own) ? series : this.series(item, options);
  }

  /**
   * An answer that there is no such series is as good as any other. If all would fail in the same way, none waits for
   * another.
   */
  private noteFailure({ source }: LatestItem, error: unknown): void {
    this.instant ??= timeOfNotFound(source, error);
    this.hasConnectionFailed = isConnectionFailure(error);
  }

  private otherFor({ client }: LatestSource): Latest {
    const known = this.others.get(client) ?? new Latest();
    this.others.set(client, known);
    return known;
  }
}

/**
 * The newest instant at which the latest of any of the series is cached and fresh; undefined if there is none. Makes no
 * request.
 */
export async function freshInstant(items: readonly LatestItem[]): Promise<Instant | undefined> {
  const instants: Instant[] = [];
  for (const { source, reference } of items) {
    if (reference.family === "forecast" || reference.asOf !== "latest") continue;
    const instant = await source.series.freshInstant(reference);
    if (instant !== undefined && isReached(instant, source)) instants.push(instant);
  }
  return newestInstant(instants);
}

/** Instants are texts that sort by time. */
export function newestInstant(instants: readonly Instant[]): Instant | undefined {
  return instants.toSorted().at(-1);
}

/** Whether a service can be asked as of an instant: its clock is not known to be behind it. */
export function isReached(instant: Instant, { client }: LatestSource): boolean {
  return msOfInstant(instant) <= client.latestAsOfMs;
}

/** When a service answered that it has no such series; undefined for any other failure. */
export function timeOfNotFound({ client }: LatestSource, error: unknown): Instant | undefined {
  const { newestServerDateMs } = client;
  if (!(error instanceof NotFoundError) || newestServerDateMs === undefined) return undefined;
  return instantOfMs(newestServerDateMs);
}

/** Whether a failure concerns the connection or its key, not the series. */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return error.status === 401;
  return isUnreachable(error) || (error instanceof ServiceError && error.kind === "missing-key");
}

export function isLatest(reference: Reference): boolean {
  return reference.family !== "forecast" && reference.asOf === "latest";
}
