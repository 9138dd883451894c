import { type Frame } from "../data/frame";
import { type Body } from "../service/body";
import { AsOfNotHonouredError } from "../service/errors";
import { type Day } from "../shared/day";
import { dayOfInstant, type Instant, msOfInstant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { periodEnd } from "../shared/series/nativeStep";

const msPerDay = 86_400_000;
/** How many days after its as-of any vintage may have: days in Asia and the Pacific are ahead of UTC. */
const daysAheadOfUtc = 1;

/**
 * Checks that a series has no days that were unknown at its as-of. The answer does not repeat the as-of, so only such
 * days show that a service ignored it (DATA-08). An as-of within a day of the answer is treated like latest, since the
 * later parts of a page use it: later days then result from how the service dates its periods (DATA-17).
 *
 * @param fetchedAtMs - By this computer's clock, which may be wrong; used if the service sent no time.
 * @throws {@link AsOfNotHonouredError} if the series has days that were not yet known then.
 */
export function checkAsOf(
  reference: SeriesRef,
  frame: Frame,
  { body, fetchedAtMs }: { readonly body: Body; readonly fetchedAtMs: number },
): void {
  if (reference.family === "forecast" || reference.asOf === "latest") return;
  const lastDay = frame.days.at(-1);
  if (lastDay === undefined || lastDay <= lastDayAt(reference.asOf)) return;
  const answeredAtMs = body.serverDateMs ?? fetchedAtMs;
  if (Math.abs(answeredAtMs - msOfInstant(reference.asOf)) < msPerDay) return;
  throw new AsOfNotHonouredError(body, reference.asOf, lastDay);
}

/**
 * The last day that a vintage of this as-of may contain: a service may date a month or a quarter by its end before the
 * period is over (DATA-17).
 */
export function lastDayAt(asOf: Instant): Day {
  const day = dayOfInstant(asOf);
  return Math.max(day + daysAheadOfUtc, periodEnd(day, "quarterly"));
}

/**
 * Whether a series has days after its as-of beyond the {@link daysAheadOfUtc}. The as-of of latest is the time of the
 * answer.
 *
 * @param fetchedAtMs - By this computer's clock; used if the service sent no time.
 */
export function hasDaysAfterAsOf(
  reference: SeriesRef,
  frame: Frame,
  { body, fetchedAtMs }: { readonly body: Body; readonly fetchedAtMs: number },
): boolean {
  const lastDay = frame.days.at(-1);
  if (reference.family === "forecast" || lastDay === undefined) return false;
  const { asOf } = reference;
  const knownAtMs = asOf === "latest" ? (body.serverDateMs ?? fetchedAtMs) : msOfInstant(asOf);
  return lastDay > Math.floor(knownAtMs / msPerDay) + daysAheadOfUtc;
}
