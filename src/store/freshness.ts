import { type Body } from "../service/body";
import { type Instant, instantOfMs, msOfInstant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";

/** How long a fetched series is valid before it is requested again. */
export interface FreshnessLimits {
  /**
   * A series is final if its as-of was at least this long before its fetch: no production can still be included in it.
   */
  readonly finalAfterMs: number;
  /** Any other series is requested again this long after its fetch. */
  readonly latestForMs: number;
}

export const defaultFreshness: FreshnessLimits = {
  finalAfterMs: 48 * 60 * 60 * 1000,
  latestForMs: 15 * 60 * 1000,
};

/** When a series was fetched: milliseconds since 1970-01-01 UTC. */
export interface FetchTime {
  /** By this computer's clock. */
  readonly fetchedAtMs: number;
  /** By the service's clock; absent if it sends no time. */
  readonly serverDateMs?: number;
}

/** Final: never changes again. Fresh: still valid. Old: must be requested again. */
export type Freshness = "final" | "fresh" | "old";

/**
 * @param nowMs - By this computer's clock, like `fetchedAtMs`; if it has been set back since, only a final series is
 * valid.
 */
export function freshnessOf(
  reference: SeriesRef,
  fetched: FetchTime,
  nowMs: number,
  limits: FreshnessLimits,
): Freshness {
  if (isFinal(reference, fetched, limits)) return "final";
  return isYounger(fetched, nowMs, limits.latestForMs) ? "fresh" : "old";
}

/** Whether something was fetched less than this long ago; false for a time in the future. */
export function isYounger({ fetchedAtMs }: FetchTime, nowMs: number, limitMs: number): boolean {
  const ageMs = nowMs - fetchedAtMs;
  return ageMs >= 0 && ageMs < limitMs;
}

/**
 * When the service answered, by its own clock if it sends the time.
 *
 * @param otherwiseMs - The fetch time by another clock, milliseconds since 1970-01-01 UTC.
 */
export function retrievalInstant({ serverDateMs }: Body, otherwiseMs: number): Instant {
  const ms = serverDateMs ?? otherwiseMs;
  const instant = instantOfMs(ms);
  if (instant === undefined) throw new RangeError(`no year of four digits has the time ${ms}`);
  return instant;
}

/** A cached answer. */
interface CachedAnswer {
  readonly body: Body;
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
  /** The as-of that was sent for a latest; absent if none was. */
  readonly sentAsOf?: Instant | undefined;
}

/** The instant that a latest is known as of. */
export function latestInstant({ sentAsOf, body, fetchedAtMs }: CachedAnswer): Instant {
  return sentAsOf ?? retrievalInstant(body, fetchedAtMs);
}

/**
 * The time up to which a series is current, milliseconds since 1970-01-01 UTC by this computer's clock. For a latest
 * that was requested as of an instant, that instant, however much later the request was.
 */
export function givenAtMs({ sentAsOf, body, fetchedAtMs }: CachedAnswer): number {
  if (sentAsOf === undefined) return fetchedAtMs;
  const passedMs = (body.serverDateMs ?? fetchedAtMs) - msOfInstant(sentAsOf);
  return fetchedAtMs - Math.max(0, passedMs);
}

/** An answer as it is written to disk: a latest that was requested as of an instant, as if it had been requested then. */
export function datedAnswer(cached: CachedAnswer): { body: Body; fetchedAtMs: number } {
  const { body, fetchedAtMs, sentAsOf } = cached;
  if (sentAsOf === undefined) return { body, fetchedAtMs };
  const serverDateMs = msOfInstant(sentAsOf);
  return { body: { ...body, serverDateMs }, fetchedAtMs: givenAtMs(cached) };
}

/**
 * An as-of is a time of the service's clock. Neither one wrong `Date` header nor this computer's clock may make a
 * vintage final that can still change. So the earlier of the two counts, which at worst causes one more request
 * (CLOCK-01).
 */
function isFinal(reference: SeriesRef, fetched: FetchTime, limits: FreshnessLimits): boolean {
  if (reference.family === "forecast" || reference.asOf === "latest") return false;
  const { fetchedAtMs, serverDateMs = fetchedAtMs } = fetched;
  const fetchMs = Math.min(serverDateMs, fetchedAtMs);
  return msOfInstant(reference.asOf) <= fetchMs - limits.finalAfterMs;
}
