import { type Frame } from "../data/frame";
import { type Body } from "../service/body";
import { AsOfNotHonouredError } from "../service/errors";
import { type Day } from "../shared/day";
import { dayOfInstant, type Instant, msOfInstant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { periodEnd } from "../shared/series/nativeStep";

const msPerDay = 86_400_000;
/** How many days beyond its as-of any vintage may hold: days in Asia and the Pacific are ahead of UTC. */
const daysAheadOfUtc = 1;

/**
 * Checks that a series has no days that its as-of cannot explain. The answer does not repeat the as-of, so nothing else
 * shows that a service ignored it (DATA-08). An as-of of less than a day before the answer is as good as latest, as in the
 * further parts of a page: later days then come from how the service dates its periods, in every part alike (DATA-17).
 *
 * @param fetchedAtMs - By this computer's clock; a service's clock that is behind makes no as-of recent.
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
  const answeredAtMs = Math.max(fetchedAtMs, body.serverDateMs ?? fetchedAtMs);
  if (msOfInstant(reference.asOf) > answeredAtMs - msPerDay) return;
  throw new AsOfNotHonouredError(body, reference.asOf, lastDay);
}

/**
 * The last day that a vintage of this as-of can contain: a service may date a month or a quarter by its end before that
 * has come (DATA-17).
 */
export function lastDayAt(asOf: Instant): Day {
  const day = dayOfInstant(asOf);
  return Math.max(day + daysAheadOfUtc, periodEnd(day, "quarterly"));
}

/**
 * Whether a series has days after its as-of that being ahead of UTC does not explain. The as-of of a latest is when the
 * service answered.
 *
 * @param fetchedAtMs - By this computer's clock, which counts if the service sent no time.
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
