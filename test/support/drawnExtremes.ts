import { type DayRange } from "../../src/features/chart/page/model/pane";

/** What a column of pixels shows of a series, or what it must show; null for nothing. */
export type Extremes = { readonly min: number; readonly max: number } | null;

/**
 * What each of `columns` columns of pixels must show of a stepped line, one day after the other: the days that fall into
 * it, and the value that goes on from the column before unless a gap begins with the column.
 */
export function expectedExtremes(
  days: Int32Array,
  values: Float64Array,
  { from, to }: DayRange,
  columns: number,
): Extremes[] {
  const shown: number[][] = Array.from({ length: columns }, () => []);
  let standing = Number.NaN;
  let reached = 0;
  for (const [row, day] of days.entries()) {
    if (day < from) standing = values[row] ?? Number.NaN;
    if (day < from || day > to) continue;
    const column = Math.min(columns - 1, Math.floor(((day - from) / (to - from)) * columns));
    for (; reached <= column; reached++) shown[reached]?.push(standing);
    standing = values[row] ?? Number.NaN;
    shown[column]?.push(standing);
  }
  return shown.map((each) => {
    const present = each.filter((value) => !Number.isNaN(value));
    if (present.length === 0) return null;
    return present.reduce(
      (found, value) => ({ min: Math.min(found.min, value), max: Math.max(found.max, value) }),
      { min: Infinity, max: -Infinity },
    );
  });
}

/** Values and the rows of pixels where their lines were found; two of them tell how far a value is from another. */
export interface Scale {
  readonly high: { readonly value: number; readonly row: number };
  readonly low: { readonly value: number; readonly row: number };
  /** Of a line, in pixels. */
  readonly thickness: number;
}

type Painted = readonly [top: number, bottom: number] | null;

/** The scale of a drawing whose line is level at `high` in one column and at `low` in another. */
export function scaleOf(
  high: { readonly value: number; readonly painted: Painted },
  low: { readonly value: number; readonly painted: Painted },
): Scale {
  if (high.painted === null || low.painted === null)
    throw new Error("The level lines are not drawn");
  const [top, bottom] = high.painted;
  const [lowTop, lowBottom] = low.painted;
  return {
    high: { value: high.value, row: (top + bottom) / 2 },
    low: { value: low.value, row: (lowTop + lowBottom) / 2 },
    thickness: bottom - top + 1,
  };
}

/** The values between which a column is painted. */
export function drawnExtremes(painted: Painted, scale: Scale): Extremes {
  if (painted === null) return null;
  const inset = (scale.thickness - 1) / 2;
  return {
    max: valueAt(painted[0] + inset, scale),
    min: valueAt(painted[1] - inset, scale),
  };
}

/** How much of a value one pixel is. */
export function valueOfPixel({ high, low }: Scale): number {
  return (high.value - low.value) / (low.row - high.row);
}

function valueAt(row: number, scale: Scale): number {
  return scale.high.value - (row - scale.high.row) * valueOfPixel(scale);
}

/**
 * Where a drawing departs from what it must show. A line may be wider than one pixel, so that a column may also show what
 * its neighbours do, and must show its own; rows of pixels are off by one at most.
 */
export function departures(
  drawn: readonly Extremes[],
  expected: readonly Extremes[],
  pixel: number,
): string[] {
  const found: string[] = [];
  for (const [column, shown] of drawn.entries()) {
    const own = expected[column] ?? null;
    const near = hullOf([expected[column - 1] ?? null, own, expected[column + 1] ?? null]);
    const report = (what: string): void =>
      void found.push(`column ${column}: ${what}, drawn ${words(shown)}, of ${words(own)}`);
    if (
      own !== null &&
      (shown === null || shown.max < own.max - pixel || shown.min > own.min + pixel)
    ) {
      report("too little");
    }
    if (
      shown !== null &&
      (near === null || shown.max > near.max + pixel || shown.min < near.min - pixel)
    ) {
      report("too much");
    }
  }
  return found;
}

function hullOf(all: readonly Extremes[]): Extremes {
  const present = all.filter((each) => each !== null);
  if (present.length === 0) return null;
  return {
    min: Math.min(...present.map(({ min }) => min)),
    max: Math.max(...present.map(({ max }) => max)),
  };
}

function words(extremes: Extremes): string {
  if (extremes === null) return "nothing";
  return `${extremes.min.toFixed(3)} to ${extremes.max.toFixed(3)}`;
}
