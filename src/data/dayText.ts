import { type Day, dayOfIso, maxDay, minDay } from "../shared/day";

const dayWithTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?$/;

export const msPerDay = 86_400_000;

/** The day that a text like `2024-06-28`, `2024-06-28 00:00:00` or `2024-06-28T00:00:00+09:00` writes, else undefined. */
export function dayOfText(text: string): Day | undefined {
  const date = dayWithTime.exec(text.trim())?.[1];
  return date === undefined ? undefined : dayOfIso(date);
}

/** The UTC day of milliseconds since 1970-01-01 UTC, else undefined where it has no four-digit year. */
export function dayOfEpochMs(ms: number): Day | undefined {
  const day = Math.floor(ms / msPerDay);
  return isDay(day) ? day : undefined;
}

/** Whether a number is a day that four digits of a year can write. */
export function isDay(day: number): boolean {
  return Number.isInteger(day) && day >= minDay && day <= maxDay;
}
