import { type Frame } from "../data/frame";
import { type Body } from "../service/body";
import { AsOfNotHonouredError } from "../service/errors";
import { dayOfInstant, type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";

/** A vintage may hold this many days beyond its as-of: days in Asia and the Pacific run ahead of UTC. */
const daysAheadOfUtc = 1;

/**
 * The answer does not echo the as-of, so a service that ignored it would look as if it had honoured it (DATA-08).
 *
 * @throws {@link AsOfNotHonouredError} when the series has days that were not yet known then.
 */
export function checkAsOf(reference: SeriesRef, frame: Frame, body: Body): void {
  if (reference.family === "forecast" || reference.asOf === "latest") return;
  const lastDay = frame.days.at(-1);
  if (lastDay === undefined || lastDay <= lastDayAt(reference.asOf)) return;
  throw new AsOfNotHonouredError(body, reference.asOf, lastDay);
}

/** The last day that a vintage of this as-of can hold. */
export function lastDayAt(asOf: Instant): number {
  return dayOfInstant(asOf) + daysAheadOfUtc;
}
