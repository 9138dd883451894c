import { doVary } from "./equalValues";

/** The count, mean and standard deviation of some values, in the values' own unit. */
export interface Moments {
  readonly n: number;
  /** NaN if there are no values. */
  readonly mean: number;
  /** Has n − 1 in the denominator; NaN for fewer than two values, and for values that do not vary. */
  readonly standardDeviation: number;
}

export function momentsOf(values: Float64Array): Moments {
  const n = values.length;
  const mean = meanOf(values);
  if (!doVary(values)) return { n, mean, standardDeviation: Number.NaN };
  let sumOfSquares = 0;
  // By index, for speed: there may be a million values.
  for (let at = 0; at < n; at++) sumOfSquares += ((values[at] ?? Number.NaN) - mean) ** 2;
  return { n, mean, standardDeviation: Math.sqrt(sumOfSquares / (n - 1)) };
}

/** The arithmetic mean; NaN if there are no values. */
export function meanOf(values: Float64Array | readonly number[]): number {
  const n = values.length;
  let sum = 0;
  for (let at = 0; at < n; at++) sum += values[at] ?? Number.NaN;
  return n === 0 ? Number.NaN : sum / n;
}
