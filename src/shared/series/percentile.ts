/**
 * Where a value stands in a history: the share of its values that are at or below it, in percent; NaN without any
 * value, or for a value that is none. The newest value of a history counts as one of it, so that it is above 0.
 *
 * The empirical distribution function at the value: L. Wasserman, "All of Statistics" (2004), definition 7.1.
 */
export function percentileOf(history: Float64Array, value: number): number {
  let [missing, atOrBelow] = [0, 0];
  for (const each of history) {
    if (each <= value) atOrBelow++;
    else if (Number.isNaN(each)) missing++;
  }
  return Number.isNaN(value) ? Number.NaN : (100 * atOrBelow) / (history.length - missing);
}
