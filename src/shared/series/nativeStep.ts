import { type Day, dayOfCivil, isoOfDay, maxDay, minDay, weekdayOf } from "../day";
import { areEqualValues, exceeds, farAbove } from "./equalValues";
import { lastKnownRow, type Observations, standingRow } from "./observations";

/** How often the values of a series change; `unknown` if there are too few changes to judge. */
export type NativeStep = "daily" | "weekly" | "monthly" | "quarterly" | "unknown";

/** From finest to coarsest; a series with an unknown step has an observation in each row. */
const steps: readonly NativeStep[] = ["unknown", "daily", "weekly", "monthly", "quarterly"];

/** The coarser of two steps, at which their series are compared. */
export function coarser(one: NativeStep, other: NativeStep): NativeStep {
  return steps.indexOf(one) > steps.indexOf(other) ? one : other;
}

/**
 * A series reduced to its observations. A service sends a row for every business day even if the value changes once a
 * month, so most rows only repeat a value. There is one observation per period of the native step, or one per row if
 * the step is daily or unknown.
 */
export interface Observed {
  readonly step: NativeStep;
  /** The last value on or before the end of each period; never NaN. */
  readonly values: Float64Array;
  /** The row of that value. */
  readonly rows: Int32Array;
  /** The row in which each observation's run of equal values starts; never before the first row of the period. */
  readonly starts: Int32Array;
  /** The last day of each period, ascending; the row's own day where each row is an observation. */
  readonly ends: Int32Array;
}

const yearsOfStep = 5;
const leastRuns = 8;

/** The longest median gap, in days, for each step. */
const longestGaps = [
  ["daily", 4],
  ["weekly", 10],
  ["monthly", 45],
  ["quarterly", Number.POSITIVE_INFINITY],
] as const;

/**
 * The native step, from the median gap between the starts of runs of equal values over the last five years. Each run is
 * compared with its first value; the first run, with the value in force five years ago.
 */
export function nativeStepOf({ days, values }: Observations): NativeStep {
  const since = yearsBefore(days.at(-1) ?? minDay, yearsOfStep);
  const first = standingRow(days, since);
  const known = lastKnownRow(values.subarray(0, first + 1));
  let ofRun = values[known] ?? Number.NaN;
  let start: Day = minDay;
  let runs = 0;
  const gaps: number[] = [];
  for (let row = first + 1; row < values.length; row++) {
    const value = values[row] ?? Number.NaN;
    // NaN is not a value, so it does not end a run.
    if (Number.isNaN(value) || areEqualValues(value, ofRun)) continue;
    const day = days[row] ?? minDay;
    if (runs++ > 0) gaps.push(day - start);
    start = day;
    ofRun = value;
  }
  if (runs < leastRuns) return "unknown";
  const median = medianOf(gaps);
  return longestGaps.find(([, longest]) => median <= longest)?.[0] ?? "unknown";
}

/** The observations of a series at its native step, oldest first. */
export function observe(series: Observations): Observed {
  return observeAt(series, nativeStepOf(series));
}

/** The observations of a series at a step that may be coarser than its own, oldest first. */
export function observeAt({ days, values }: Observations, step: NativeStep): Observed {
  if (isOfEachRow(step)) {
    const rows = knownRows(values);
    const isEachRow = rows.length === values.length;
    const known = isEachRow ? values : valuesIn(rows, values);
    return {
      step,
      values: known,
      rows,
      starts: rows,
      ends: isEachRow ? days : valuesIn(rows, days),
    };
  }
  const { rows, ends } = rowsAtPeriodEnds({ days, values }, step);
  return { step, values: valuesIn(rows, values), rows, starts: startsOf(rows, values), ends };
}

/** The observation in force at a row: the last that starts at or before it; −1 before the first. */
export function observationAt({ starts }: Observed, row: number): number {
  return standingRow(starts, row);
}

/**
 * The percentile rank of a value in a history: the share of values equal to or below it, as a whole percentage, halves
 * rounded up. Only the largest value gets 100; all others range from 1 to 99. NaN for an empty history or if the value
 * is NaN.
 *
 * The share is the empirical distribution function: L. Wasserman, "All of Statistics" (2004), definition 7.1.
 */
