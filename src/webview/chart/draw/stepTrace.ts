import { type ColumnExtremes } from "./columnExtremes";

/** Takes a line whose every piece is level, or stands upright in one pixel column. */
export interface Pen {
  moveTo(column: number, value: number): void;
  lineTo(column: number, value: number): void;
}

/**
 * Draws the stepped line of a reduced series: a value goes on, level, until the next row; within a pixel column the line
 * reaches all of its values. It breaks where a row has no value and ends with the series.
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
    // A gap at the start of the column ends what stood before it.
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
