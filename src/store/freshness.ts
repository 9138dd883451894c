import { type Body } from "../service/body";
import { type Instant, instantOfMs, msOfInstant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";

/** How long what was fetched stands for what the service would give. */
export interface FreshnessLimits {
  /** A series is final when its as-of lies at least this long before its fetch: no production can still land in it. */
  readonly finalAfterMs: number;
  /** Any other series is asked for anew when it was fetched this long ago. */
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
  /** By the service's; absent when it sends no time. */
  readonly serverDateMs?: number;
}

/** Never changes again; stands for now; is to be asked for anew. */
export type Freshness = "final" | "fresh" | "old";

/**
 * @param nowMs - By this computer's clock, like `fetchedAtMs`; when it was set back since, nothing but a final series
 * counts.
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

/** Whether something was fetched less than this long ago; what comes from the future was not. */
export function isYounger(
  { fetchedAtMs }: Pick<FetchTime, "fetchedAtMs">,
  nowMs: number,
  limitMs: number,
): boolean {
  const ageMs = nowMs - fetchedAtMs;
  return ageMs >= 0 && ageMs < limitMs;
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

/** An answer that was kept. */
interface CachedAnswer {
  readonly body: Pick<Body, "serverDateMs">;
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
  /** The as-of that was sent for a latest; absent when none was. */
  readonly sentAsOf?: Instant | undefined;
}

/** As of when a latest is known. */
export function latestInstant({ sentAsOf, body, fetchedAtMs }: CachedAnswer): Instant {
  return sentAsOf ?? retrievalInstant(body, fetchedAtMs);
}

/**
 * When a series was as new as it is, milliseconds since 1970-01-01 UTC by this computer's clock: of a latest that was
 * asked for as of an instant that instant, however much later that was done.
 */
export function givenAtMs({ sentAsOf, body, fetchedAtMs }: CachedAnswer): number {
  if (sentAsOf === undefined) return fetchedAtMs;
  const passedMs = (body.serverDateMs ?? fetchedAtMs) - msOfInstant(sentAsOf);
  return fetchedAtMs - Math.max(0, passedMs);
}

/**
 * An as-of is a time of the service's clock. One wrong `Date` header must not keep a vintage for ever that can still
 * change, and neither must this computer's clock: the earlier of them counts, which at worst asks once more (CLOCK-01).
 */
function isFinal(reference: SeriesRef, fetched: FetchTime, limits: FreshnessLimits): boolean {
  if (reference.family === "forecast" || reference.asOf === "latest") return false;
  const { fetchedAtMs, serverDateMs = fetchedAtMs } = fetched;
  const fetchMs = Math.min(serverDateMs, fetchedAtMs);
  return msOfInstant(reference.asOf) <= fetchMs - limits.finalAfterMs;
}
