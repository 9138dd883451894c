const monthsOfUnit = new Map([
  ["day", 1 / 30],
  ["week", 7 / 30],
  ["month", 1],
  ["quarter", 3],
  ["year", 12],
]);

/** The length of a horizon such as `12 Months` or `10 Years` in months, for sorting; undefined for other names. */
export function horizonMonths(name: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+?)s?\s*$/i.exec(name);
  const unit = monthsOfUnit.get(match?.[2]?.toLowerCase() ?? "");
  return unit === undefined ? undefined : Number(match?.[1]) * unit;
}

/** Shortest first; names without a length behind them, by name. */
export function compareHorizons(a: string, b: string): number {
  const byLength = lengthOrLast(a) - lengthOrLast(b);
  if (byLength !== 0 && !Number.isNaN(byLength)) return byLength;
  return a < b ? -1 : a > b ? 1 : 0;
}

function lengthOrLast(name: string): number {
  return horizonMonths(name) ?? Number.POSITIVE_INFINITY;
}
