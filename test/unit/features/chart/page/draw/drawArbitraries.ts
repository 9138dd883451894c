import fc from "fast-check";
import { columnOf } from "../../../../../../src/features/chart/page/draw/columnExtremes";
import { type DayRange } from "../../../../../../src/features/chart/page/model/pane";
import { type Observations } from "../../../../../../src/shared/series/observations";

/** Few different values, so that equal ones occur; about every fourth is missing, often several in a row. */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);

export function valuesWithGaps(max: number): fc.Arbitrary<Float64Array> {
  return fc
    .array(value, { maxLength: max, size: "max" })
    .map((values) => Float64Array.from(values, (each) => each + 0));
}

/** Days that are adjacent or far apart, about 1970, with values. */
export function series(max: number): fc.Arbitrary<Observations> {
  const day = fc.integer({ min: -400, max: 400 });
  return fc
    .uniqueArray(fc.tuple(day, value), { maxLength: max, selector: ([each]) => each })
    .map((rows) => rows.sort(([a], [b]) => a - b))
    .map((rows) => ({
      days: Int32Array.from(rows, ([each]) => each),
      values: Float64Array.from(rows, ([, each]) => each + 0),
    }));
}

/** A range around the days of {@link series}, of at least one day. */
export const range: fc.Arbitrary<DayRange> = fc
  .tuple(fc.integer({ min: -450, max: 450 }), fc.integer({ min: 0, max: 900 }))
  .map(([from, length]) => ({ from, to: from + length }));

export const columnCount = fc.integer({ min: 1, max: 60 });

/** The values in force in each column for any time, all of which a stepped line must reach. */
export function valuesShown(source: Observations, shown: DayRange, columns: number): number[][] {
  const found = Array.from({ length: columns }, (): number[] => []);
  const days = [...source.days];
  const start = shown.to > shown.from ? shown.from : shown.from - 0.5;
  for (const [row, day] of days.entries()) {
    const value = source.values[row] ?? Number.NaN;
    // The last value holds on its own day only.
    const until = days[row + 1] ?? day;
    const isSeen = day <= shown.to && (day >= shown.from || until > start);
    if (Number.isNaN(value) || !isSeen) continue;
    const first = day < shown.from ? 0 : columnOf(day, shown, columns);
    const last = until > shown.to ? columns - 1 : columnOf(until, shown, columns);
    for (let column = first; column <= last; column++) found[column]?.push(value);
  }
  return found;
}
