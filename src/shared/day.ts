/** A calendar day: days since 1970-01-01 in the proleptic Gregorian calendar, without a time zone. */
export type Day = number;

/** 0000-01-01 and 9999-12-31: the range of four-digit years. */
export const minDay: Day = -719_528;
export const maxDay: Day = 2_932_896;

export function isDay(value: unknown): value is Day {
  return Number.isInteger(value) && Number(value) >= minDay && Number(value) <= maxDay;
}

const daysPerEra = 146_097;
/** Days from 0000-03-01, where the 400-year eras begin, to 1970-01-01. */
const epochOffset = 719_468;

/**
 * The day as `YYYY-MM-DD`.
 *
 * Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013), civil_from_days.
 *
 * @throws RangeError outside {@link minDay} to {@link maxDay}.
 */
export function isoOfDay(day: Day): string {
  if (!Number.isInteger(day) || day < minDay || day > maxDay) {
    throw new RangeError(`no four-digit year has day ${day}`);
  }
  const shifted = day + epochOffset;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`;
}

/**
 * The day that a `YYYY-MM-DD` names; undefined for a day that does not exist or another format (`2024-02-30`,
 * `24-1-1`).
 */
export function dayOfIso(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, dayOfMonth] = match.slice(1).map(Number) as [number, number, number];
  return dayOfCivil(year, month, dayOfMonth);
}

/**
 * The day of a year (0 to 9999), month (1 to 12) and day of the month; undefined if there is no such day.
 *
 * Source: H. Hinnant, as above, days_from_civil.
 */
export function dayOfCivil(year: number, month: number, dayOfMonth: number): Day | undefined {
  if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) {
    return undefined;
  }
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const shiftedMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * shiftedMonth + 2) / 5) + dayOfMonth - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - epochOffset;
}

/** The day of the week, from 0 (Sunday) to 6 (Saturday). 1970-01-01 was a Thursday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    return isLeap ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
