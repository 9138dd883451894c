/**
 * Where a value stands in a history: the share of its values that are at or below it, as a whole percentage. Halves are
 * rounded up. 100 is kept for the largest value and 0 is never returned: all others range from 1 to 99. NaN without any
 * history, or for a value that is NaN.
 *
 * The share is the empirical distribution function: L. Wasserman, "All of Statistics" (2004), definition 7.1.
 */
export function percentileOf(history: Float64Array, value: number): number {
  let atOrBelow = 0;
  let above = 0;
  // By index: it runs over long histories once, before their first picture. NaN is on neither side.
  for (let row = history.length - 1; row >= 0; row--) {
    const each = history[row] ?? Number.NaN;
    if (each <= value) atOrBelow++;
    else if (each > value) above++;
  }
  if (above === 0) return atOrBelow === 0 ? Number.NaN : 100;
  return Math.min(99, Math.max(1, Math.round((100 * atOrBelow) / (atOrBelow + above))));
}
