import { type Day } from "../../../../shared/day";
import { type Observations } from "../../../../shared/series/observations";
import { type DayRange } from "../model/pane";

/** The smallest and the largest of some values. */
export interface Extremes {
  readonly min: number;
  readonly max: number;
}

/**
 * The reduction of a column to pixel columns, from which the same picture is drawn as from all rows. Every number is
 * one of the values or NaN; the arrays have one entry for each pixel column.
 */
export interface ColumnExtremes {
  /** The value of the first row in each pixel column: NaN if that row has none, or there is no row. */
  readonly first: Float64Array;
  /** NaN if no row of the pixel column has a value. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  /** The value of the last row in each pixel column: NaN if that row has none, or there is no row. */
  readonly last: Float64Array;
  /** 1 if the pixel column has a row, with or without a value. */
  readonly hasRows: Uint8Array;
  /** The value of {@link openingRow}; NaN without one. */
  readonly standing: number;
  /**
   * The last pixel column that the series reaches: the last of all if its days go on, −1 if it ends before the range.
   */
  readonly end: number;
}

/** The position of a day in a range, from 0 at its start to 1 at its end; 0.5 for the only day of a range. */
export function positionOf(day: Day, { from, to }: DayRange): number {
  return to > from ? (day - from) / (to - from) : day - from + 0.5;
}

/** The pixel column of a day of the range; the last day is in the last column. */
export function columnOf(day: Day, range: DayRange, columns: number): number {
  return Math.min(columns - 1, Math.floor(positionOf(day, range) * columns));
}

/** The first row from `from` whose day is `day` or later; `to` if all are earlier. */
export function rowAt(days: Int32Array, day: Day, from = 0, to = days.length): number {
  let low = from;
  // Days ascend strictly, so there are no more rows before a day than days.
  let high = Math.min(to, Math.max(from, from + day - (days[from] ?? day)));
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? Infinity) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The row whose value is in force at the start of the range: the last at or before its first day, −1 without one. A
 * range of one day starts before that day.
 */
export function openingRow(days: Int32Array, { from, to }: DayRange): number {
  return rowAt(days, to > from ? from + 1 : from) - 1;
}

/** The extremes of the rows from `from` up to but excluding `to`, ignoring NaN; undefined if no row has a value. */
export function extremesOf(values: Float64Array, from: number, to: number): Extremes | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (let row = from; row < to; row++) {
    const value = values[row] ?? Number.NaN;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : undefined;
}

/** Reduces a series to `columns` pixel columns; each row of the range is in one of them. */
export function columnExtremes(
  { days, values }: Observations,
  range: DayRange,
  columns: number,
): ColumnExtremes {
  const found = emptyColumns(columns);
  const rowEnd = rowAt(days, range.to + 1);
  let end = -1;
  for (let row = rowAt(days, range.from); row < rowEnd;) {
    const day = days[row] ?? range.to;
    end = columnOf(day, range, columns);
    const next = rowAt(days, dayBeyond(end, range, columns), row + 1, rowEnd);
    fillColumn(found, end, values, row, next);
    row = next;
  }
  const goesOn = rowEnd > 0 && rowEnd < days.length;
  const standing = values[openingRow(days, range)] ?? Number.NaN;
  return { ...found, standing, end: goesOn ? columns - 1 : end };
}

type Columns = Omit<ColumnExtremes, "standing" | "end">;

function emptyColumns(columns: number): Columns {
  const nothing = (): Float64Array => new Float64Array(columns).fill(Number.NaN);
  const hasRows = new Uint8Array(columns);
  return { first: nothing(), min: nothing(), max: nothing(), last: nothing(), hasRows };
}

/** The first day of a later column, or beyond the range. */
function dayBeyond(column: number, range: DayRange, columns: number): Day {
  if (column === columns - 1) return range.to + 1;
  let day = Math.ceil(range.from + ((column + 1) / columns) * (range.to - range.from));
  // Rounding may give the day before or after, so the drawn column decides.
  while (columnOf(day - 1, range, columns) > column) day--;
  while (columnOf(day, range, columns) <= column) day++;
  return day;
}

function fillColumn(
  found: Columns,
  column: number,
  values: Float64Array,
  from: number,
  to: number,
): void {
  const extremes = extremesOf(values, from, to);
  found.first[column] = values[from] ?? Number.NaN;
  found.last[column] = values[to - 1] ?? Number.NaN;
  found.min[column] = extremes?.min ?? Number.NaN;
  found.max[column] = extremes?.max ?? Number.NaN;
  found.hasRows[column] = 1;
}
