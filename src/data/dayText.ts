import { type Day, dayOfCivil, dayOfIso } from "../shared/day";

const dayWithTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?)?$/;

export const msPerDay = 86_400_000;

/**
 * The day of a text such as `2024-06-28`, `2024-06-28 00:00:00` or `2024-06-28T00:00:00+09:00`; undefined for any
 * other.
 */
export function dayOfText(text: string): Day | undefined {
  const date = dayWithTime.exec(text.trim())?.[1];
  return date === undefined ? undefined : dayOfIso(date);
}

/** 1800-01-01 and 2200-12-31: values outside are more likely a count, a code or a time in another unit. */
const minEpochDay: Day = -62_091;
const maxEpochDay: Day = 84_370;

/** The day of an epoch time in milliseconds, if it is midnight UTC in the years 1800 to 2200; else undefined. */
export function dayOfEpochMs(ms: number): Day | undefined {
  const day = ms / msPerDay;
  return Number.isInteger(day) && day >= minEpochDay && day <= maxEpochDay ? day : undefined;
}

/** The day that an eight-digit integer denotes as YYYYMMDD, else undefined. */
export function dayOfDigits(digits: number): Day | undefined {
  if (!Number.isInteger(digits) || digits < 1000_01_01 || digits > 9999_12_31) return undefined;
  const month = Math.floor(digits / 100) % 100;
  return dayOfCivil(Math.floor(digits / 10_000), month, digits % 100);
}
