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
  let standing = extremes.standing;
  let isDown = false;
  const reach = (column: number, value: number): void => {
    if (isDown) pen.lineTo(column, value);
    else pen.moveTo(column, value);
    isDown = true;
  };
  const standTo = (column: number): void => {
    if (!Number.isNaN(standing)) reach(column, standing);
    else isDown = false;
  };
  if (extremes.end < 0) return;
  standTo(0);
  for (let column = 0; column <= extremes.end; column++) {
    if (extremes.hasRows[column] === 0) continue;
    standTo(column);
    const [first, min, max, last] = valuesIn(extremes, column);
    // A gap at the start of the column ends what stood before it.
    if (Number.isNaN(first)) isDown = false;
    for (const value of [first, min, max, last]) if (!Number.isNaN(value)) reach(column, value);
    standing = last;
  }
  standTo(extremes.end);
}

function valuesIn(
  { first, min, max, last }: ColumnExtremes,
  column: number,
): [first: number, min: number, max: number, last: number] {
  const valueIn = (values: Float64Array): number => values[column] ?? Number.NaN;
  return [valueIn(first), valueIn(min), valueIn(max), valueIn(last)];
}
