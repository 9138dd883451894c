import { type Frame } from "../data/frame";
import { type Repairs } from "../data/normalizeFrame";
import { type Body } from "../service/body";
import { isUnreachable, type ServiceError } from "../service/errors";
import { type ServiceClient } from "../service/serviceClient";
import { type Urgency } from "../service/urgency";
import { type Instant, instantOfMs } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
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
  readonly client: Pick<ServiceClient, "newestServerDateMs">;
  readonly series: Pick<SeriesStore, "series" | "keptSeries" | "keptBody">;
}

export interface DatedSeriesOptions {
  readonly signal?: AbortSignal;
  /** Asks the service even for what is kept. */
  readonly isRefresh?: boolean;
  /** Who waits; a click by default. */
  readonly urgency?: Urgency;
  readonly now?: () => number;
}

/** What was fetched this long ago still counts as the latest there is. */
const freshMs = 60_000;

/**
 * A series with its time. Latest becomes one instant of the service's `Date` header, which is then asked for as the
 * as-of; a forecast, which has none, is as new as its day. While the service cannot be reached, what is kept takes its
 * place: then latest is the instant at which that was fetched.
 *
 * @throws as `SeriesStore.series` does.
 */
export async function datedSeries(
  source: DatedSeriesSource,
  reference: SeriesRef,
  { now = Date.now, isRefresh = false, ...options }: DatedSeriesOptions = {},
): Promise<DatedSeries> {
  const isVintage = reference.family === "signal" && reference.asOf !== "latest";
  const kept = source.series.keptSeries(reference);
  const isYoung = kept !== undefined && now() - kept.fetchedAtMs < freshMs;
  const isFresh = !isRefresh && (isVintage || isYoung);
  const newest = isFresh
    ? await source.series.series(reference, options)
    : await newestSeries(source.series, reference, options);
  const { frame, repairs, staleBecause } = newest;
  const stale = staleBecause === undefined ? {} : { staleBecause };
  const retrievedAt = instantOf(newest, source.client);
  if (reference.family === "forecast" || isVintage) {
    return { reference, frame, repairs, retrievedAt, ...stale };
  }
  const dated = { ...reference, asOf: retrievedAt };
  if (staleBecause !== undefined) {
    return { reference: dated, frame, repairs, retrievedAt, staleBecause };
  }
  const vintage = await source.series.series(dated, options);
  return { reference: dated, frame: vintage.frame, repairs: vintage.repairs, retrievedAt };
}

/** A series that was just fetched; while the service cannot be reached, what is kept, with the reason. */
async function newestSeries(
  series: DatedSeriesSource["series"],
  reference: SeriesRef,
  options: Omit<DatedSeriesOptions, "now" | "isRefresh">,
): Promise<Series> {
  try {
    return await series.series(reference, { ...options, isRefresh: true });
  } catch (error) {
    if (!isUnreachable(error) || (await series.keptBody(reference)) === undefined) throw error;
    return { staleBecause: error, ...(await series.series(reference, options)) };
  }
}

/** What was kept tells when it was fetched; the service's newest time is that of what was just fetched. */
function instantOf(
  { body, fetchedAtMs, staleBecause }: Series,
  { newestServerDateMs }: DatedSeriesSource["client"],
): Instant {
  const isKept = staleBecause !== undefined;
  return retrievalInstant(body, isKept ? fetchedAtMs : (newestServerDateMs ?? fetchedAtMs));
}

/**
 * When the service gave an answer, by its own clock where it tells the time.
 *
 * @param otherwiseMs - When it was fetched by another clock, milliseconds since 1970-01-01 UTC.
 */
export function retrievalInstant(
  { serverDateMs }: Pick<Body, "serverDateMs">,
  otherwiseMs: number,
): Instant {
  const ms = serverDateMs ?? otherwiseMs;
  const instant = instantOfMs(ms);
  if (instant === undefined) throw new RangeError(`no year of four digits has the time ${ms}`);
  return instant;
}
