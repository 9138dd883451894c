import { type Day, weekdayOf } from "../day";

/**
 * How far data lag behind the day on which they were fetched: the number of business days (Monday to Friday; holidays
 * are ignored) after the last day, up to and including the day of the fetch. 0 if that is not after the last day.
 */
export function businessDayLag(lastDay: Day, fetchedOn: Day): number {
  return Math.max(0, businessDaysThrough(fetchedOn) - businessDaysThrough(lastDay));
}

/** The Monday of the week of 1970-01-01. */
const firstMonday: Day = -3;

/** Business days from {@link firstMonday} up to and including the day. */
function businessDaysThrough(day: Day): number {
  const sinceMonday = (weekdayOf(day) + 6) % 7;
  return ((day - sinceMonday - firstMonday) / 7) * 5 + Math.min(sinceMonday + 1, 5);
}
