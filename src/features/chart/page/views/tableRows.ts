import { type ShownUnit } from "../../../../shared/series/numberText";
import { type Day } from "../../../../shared/day";
import { rowAt } from "../draw/columnExtremes";
import { type DayRange } from "../model/pane";

/** One column of numbers beside the days. */
export interface TableColumn {
  readonly id: string;
  readonly label: string;
  readonly unit: ShownUnit;
  readonly days: Int32Array;
  readonly values: Float64Array;
}

/** The days of the range on which any of the columns has a row, the newest first. */
export function tableDays(columns: readonly TableColumn[], range: DayRange): Int32Array {
  const days = new Set<Day>();
  for (const each of new Set(columns.map((column) => column.days))) {
    for (const day of each) {
      if (day >= range.from && day <= range.to) days.add(day);
    }
  }
  return Int32Array.from(days).sort().reverse();
}

/** The value on the day itself; NaN without one. */
export function valueOn({ days, values }: TableColumn, day: Day): number {
  const row = rowAt(days, day);
  return days[row] === day ? (values[row] ?? NaN) : NaN;
}

/**
 * 8,000,000 px: browsers cannot lay out taller elements. In a taller table, a step of the scroll bar is more than one
 * row.
 */
const tallestPx = 8_000_000;

/** The height of the rows of a table, at most {@link tallestPx}. */
export function heightOf(rows: number, rowPx: number): number {
  return Math.min(tallestPx, rows * rowPx);
}

/**
 * The row at the upper edge, as a fraction for the part above that edge. The first row is there at the start of
 * scrolling, and the last row is in sight at its end, even if the scrolled distance is shorter than the rows.
 *
 * @param seenPx - The height of the visible part of the rows.
 */
export function topRow(scrollTop: number, rows: number, rowPx: number, seenPx: number): number {
  const way = heightOf(rows, rowPx) - seenPx;
  if (way <= 0) return 0;
  return (Math.min(1, scrollTop / way) * (rows * rowPx - seenPx)) / rowPx;
}
