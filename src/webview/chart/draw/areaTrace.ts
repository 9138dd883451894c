import { type ColumnExtremes } from "./columnExtremes";

/** Fills pixel columns, from `column` to before `columnEnd`, between two values, the lower one first. */
export type FillColumns = (column: number, columnEnd: number, low: number, high: number) => void;

/**
 * Draws the stepped area between two reduced series of the same days, either of which may be the lower one in any row: in
 * each pixel column from the least to the greatest of both. Like a line it stands until the next row, breaks where a row
 * has no value, and ends.
 */
export function traceArea(lower: ColumnExtremes, upper: ColumnExtremes, fill: FillColumns): void {
  let edges = [lower.standing, upper.standing];
  let filled = 0;
  const fillTo = (columnEnd: number, values: readonly number[]): void => {
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    if (columnEnd > filled && !Number.isNaN(least)) fill(filled, columnEnd, least, greatest);
    filled = columnEnd;
  };
  for (let column = 0; column <= lower.end; column++) {
    if (lower.hasRows[column] === 0) continue;
    fillTo(column, edges);
    fillTo(
      column + 1,
      [lower, upper].flatMap(({ min, max }) => [at(min, column), at(max, column)]),
    );
    edges = [at(lower.last, column), at(upper.last, column)];
  }
  fillTo(lower.end + 1, edges);
}

function at(values: Float64Array, column: number): number {
  return values[column] ?? Number.NaN;
}
