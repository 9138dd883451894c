/** Statistics of numbers, without NaN. */
export interface ColumnStatistics {
  readonly count: number;
  /** NaN without any value, like all below. */
  readonly mean: number;
  readonly median: number;
  readonly smallest: number;
  readonly largest: number;
}

export function columnStatistics(values: Iterable<number>): ColumnStatistics {
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const count = sorted.length;
  const sum = sorted.reduce((total, value) => total + value, 0);
  const [low = NaN, high = NaN] = [sorted[Math.ceil(count / 2) - 1], sorted[Math.floor(count / 2)]];
  return {
    count,
    mean: sum / count,
    median: (low + high) / 2,
    smallest: sorted[0] ?? Number.NaN,
    largest: sorted[count - 1] ?? Number.NaN,
  };
}

/** The unweighted mean of a row; NaN when fewer than half of its columns have a value. */
export function meanOfRow(values: readonly number[]): number {
  const { count, mean } = columnStatistics(values);
  return count * 2 < values.length ? Number.NaN : mean;
}

/** How strongly a cell is coloured, from 0 to 1 at the limit and beyond it. */
export function strengthOf(value: number, limit: number): number {
  return Math.min(1, Math.abs(value) / limit);
}

/** Counts values in bins of equal width between the limits; values beyond a limit count at that limit. */
export function histogramOf(values: Iterable<number>, limit: number, bins: number): Int32Array {
  const counts = new Int32Array(bins);
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const bin = Math.floor(((value + limit) / (2 * limit)) * bins);
    const at = Math.min(bins - 1, Math.max(0, bin));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
