import fc from "fast-check";
import { type Observations } from "../../src/shared/series/observations";

/** Observations of plain arrays. */
export function observed(days: readonly number[], values: readonly number[]): Observations {
  return { days: Int32Array.from(days), values: Float64Array.from(values) };
}

const row = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  // Few values, so that two series often agree; no −0, which decoding never leaves.
  value: fc.constantFrom(-2, -0.5, 0, 0.25, 0.5, 3, Number.NaN),
});

/** Up to forty rows on a few days, some without a value; also none. */
export const observations: fc.Arbitrary<Observations> = fc
  .uniqueArray(row, { selector: ({ day }) => day, maxLength: 40 })
  .map((rows) => rows.toSorted((a, b) => a.day - b.day))
  .map((rows) =>
    observed(
      rows.map(({ day }) => day),
      rows.map(({ value }) => value),
    ),
  );
