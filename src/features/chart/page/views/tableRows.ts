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

/** The value on the day itself; NaN when the column has none. */
export function valueOn({ days, values }: TableColumn, day: Day): number {
  const row = rowAt(days, day);
  return days[row] === day ? (values[row] ?? NaN) : NaN;
}

/** Browsers lay out nothing taller; beyond it a step of the scroll bar is more than a row. */
const tallestPx = 8_000_000;

/** How tall the rows of a table are together, as far as they can be. */
export function heightOf(rows: number, rowPx: number): number {
  return Math.min(tallestPx, rows * rowPx);
}

/**
 * The row at the upper edge, and how much of it is above that edge. The first row is there where scrolling begins, and
 * the last row is in sight where it ends, however much shorter the way between them is than the rows.
 *
 * @param seenPx - How much of the rows is in sight.
 */
export function topRow(scrollTop: number, rows: number, rowPx: number, seenPx: number): number {
  const way = heightOf(rows, rowPx) - seenPx;
  if (way <= 0) return 0;
  return (Math.min(1, scrollTop / way) * (rows * rowPx - seenPx)) / rowPx;
}
