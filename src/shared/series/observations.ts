import { type Day, maxDay } from "../day";
import { type DayRange } from "../dayRange";
import { monthsBefore } from "../months";
import { changeBetween } from "./equalValues";

/** One column of a series with its days. */
export interface Observations {
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  /** One per day; NaN is a missing value. */
  readonly values: Float64Array;
}

/** The last row on or before a day, whose value is in force that day; −1 before the first. */
export function standingRow(days: Int32Array, day: Day): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? day) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last row with a value; −1 without any. */
export function lastKnownRow(values: Float64Array): number {
  // An index loop: a callback would box each value.
  let row = values.length - 1;
  while (row >= 0 && Number.isNaN(values[row])) row--;
  return row;
}

/** The row in force a calendar month before the day of the newest value; −1 before the first, and without any value. */
export function rowAMonthBefore({ days, values }: Observations): number {
  const newest = days[lastKnownRow(values)];
  return newest === undefined ? -1 : standingRow(days, monthsBefore(newest, 1));
}

/** The rows of a series in a range of days, both ends inclusive, as views of its arrays. */
export function rowsIn({ days, values }: Observations, { from, to }: DayRange): Observations {
  const start = standingRow(days, from - 1) + 1;
  const end = standingRow(days, to) + 1;
  return { days: days.subarray(start, end), values: values.subarray(start, end) };
}

/** As {@link standingRow}, but −1 also after the last day, where the drawn line ends. */
export function drawnRow(days: Int32Array, day: Day): number {
  return day > (days.at(-1) ?? day) ? -1 : standingRow(days, day);
}

const afterAll: Day = maxDay + 1;

/** The value drawn on a day: of the last row at or before it, unless the series has ended; NaN without one. */
export function drawnValue({ days, values }: Observations, day: Day): number {
  return values[drawnRow(days, day)] ?? Number.NaN;
}

export function areSameDays(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false;
  for (let row = 0; row < one.length; row++) if (one[row] !== other[row]) return false;
  return true;
}

/** Compares values, ascending or descending; NaN comes last either way. */
export function compareValues(one: number, other: number, isAscending: boolean): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return +Number.isNaN(one) - +Number.isNaN(other);
  return isAscending ? one - other : other - one;
}

/** Takes a few milliseconds. */
const daysPerPiece = 2 ** 17;

/**
 * Visits each day of two series once, in ascending order, with both values; NaN where a series has none. Pauses every
 * {@link daysPerPiece} days.
 */
export function* forEachDay(
  a: Observations,
  b: Observations,
  visit: (day: Day, ofA: number, ofB: number) => void,
): Generator<void, void> {
  let [rowA, rowB, visited] = [0, 0, 0];
  while (rowA < a.days.length || rowB < b.days.length) {
    const dayA = a.days[rowA] ?? afterAll;
    const dayB = b.days[rowB] ?? afterAll;
    const ofA = dayA <= dayB ? (a.values[rowA++] ?? Number.NaN) : Number.NaN;
    const ofB = dayB <= dayA ? (b.values[rowB++] ?? Number.NaN) : Number.NaN;
    visit(Math.min(dayA, dayB), ofA, ofB);
    if (++visited % daysPerPiece === 0) yield;
  }
}

/**
 * A − B on the days that both series have; 0 where the two values are equal, NaN where either is missing. Days that only
 * one of them has are omitted: a value carried forward is not an observation.
 */
export function differenceOf(a: Observations, b: Observations): Observations {
  const max = Math.min(a.days.length, b.days.length);
  const days = new Int32Array(max);
  const values = new Float64Array(max);
  let count = 0;
  for (let rowA = 0, rowB = 0; rowA < a.days.length && rowB < b.days.length;) {
    const dayA = a.days[rowA] ?? maxDay;
    const dayB = b.days[rowB] ?? maxDay;
    if (dayA === dayB) {
      days[count] = dayA;
      values[count] = changeBetween(b.values[rowB] ?? Number.NaN, a.values[rowA] ?? Number.NaN);
      count++;
    }
    if (dayA <= dayB) rowA++;
    if (dayB <= dayA) rowB++;
  }
  return { days: days.slice(0, count), values: values.slice(0, count) };
}
