import { type Day } from "../../../../../shared/day";
import { type DayRange } from "../../../../../shared/dayRange";
import { exceeds } from "../../../../../shared/series/equalValues";
import { periodEnd } from "../../../../../shared/series/nativeStep";
import { type Observations, standingRow } from "../../../../../shared/series/observations";
import { type Variant } from "./variants";

/** A variant of a panel over the periods of a heat strip. */
export interface StripRow {
  readonly variant: Variant;
  /** The last value on or before the end of each period; NaN before the first and after the last. */
  readonly values: Float64Array;
  /** The day of each value; 0 without a value. */
  readonly days: Int32Array;
}

/** The variants of a panel by months, or by weeks if few years are in sight. */
export interface HeatStrip {
  readonly step: "weekly" | "monthly";
  /** The last day of each period, ascending. */
  readonly ends: Int32Array;
  readonly rows: readonly StripRow[];
}

/** 730: a range shorter than two years has a cell for each week. */
const leastDaysOfMonths = 730;

/** The variants, in their order, over the periods that a range of days touches. */
export function heatStrip(variants: readonly Variant[], range: DayRange): HeatStrip {
  const step = range.to - range.from < leastDaysOfMonths ? "weekly" : "monthly";
  const found: Day[] = [];
  for (let day = range.from; day <= range.to; day = (found.at(-1) ?? day) + 1) {
    found.push(periodEnd(day, step));
  }
  const ends = Int32Array.from(found);
  return { step, ends, rows: variants.map((variant) => rowOf(variant, ends, step)) };
}

function rowOf(variant: Variant, ends: Int32Array, step: HeatStrip["step"]): StripRow {
  const values = new Float64Array(ends.length).fill(Number.NaN);
  const days = new Int32Array(ends.length);
  const { line } = variant;
  const last = variant.day === null ? undefined : periodEnd(variant.day, step);
  if (line === null || last === undefined) return { variant, values, days };
  for (const [column, end] of ends.entries()) {
    if (end > last) break;
    const row = knownRow(line, end);
    values[column] = line.values[row] ?? Number.NaN;
    days[column] = line.days[row] ?? 0;
  }
  return { variant, values, days };
}

function knownRow({ days, values }: Observations, day: Day): number {
  let row = standingRow(days, day);
  while (row >= 0 && Number.isNaN(values[row])) row--;
  return row;
}

/** A cell of a heat strip, by its row and its period. */
export interface StripCell {
  readonly row: number;
  readonly column: number;
}

/** The contents of a cell of a heat strip. */
export interface StripValue {
  readonly variant: Variant;
  readonly value: number;
  /** The day of the value; the end of the period without one. */
  readonly day: Day;
  /** 1 for the largest value in the period; equal values have the same rank; null without a value. */
  readonly rank: number | null;
  /** How many variants have a rank in the period. */
  readonly of: number;
}

export function stripValueAt(strip: HeatStrip, { row, column }: StripCell): StripValue | undefined {
  const found = strip.rows[row];
  const value = found?.values[column];
  const end = strip.ends[column];
  if (found === undefined || value === undefined || end === undefined) return undefined;
  const { variant } = found;
  const others = strip.rows.map(({ values }) => values[column] ?? Number.NaN);
  const of = others.filter((each) => !Number.isNaN(each)).length;
  if (Number.isNaN(value)) return { variant, value, day: end, rank: null, of };
  const rank = others.filter((each) => exceeds(each, value)).length + 1;
  return { variant, value, day: found.days[column] ?? end, rank, of };
}

/** Cells at or beyond this score, on either side of zero, have the full colour. */
export const stripReach = 2.5;
/** The number of colours from full orange to full blue. */
export const stripSteps = 20;

/** The index of the colour of a score among {@link stripSteps}, from 0. */
export function stripStepOf(value: number): number {
  const step = Math.floor(((value + stripReach) / (2 * stripReach)) * stripSteps + 1e-9);
  return Math.min(stripSteps - 1, Math.max(0, step));
}
