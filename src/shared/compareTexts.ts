/** Compares texts by their UTF-16 code units: an order for keys, the same in every language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares entries of objects by their keys. */
export function compareKeys(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
): number {
  return compareTexts(a, b);
}
