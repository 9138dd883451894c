import { type ColumnExtremes } from "./columnExtremes";

/** Draws a line whose pieces are level, or upright in one pixel column. */
export interface Pen {
  moveTo(column: number, value: number): void;
  lineTo(column: number, value: number): void;
}

/**
 * Draws the stepped line of a reduced series: a value holds, level, until the next row; within a pixel column the line
 * reaches all of its values. It breaks at rows without a value and ends with the series.
 */
export function traceSteps(extremes: ColumnExtremes, pen: Pen): void {
  const { first, min, max, last, hasRows, end } = extremes;
  let standing = extremes.standing;
  let isDown = false;
  const reach = (column: number, value = Number.NaN): void => {
    if (Number.isNaN(value)) return;
    if (isDown) pen.lineTo(column, value);
    else pen.moveTo(column, value);
    isDown = true;
  };
  const standTo = (column: number): void => {
    if (Number.isNaN(standing)) isDown = false;
    else reach(column, standing);
  };
  if (end < 0) return;
  standTo(0);
  for (let column = 0; column <= end; column++) {
    if (hasRows[column] === 0) continue;
    standTo(column);
    const isGap = Number.isNaN(first[column]);
    // A gap at the start of the column ends the line before it.
    if (isGap) isDown = false;
    else reach(column, first[column]);
    if (isGap || min[column] !== max[column]) {
      reach(column, min[column]);
      reach(column, max[column]);
      reach(column, last[column]);
    }
    standing = last[column] ?? Number.NaN;
  }
  standTo(end);
}

/** Fills pixel columns, from `column` to before `columnEnd`, between two values, the lower one first. */
export type FillColumns = (column: number, columnEnd: number, low: number, high: number) => void;

/**
 * Draws the stepped area between two reduced series of the same days, either of which may be the lower one in any row:
 * in each pixel column from the least to the greatest of both. Like a line, it holds until the next row, breaks at rows
 * without a value, and ends with the series.
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
