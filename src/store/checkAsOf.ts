import { type Frame } from "../data/frame";
import { type Body } from "../service/body";
import { AsOfNotHonouredError } from "../service/errors";
import { dayOfInstant, type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";

/** How many days beyond its as-of a vintage may hold: days in Asia and the Pacific are ahead of UTC. */
const daysAheadOfUtc = 1;

/**
 * Checks that a series has no days after its as-of. The answer does not repeat the as-of, so nothing else shows that a
 * service ignored it (DATA-08).
 *
 * @throws {@link AsOfNotHonouredError} if the series has days that were not yet known then.
 */
export function checkAsOf(reference: SeriesRef, frame: Frame, body: Body): void {
  if (reference.family === "forecast" || reference.asOf === "latest") return;
  const lastDay = frame.days.at(-1);
  if (lastDay === undefined || lastDay <= lastDayAt(reference.asOf)) return;
  throw new AsOfNotHonouredError(body, reference.asOf, lastDay);
}

/** The last day that a vintage of this as-of can contain. */
export function lastDayAt(asOf: Instant): number {
  return dayOfInstant(asOf) + daysAheadOfUtc;
}
