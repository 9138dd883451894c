import { type ForecastSummary } from "../service/parseForecasts";
import { compareHorizons } from "./horizon";

/** A horizon of a market, and the currencies in which it is forecast. */
export interface HorizonCurrencies {
  readonly horizon: string;
  /** ISO codes in alphabetical order. */
  readonly currencies: readonly string[];
}

/**
 * Which horizons and currencies each market has, as far as the latest forecasts tell: no endpoint lists them. Horizons
 * ascend by length. What is not here may still exist.
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
