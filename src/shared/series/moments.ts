/** How many values there are, their mean and their standard deviation, in the values' own unit. */
export interface Moments {
  readonly n: number;
  /** NaN without any value. */
  readonly mean: number;
  /** With n − 1 in the denominator; NaN for fewer than two values. */
  readonly standardDeviation: number;
}

export function momentsOf(values: Float64Array): Moments {
  const n = values.length;
  const mean = meanOf(values);
  let sumOfSquares = 0;
  // A loop by index: there may be a million values.
  for (let at = 0; at < n; at++) sumOfSquares += ((values[at] ?? Number.NaN) - mean) ** 2;
  return { n, mean, standardDeviation: n < 2 ? Number.NaN : Math.sqrt(sumOfSquares / (n - 1)) };
}

/** NaN without any value. */
export function meanOf(values: Float64Array | readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? Number.NaN : sum / values.length;
}
