import { type ColumnExtremes } from "./columnExtremes";

/** Fills pixel columns, from `column` to before `columnEnd`, between two values. */
export type FillColumns = (column: number, columnEnd: number, low: number, high: number) => void;

/**
 * Draws the stepped area between two reduced series of the same days: in each pixel column from the least of the one to
 * the greatest of the other. Like a line it stands until the next row, breaks where a row has no value, and ends.
 */
export function traceArea(lower: ColumnExtremes, upper: ColumnExtremes, fill: FillColumns): void {
  let low = lower.standing;
  let high = upper.standing;
  let filled = 0;
  const standTo = (column: number): void => {
    if (column > filled && !Number.isNaN(low + high)) fill(filled, column, low, high);
    filled = column;
  };
  for (let column = 0; column <= lower.end; column++) {
    if (lower.hasRows[column] === 0) continue;
    standTo(column);
    const least = lower.min[column] ?? Number.NaN;
    const greatest = upper.max[column] ?? Number.NaN;
    if (!Number.isNaN(least + greatest)) fill(column, column + 1, least, greatest);
    filled = column + 1;
    low = lower.last[column] ?? Number.NaN;
    high = upper.last[column] ?? Number.NaN;
  }
  standTo(lower.end + 1);
}
