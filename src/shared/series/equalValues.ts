/**
 * The largest difference of two equal values: absolute for values up to 1, relative for larger ones. Summing in another
 * order changes values by about 1e-16 of their size; writing them with ten decimals, by up to 5e-11.
 */
const tolerance = 1e-9;

/**
 * Whether two values are the same except for rounding: |a − b| ≤ 1e-9 · max(1, |a|, |b|). A missing value (NaN) equals
 * only another missing value, an infinite value only itself.
 *
 * Not transitive, so a run of equal values is compared with its first value: otherwise a slow drift would be one run.
 * Sorting compares values exactly.
 */
export function areEqualValues(a: number, b: number): boolean {
  if (a === b) return true;
  const distance = Math.abs(a - b);
  // False for NaN and for infinite values, whose tolerance would be infinite too.
  const size = Math.max(Math.abs(a), Math.abs(b));
  if (distance <= tolerance * Math.max(1, size)) return distance < Infinity;
  return Number.isNaN(a) && Number.isNaN(b);
}

/** Whether a value is larger than another and not equal to it; false if either is NaN. */
export function exceeds(value: number, other: number): boolean {
  return value > other && !areEqualValues(value, other);
}

/** A bound above a value: all values beyond it exceed the value, so a loop over many can skip {@link exceeds} for them. */
export function farAbove(value: number): number {
  return value + 2 * tolerance * Math.max(1, Math.abs(value));
}

/** The second value minus the first; 0 if the two are equal, NaN if either is missing. */
export function changeBetween(before: number, after: number): number {
  const change = after - before;
  return areEqualValues(before, after) && !Number.isNaN(change) ? 0 : change;
}

/** Whether one value is positive, the other negative, and the two are not equal. */
export function isSignFlip(before: number, after: number): boolean {
  return Math.sign(before) * Math.sign(after) < 0 && !areEqualValues(before, after);
}

/** Whether the largest and the smallest of some values are not equal; NaN does not count. */
export function doVary(values: Float64Array): boolean {
  let smallest = Infinity;
  let largest = -Infinity;
  for (const value of values) {
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
    if (exceeds(largest, smallest)) return true;
  }
  return false;
}
