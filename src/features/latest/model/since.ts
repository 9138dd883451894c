import { type Day, isDay } from "../../../shared/day";
import { monthsBefore } from "../../../shared/months";

/** The start of a change: one week before, one calendar month before, or a day that the user entered. */
export type Since = "week" | "month" | Day;

const msPerDay = 86_400_000;

/** The UTC day at whose end the older values were known; undefined if it is not before the day of the answer. */
export function sinceDay(since: Since, answerMs: number): Day | undefined {
  const today = Math.floor(answerMs / msPerDay);
  if (since === "week") return today - 7;
  if (since === "month") return monthsBefore(today, 1);
  return since < today ? since : undefined;
}

/**
 * The last second of a UTC day, in milliseconds since 1970-01-01 UTC. As a time to compare with, it means the series as
 * known then.
 */
export function endOfDayMs(day: Day): number {
  return (day + 1) * msPerDay - 1_000;
}

/** The day that ends at a time, to the second; undefined for any other time, such as that of an archived answer. */
export function dayEndingAt(ms: number): Day | undefined {
  const day = Math.floor(ms / msPerDay);
  return ms === endOfDayMs(day) ? day : undefined;
}

export function isSince(value: unknown): value is Since {
  return value === "week" || value === "month" || isDay(value);
}
