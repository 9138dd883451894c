import { type ForecastSummary } from "../service/parseForecasts";

/** A horizon of a market, and the currencies in which it is forecast. */
export interface HorizonCurrencies {
  readonly horizon: string;
  /** ISO codes in alphabetical order. */
  readonly currencies: readonly string[];
}

/**
 * The known horizons and currencies of each market, from the latest forecasts, since no endpoint lists them. Horizons
 * ascend by length. Others may exist.
 */
export function forecastCoordinates(
  summaries: Iterable<Pick<ForecastSummary, "marketCode" | "currencyIso" | "horizonName">>,
): ReadonlyMap<string, readonly HorizonCurrencies[]> {
  const markets = new Map<string, Map<string, Set<string>>>();
  for (const { marketCode, horizonName, currencyIso } of summaries) {
    const horizons = markets.get(marketCode) ?? new Map<string, Set<string>>();
    const currencies = horizons.get(horizonName) ?? new Set<string>();
    markets.set(marketCode, horizons.set(horizonName, currencies.add(currencyIso)));
  }
  return new Map([...markets].map(([market, horizons]) => [market, sorted(horizons)]));
}

function sorted(horizons: ReadonlyMap<string, ReadonlySet<string>>): HorizonCurrencies[] {
  return [...horizons]
    .map(([horizon, currencies]) => ({ horizon, currencies: [...currencies].sort() }))
    .sort((a, b) => compareHorizons(a.horizon, b.horizon));
}

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

/** Shortest first, followed by names without a length, by name. */
export function compareHorizons(a: string, b: string): number {
  const byLength = lengthOrLast(a) - lengthOrLast(b);
  if (byLength !== 0 && !Number.isNaN(byLength)) return byLength;
  return a < b ? -1 : a > b ? 1 : 0;
}

function lengthOrLast(name: string): number {
  return horizonMonths(name) ?? Number.POSITIVE_INFINITY;
}
