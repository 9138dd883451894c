import { type Day, weekdayOf } from "../day";

/**
 * How far data lag: business days (Monday to Friday; holidays are not known) after the last day, up to and including
 * the day on which they were fetched. 0 when that is the last day, or a day before it.
 */
export function businessDayLag(lastDay: Day, fetchedOn: Day): number {
  return Math.max(0, businessDaysThrough(fetchedOn) - businessDaysThrough(lastDay));
}

/** The Monday of the week of 1970-01-01. */
const firstMonday: Day = -3;

/** Business days from then up to and including the day. */
function businessDaysThrough(day: Day): number {
  const sinceMonday = (weekdayOf(day) + 6) % 7;
  return ((day - sinceMonday - firstMonday) / 7) * 5 + Math.min(sinceMonday + 1, 5);
}
