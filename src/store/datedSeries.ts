import { type Frame } from "../data/frame";
import { type Body } from "../service/body";
import { type ServiceClient } from "../service/serviceClient";
import { type Instant, instantOfMs } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { type SeriesStore } from "./seriesStore";

/** A series that can be asked for again, as it leaves the editor. */
export interface DatedSeries {
  /** Of a signal with an as-of, never latest. */
  readonly reference: SeriesRef;
  readonly frame: Frame;
  /** By the service's clock. */
  readonly retrievedAt: Instant;
}

export interface DatedSeriesSource {
  readonly client: Pick<ServiceClient, "newestServerDateMs">;
  readonly series: Pick<SeriesStore, "series" | "keptSeries">;
}

/** What was fetched this long ago still counts as the latest there is. */
const freshMs = 60_000;

/**
 * A series with its time. Latest becomes one instant of the service's `Date` header, which is then asked for as the as-of; a
 * forecast, which has none, is as new as its day.
 *
 * @throws as `SeriesStore.series` does.
 */
export async function datedSeries(
  source: DatedSeriesSource,
  reference: SeriesRef,
  { signal, now = Date.now }: { readonly signal?: AbortSignal; readonly now?: () => number } = {},
): Promise<DatedSeries> {
  const options = signal === undefined ? {} : { signal };
  const isVintage = reference.family === "signal" && reference.asOf !== "latest";
  const kept = source.series.keptSeries(reference);
  const isFresh = isVintage || (kept !== undefined && now() - kept.fetchedAtMs < freshMs);
  const newest = await source.series.series(reference, { ...options, isRefresh: !isFresh });
  const retrievedAt = retrievalInstant(newest.body, source.client, newest.fetchedAtMs);
  if (reference.family === "forecast" || isVintage) {
    return { reference, frame: newest.frame, retrievedAt };
  }
  const dated = { ...reference, asOf: retrievedAt };
  const { frame } = await source.series.series(dated, options);
  return { reference: dated, frame, retrievedAt };
}

/**
 * When the service gave an answer, by its own clock where it tells the time.
 *
 * @param fetchedAtMs - By this computer's clock, milliseconds since 1970-01-01 UTC.
 */
export function retrievalInstant(
  { serverDateMs }: Pick<Body, "serverDateMs">,
  { newestServerDateMs }: Pick<ServiceClient, "newestServerDateMs">,
  fetchedAtMs: number,
): Instant {
  const ms = serverDateMs ?? newestServerDateMs ?? fetchedAtMs;
  const instant = instantOfMs(ms);
  if (instant === undefined) throw new RangeError(`no year of four digits has the time ${ms}`);
  return instant;
}
