import { type Frame } from "../data/frame";
import { type Repairs } from "../data/normalizeFrame";
import { isUnreachable, type ServiceError } from "../service/errors";
import { type Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { latestInstant } from "./freshness";
import { type LatestSource } from "./latest";
import { type Series, type SeriesStore } from "./seriesStore";

/** A series that can be asked for again, as it leaves the editor. */
export interface DatedSeries {
  /** Of a signal with an as-of, never latest. */
  readonly reference: SeriesRef;
  readonly frame: Frame;
  readonly repairs: Repairs;
  /** By the service's clock. */
  readonly retrievedAt: Instant;
  /** Why there is nothing newer; absent when it is as new as it should be. */
  readonly staleBecause?: ServiceError;
}

export interface DatedSeriesSource {
  readonly client: LatestSource["client"];
  readonly series: Pick<SeriesStore, "series" | "latestAt" | "freshInstant" | "cachedBody">;
}

export interface DatedSeriesOptions {
  readonly signal?: AbortSignal;
  /** Asks the service even for what is kept: latest becomes another instant. */
  readonly isRefresh?: boolean;
  /** Who waits; a click by default. */
  readonly urgency?: Urgency;
}

/**
 * A series with its time. Latest becomes the instant as of which it is shown, while that is fresh, else one of the
 * service's `Date` header; that is then asked for as the as-of. A forecast, which has none, is as new as its day. While the
 * service cannot be reached, what is kept takes its place: then latest is the instant at which that was fetched.
 *
 * @throws as `SeriesStore.series` does.
 */
export async function datedSeries(
  source: DatedSeriesSource,
  reference: SeriesRef,
  options: DatedSeriesOptions = {},
): Promise<DatedSeries> {
  const newest = await newestSeries(source.series, reference, options);
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

/** A series that was just fetched; while the service cannot be reached, what is kept, with the reason. */
async function newestSeries(
  series: DatedSeriesSource["series"],
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

/** What is shown as the latest is no vintage yet; it takes its place while the service cannot be reached. */
async function vintageOf(
  series: DatedSeriesSource["series"],
  dated: SeriesRef,
  latest: Series,
  options: DatedSeriesOptions,
): Promise<Pick<Series, "frame" | "repairs" | "staleBecause">> {
  try {
    return await series.series(dated, options);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return { frame: latest.frame, repairs: latest.repairs, staleBecause: error };
  }
}

function stale(staleBecause: ServiceError | undefined): Pick<Series, "staleBecause"> {
  return staleBecause === undefined ? {} : { staleBecause };
}
