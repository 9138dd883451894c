import { setMaxListeners } from "node:events";
import { DecodeError } from "../data/errors";
import { type Column, type Frame } from "../data/frame";
import { valuesDigest } from "../data/valuesDigest";
import {
  HttpError,
  InvalidRequest,
  isUnreachable,
  RateLimitedError,
  ServiceError,
} from "../service/errors";
import { type Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { seriesOfMany } from "../store/seriesOfMany";
import { defaultFreshness, freshnessOf, latestInstant } from "../store/freshness";
import { isConnectionFailure } from "../store/latest";
import { type SeriesStore } from "../store/seriesStore";
import { vintageColumns } from "../store/vintageFiles";
import { type AbsenceReason, type LockedSeries } from "./lock";

/** A series that has been fetched, or why there is none. */
export type SettledSeries = { readonly reference: SeriesRef } & (
  | {
      readonly frame: Frame;
      readonly retrievedAt: Instant;
      /** Whether the answer is final. */
      readonly isSettled: boolean;
    }
  | { readonly absent: AbsenceReason }
);

/**
 * A series with a fixed as-of, never an old answer in place of a new one.
 *
 * @throws what would fail for every other series too, LaterThanAsOfError, and the signal's reason when it aborts.
 */
export async function settledSeries(
  store: SeriesStore,
  reference: SeriesRef,
  options: {
    readonly signal: AbortSignal;
    readonly urgency: Urgency;
    readonly isRefresh?: boolean;
  },
): Promise<SettledSeries> {
  // Each concurrent request listens to it, which is not a leak.
  setMaxListeners(0, options.signal);
  store.permit(reference);
  try {
    const series = await seriesOfMany(store, reference, options);
    // The window's as-of may have changed meanwhile.
    store.permit(reference);
    if (series.staleBecause !== undefined) throw series.staleBecause;
    const { frame, body, fetchedAtMs } = series;
    const { serverDateMs = fetchedAtMs } = body;
    const times = { fetchedAtMs, serverDateMs };
    const isSettled = freshnessOf(reference, times, fetchedAtMs, defaultFreshness) === "final";
    return { reference, frame, retrievedAt: latestInstant(series), isSettled };
  } catch (error) {
    options.signal.throwIfAborted();
    const absent = absenceReasonOf(error);
    if (absent === undefined) throw error;
    return { reference, absent };
  }
}

/** Why one series is absent; undefined for a failure that the others would have too. */
export function absenceReasonOf(error: unknown): AbsenceReason | undefined {
  if (error instanceof DecodeError) return error.kind;
  const isOfAll =
    isConnectionFailure(error) ||
    isUnreachable(error) ||
    error instanceof RateLimitedError ||
    error instanceof InvalidRequest;
  if (isOfAll || !(error instanceof ServiceError)) return undefined;
  return error instanceof HttpError ? error.status : error.kind;
}

/** The line of a series in a lock. */
export function lineOfSettled(table: string, settled: SettledSeries): LockedSeries {
  const { reference } = settled;
  if ("absent" in settled) return { table, reference, absent: settled.absent };
  const { frame, retrievedAt, isSettled } = settled;
  const [first] = frame.days;
  const last = frame.days.at(-1);
  return {
    table,
    reference,
    ...(reference.family === "forecast" && { retrieved: retrievedAt }),
    rows: frame.days.length,
    ...(first !== undefined && last !== undefined && { first, last }),
    values: lockedDigest(frame),
    ...(reference.family === "signal" && { settled: isSettled }),
  };
}

export function lockedDigest(frame: Frame): string {
  return `macro-values/1:${valuesDigest(frame)}`;
}

/** The columns of a vintage in its table: one that the answer lacks is missing values. */
export function scoresOf({ days, columns }: Frame): Frame {
  const scores = vintageColumns.map(({ name }): Column => {
    const found = columns.find((column) => column.name === name);
    const missing = new Float64Array(found === undefined ? days.length : 0).fill(Number.NaN);
    return found ?? { name, type: "number", values: missing };
  });
  return { days, columns: scores };
}

/** The part of a frame that has the digest of a line: all of it, or the scores of a vintage; undefined for neither. */
export function frameOfDigest(frame: Frame, values: string): Frame | undefined {
  if (lockedDigest(frame) === values) return frame;
  const scores = scoresOf(frame);
  return lockedDigest(scores) === values ? scores : undefined;
}
