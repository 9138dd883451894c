import { type Day, dayOfCivil } from "../shared/day";

/**
 * The calendar of the sample: business days are Monday to Friday, counted from Monday 1984-12-31; months are counted
 * from January 1985. Each business day has one production, identified by the number of its day.
 */
const origin = civilDay(1984, 12, 31);
const firstYear = 1985;

/** 18:00 UTC: when the production of a business day is published, unless its signal has an earlier time. */
export const usualProductionMs = 18 * 3_600_000;
const msPerDay = 86_400_000;

/** 1990-01-01, the first day with rows; earlier years only feed the first statistics. */
export const firstShown = businessDayAtOrBefore(civilDay(1990, 1, 1));

/** The number of the last business day on or before a day. */
export function businessDayAtOrBefore(day: Day): number {
  const passed = day - origin;
  const week = Math.floor(passed / 7);
  return week * 5 + Math.min(passed - week * 7, 4);
}

export function dayOfBusinessDay(number: number): Day {
  const week = Math.floor(number / 5);
  return origin + week * 7 + (number - week * 5);
}

/**
 * The newest production published by a time, inclusive.
 *
 * @param msOfDay - When a production is published on its day.
 */
export function productionAsOf(epochMs: number, msOfDay = usualProductionMs): number {
  return businessDayAtOrBefore(Math.floor((epochMs - msOfDay) / msPerDay));
}

/** The UTC day that contains an epoch time. */
export function dayOfMs(epochMs: number): Day {
  return Math.floor(epochMs / msPerDay);
}

export function lastBusinessDayOfMonth(month: number): number {
  return businessDayAtOrBefore(lastDayOfMonth(month));
}

/** The last calendar day, which may be on a weekend. */
export function lastDayOfMonth(month: number): Day {
  return civilDay(yearOfMonth(month + 1), monthOfYear(month + 1), 1) - 1;
}

/** The Friday of a week; weeks are counted from the calendar's origin. */
export function lastBusinessDayOfWeek(week: number): number {
  return week * 5 + 4;
}

export function yearOfMonth(month: number): number {
  return firstYear + Math.floor(month / 12);
}

/** 1 is January, 12 is December. */
export function monthOfYear(month: number): number {
  return month - Math.floor(month / 12) * 12 + 1;
}

/** The number of the first month of a year. */
export function firstMonthOf(year: number): number {
  return (year - firstYear) * 12;
}

/** @throws RangeError if there is no such day. */
export function civilDay(year: number, month: number, dayOfMonth: number): Day {
  const day = dayOfCivil(year, month, dayOfMonth);
  if (day === undefined) throw new RangeError(`no day ${year}-${month}-${dayOfMonth}`);
  return day;
}
