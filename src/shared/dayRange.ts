import { type Day } from "./day";
import { monthsBefore } from "./months";

/** A range of days, both ends inclusive. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

/** The number of newest years with which a chart opens. */
const openingYears = 10;

/** The days that a chart shows at first: its newest {@link openingYears} years, or all if there are fewer. */
export function openingRange(bounds: DayRange): DayRange {
  return newestYears(bounds, openingYears);
}

/** The given number of years up to the last day, within the bounds. */
export function newestYears(bounds: DayRange, years: number): DayRange {
  return { from: Math.max(bounds.from, monthsBefore(bounds.to, 12 * years)), to: bounds.to };
}
