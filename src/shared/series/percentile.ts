/**
 * Where a value stands in a history: the share of its values that are at or below it, in percent; NaN without any
 * value, or for a value that is none. The newest value of a history counts as one of it, so that it is above 0.
 *
 * The empirical distribution function at the value: L. Wasserman, "All of Statistics" (2004), definition 7.1.
 */
export function percentileOf(history: Float64Array, value: number): number {
  let atOrBelow = 0;
  let above = 0;
  // By index: it runs over long histories once, before their first picture. No value is neither.
  for (let row = history.length - 1; row >= 0; row--) {
    const each = history[row] ?? Number.NaN;
    if (each <= value) atOrBelow++;
    else if (each > value) above++;
  }
  return (100 * atOrBelow) / (atOrBelow + above);
}
