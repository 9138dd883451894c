import { type Day, dayOfCivil, isoOfDay, maxDay, minDay } from "../../../shared/day";
import { type DayRange } from "./pane";

const openingYears = 10;

/** All days, also those that are still to come. */
export const allDays: DayRange = { from: minDay, to: maxDay };

/** What a chart shows at first: its newest ten years, or all where there are fewer. */
export function openingRange(bounds: DayRange): DayRange {
  return newestYears(bounds, openingYears);
}

/** As many years as end with the last day, within the bounds. */
export function newestYears(bounds: DayRange, years: number): DayRange {
  return { from: Math.max(bounds.from, monthsBefore(bounds.to, 12 * years)), to: bounds.to };
}

/** What of a range lies within the bounds; undefined where nothing does. */
export function rangeWithin(range: DayRange, bounds: DayRange): DayRange | undefined {
  const from = Math.max(range.from, bounds.from);
  const to = Math.min(range.to, bounds.to);
  return from <= to ? { from, to } : undefined;
}

/** The same day of the month so many months before, or the last of a month that is too short. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = isoOfDay(day).split("-").map(Number);
  const monthsSinceZero = year * 12 + (month - 1) - months;
  const afterwards = Math.min(
    monthStart(monthsSinceZero) + dayOfMonth,
    monthStart(monthsSinceZero + 1),
  );
  return Math.max(minDay, afterwards - 1);
}

/** The first of a month, which is counted from January of the year 0; the nearest day there is outside four-digit years. */
export function monthStart(monthsSinceZero: number): Day {
  if (monthsSinceZero < 0) return minDay;
  if (monthsSinceZero >= 120_000) return maxDay + 1;
  return dayOfCivil(Math.floor(monthsSinceZero / 12), (monthsSinceZero % 12) + 1, 1) ?? minDay;
}
