import { isUnreachable, type ServiceError } from "../service/errors";
import { type Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { latestInstant } from "./freshness";
import { type LatestSource } from "./latest";
import { type Series, type SeriesStore, type SeriesValues } from "./seriesStore";
import { type StaleReason } from "./fetchState";

/** A series with a fixed time, which can be requested again, for use outside the editor. */
export interface DatedSeries extends SeriesValues {
  /** For a signal, with a fixed as-of, never latest. */
  readonly reference: SeriesRef;
  /** By the service's clock. */
  readonly retrievedAt: Instant;
}

export interface DatedSeriesOptions {
  readonly signal?: AbortSignal;
  /** Ignores the cache; latest resolves to a new instant. */
  readonly isRefresh?: boolean;
  /** Who is waiting; a click by default. */
  readonly urgency?: Urgency;
}

/**
 * A series with a fixed time. Latest resolves to the instant at which it is displayed, while that is fresh, otherwise
 * to one from the service's `Date` header, which is then requested as the as-of. A forecast has no as-of; its time is
 * that of its retrieval. While the service cannot be reached, the cached series is returned, and latest resolves to its
 * time of retrieval.
 *
 * @throws as `SeriesStore.series` does; LaterThanAsOfError even if the series is cached, because it leaves the editor.
 */
export async function datedSeries(
  source: LatestSource,
  reference: SeriesRef,
  options: DatedSeriesOptions = {},
): Promise<DatedSeries> {
  source.series.permit(reference);
  const newest = await newestSeries(source.series, reference, options);
  // The window's as-of may have changed meanwhile.
  source.series.permit(reference);
  const { frame, repairs, staleBecause } = newest;
  const retrievedAt = latestInstant(newest);
  if (reference.family === "forecast" || reference.asOf !== "latest") {
    return { reference, frame, repairs, retrievedAt, ...stale(staleBecause) };
  }
  const dated = { ...reference, asOf: retrievedAt };
  const vintage =
    staleBecause === undefined
      ? await vintageOf(source.series, dated, newest, options)
      : { frame, repairs, staleBecause };
  return {
    reference: dated,
    frame: vintage.frame,
    repairs: vintage.repairs,
    retrievedAt,
    ...stale(vintage.staleBecause),
  };
}

/** A newly fetched series, or the cached one with the reason if the service cannot be reached. */
async function newestSeries(
  series: SeriesStore,
  reference: SeriesRef,
  options: DatedSeriesOptions,
): Promise<Series> {
  if (options.isRefresh !== true) return series.series(reference, options);
  try {
    return await series.series(reference, options);
  } catch (error) {
    if (!isUnreachable(error) || (await series.cachedBody(reference)) === undefined) throw error;
    const cached = await series.series(reference, { ...options, isRefresh: false });
    return { staleBecause: error, ...cached };
  }
}

/** A displayed latest is not a vintage yet; it replaces the vintage while the service cannot be reached. */
async function vintageOf(
  series: SeriesStore,
  dated: SeriesRef,
  latest: Series,
  options: DatedSeriesOptions,
): Promise<SeriesValues> {
  try {
    return await series.series(dated, options);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return { frame: latest.frame, repairs: latest.repairs, staleBecause: error };
  }
}

function stale(staleBecause: ServiceError | undefined): StaleReason {
  return staleBecause === undefined ? {} : { staleBecause };
}