export function percentileOf(history: Float64Array, value: number): number {
  if (Number.isNaN(value)) return Number.NaN;
  const far = farAbove(value);
  let atOrBelow = 0;
  let above = 0;
  // An index loop, since this runs over long histories before the first paint.
  for (let row = history.length - 1; row >= 0; row--) {
    const each = history[row] ?? Number.NaN;
    if (each > far || exceeds(each, value)) above++;
    else if (!Number.isNaN(each)) atOrBelow++;
  }
  if (above === 0) return atOrBelow === 0 ? Number.NaN : 100;
  return Math.min(99, Math.max(1, Math.round((100 * atOrBelow) / (atOrBelow + above))));
}

/** The percentile rank of an observation among those up to and including it, in whole percent. */
export function percentileToDate({ values }: Observed, observation: number): number {
  const history = values.subarray(0, observation + 1);
  return percentileOf(history, values[observation] ?? Number.NaN);
}

/**
 * The percentile rank of a value among all observations of a series, in whole percent; NaN if the value is NaN or there
 * are no observations.
 *
 * @param step - The native step, if it is already known.
 */
export function percentileAmong(
  series: Observations,
  value: number,
  step = nativeStepOf(series),
): number {
  // Where each row is an observation, those without a value do not count.
  const history = isOfEachRow(step) ? series.values : observeAt(series, step).values;
  return percentileOf(history, value);
}

function isOfEachRow(step: NativeStep): step is "daily" | "unknown" {
  return step === "daily" || step === "unknown";
}

function knownRows(values: Float64Array): Int32Array {
  const rows = new Int32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    if (!Number.isNaN(values[row])) rows[count++] = row;
  }
  return count === rows.length ? rows : rows.slice(0, count);
}

/** An index loop, since there may be a million rows. */
function valuesIn(rows: Int32Array, values: Float64Array): Float64Array;
function valuesIn(rows: Int32Array, values: Int32Array): Int32Array;
function valuesIn(rows: Int32Array, values: Float64Array | Int32Array): Float64Array | Int32Array {
  const found =
    values instanceof Int32Array ? new Int32Array(rows.length) : new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) found[at] = values[rows[at] ?? 0] ?? Number.NaN;
  return found;
}

/** The last day of each period, and the row of the value in force then, from the first value's period to the last one's. */
function rowsAtPeriodEnds(
  { days, values }: Observations,
  step: "weekly" | "monthly" | "quarterly",
): { rows: Int32Array; ends: Int32Array } {
  const known = knownRows(values);
  const knownDays = Int32Array.from(known, (row) => days[row] ?? minDay);
  const [first, last] = [knownDays.at(0), knownDays.at(-1)];
  const rows: number[] = [];
  const ends: Day[] = [];
  if (first === undefined || last === undefined) return { rows: known, ends: knownDays };
  for (let day = first; day <= last;) {
    const end = periodEnd(day, step);
    rows.push(known[standingRow(knownDays, end)] ?? 0);
    ends.push(end);
    day = end + 1;
  }
  return { rows: Int32Array.from(rows), ends: Int32Array.from(ends) };
}

/** The last day of the period that contains a day; weeks end on Sundays. */
export function periodEnd(day: Day, step: "weekly" | "monthly" | "quarterly"): Day {
  if (step === "weekly") return day + ((7 - weekdayOf(day)) % 7);
  const [year = 0, month = 1] = isoOfDay(day).split("-").map(Number);
  const lastMonth = step === "monthly" ? month : Math.ceil(month / 3) * 3;
  const next = lastMonth === 12 ? dayOfCivil(year + 1, 1, 1) : dayOfCivil(year, lastMonth + 1, 1);
  return (next ?? maxDay + 1) - 1;
}

function startsOf(rows: Int32Array, values: Float64Array): Int32Array {
  return rows.map((row, index) => {
    // Not before the own period's first row; if the period has no row, the row itself.
    let start = index === 0 ? 0 : Math.min(row, (rows[index - 1] ?? 0) + 1);
    for (let at = start + 1; at <= row; at++) {
      if (!areEqualValues(values[at] ?? Number.NaN, values[start] ?? Number.NaN)) start = at;
    }
    return start;
  });
}

function yearsBefore(day: Day, years: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = isoOfDay(day).split("-").map(Number);
  return dayOfCivil(year - years, month, dayOfMonth) ?? day - Math.round(years * 365.25);
}

/** NaN without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = new Float64Array(values).sort();
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}
