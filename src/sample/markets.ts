import { type ForecastComponent } from "../shared/forecastComponents";
import { type TagValues } from "../shared/reference";

/** The kinds of markets; the names are values of the tag kind `investment_category_name`. */
export type MarketCategory =
  | "Equities"
  | "Government Bonds"
  | "Credit"
  | "Currencies"
  | "Commodities";

/** A market of the sample: what is forecast, in which currencies and over which horizons. */
export interface SampleMarket {
  readonly ticker: string;
  readonly name: string;
  readonly category: MarketCategory;
  /** The one tag value that determines the market's place: a country, a region, a currency or a commodity. */
  readonly place: TagValues;
  /** The market's own currency first; no duplicates. */
  readonly currencies: readonly [string, ...string[]];
  readonly horizons: readonly Horizon[];
  /** A variant that drives it in addition to those at its place. */
  readonly ownDriver?: { readonly code: string; readonly tags: TagValues };
  /** What hedging a foreign currency adds to Trend in addition to its parts: a decimal fraction per year. */
  readonly hedgedAdjustment?: number;
  /** The total that the latest forecast in a foreign currency does not split, by hedging. */
  readonly unsplit?: Partial<Record<SampleHedging, ForecastComponent>>;
}

export interface Horizon {
  readonly name: string;
  readonly years: number;
}

/** In the order of the listing; hedging changes nothing for a market in its own currency. */
export const hedgings = ["Local", "Hedged", "Unhedged"] as const;
export type SampleHedging = (typeof hedgings)[number];

const allHorizons: readonly Horizon[] = [
  { name: "3 Months", years: 0.25 },
  { name: "6 Months", years: 0.5 },
  { name: "12 Months", years: 1 },
  { name: "3 Years", years: 3 },
  { name: "5 Years", years: 5 },
  { name: "10 Years", years: 10 },
];

/** How many horizons each category has, starting from the shortest. */
const horizonCounts: Readonly<Record<MarketCategory, number>> = {
  Equities: 6,
  "Government Bonds": 6,
  Credit: 5,
  Currencies: 3,
  Commodities: 4,
};

const majorCurrencies = ["USD", "EUR"];

function market(
  ticker: string,
  name: string,
  category: MarketCategory,
  place: TagValues,
  currency: string,
  others: readonly string[] = category === "Currencies" ? [] : majorCurrencies,
  more: Partial<SampleMarket> = {},
): SampleMarket {
  const currencies = [...new Set([currency, ...others])] as [string, ...string[]];
  const horizons = allHorizons.slice(0, horizonCounts[category]);
  return { ticker, name, category, place, currencies, horizons, ...more };
}

function country(iso: string): TagValues {
  return { country_iso: iso };
}

function region(name: string): TagValues {
  return { region: name };
}

function commodity(name: string): TagValues {
  return { commodity: name };
}

/** In the order of the listing. */
export const sampleMarkets: readonly SampleMarket[] = [
  market("SPX", "US Large Caps", "Equities", country("US"), "USD", ["EUR", "GBP", "JPY"]),
  market("RTY", "US Small Caps", "Equities", country("US"), "USD", majorCurrencies, {
    ownDriver: { code: "LENDING", tags: { country_iso: "US", sector: "Financials" } },
  }),
  market("SX5E", "Euro Area Large Caps", "Equities", region("Euro Area"), "EUR"),
  market("DAX", "German Equities", "Equities", country("DE"), "EUR"),
  market("CAC", "French Equities", "Equities", country("FR"), "EUR"),
  market("UKX", "UK Equities", "Equities", country("GB"), "GBP"),
  market("SMI", "Swiss Equities", "Equities", country("CH"), "CHF"),
  market("NKY", "Japanese Equities", "Equities", country("JP"), "JPY", majorCurrencies, {
    hedgedAdjustment: -0.003,
  }),
  market("AS51", "Australian Equities", "Equities", country("AU"), "AUD"),
  market("SPTSX", "Canadian Equities", "Equities", country("CA"), "CAD"),
  market("IBOV", "Brazilian Equities", "Equities", country("BR"), "BRL"),
  market("NIFTY", "Indian Equities", "Equities", country("IN"), "INR"),
  market("EMEQ", "Emerging Market Equities", "Equities", region("Emerging Markets"), "USD"),
  market("UST2", "US Treasuries 2 Years", "Government Bonds", country("US"), "USD"),
  market("UST10", "US Treasuries 10 Years", "Government Bonds", country("US"), "USD"),
  market("BUND10", "German Bunds 10 Years", "Government Bonds", country("DE"), "EUR"),
  market("OAT10", "French OATs 10 Years", "Government Bonds", country("FR"), "EUR"),
  market("BTP10", "Italian BTPs 10 Years", "Government Bonds", country("IT"), "EUR"),
  market("GILT10", "UK Gilts 10 Years", "Government Bonds", country("GB"), "GBP"),
  market("JGB10", "Japanese Bonds 10 Years", "Government Bonds", country("JP"), "JPY"),
  market("ACGB10", "Australian Bonds 10 Years", "Government Bonds", country("AU"), "AUD"),
  market("USIG", "US Investment Grade", "Credit", country("US"), "USD"),
  market("USHY", "US High Yield", "Credit", country("US"), "USD"),
  market("EUIG", "Euro Investment Grade", "Credit", region("Euro Area"), "EUR"),
  market("EUHY", "Euro High Yield", "Credit", region("Euro Area"), "EUR"),
  market("EMHC", "Emerging Hard Currency Debt", "Credit", region("Emerging Markets"), "USD"),
  market("EURUSD", "Euro in US Dollars", "Currencies", { currency_iso: "EUR" }, "USD"),
  market("GBPUSD", "Sterling in US Dollars", "Currencies", { currency_iso: "GBP" }, "USD"),
  market("AUDUSD", "Australian Dollar in US Dollars", "Currencies", { currency_iso: "AUD" }, "USD"),
  market("USDJPY", "US Dollar in Yen", "Currencies", { currency_iso: "JPY" }, "JPY"),
  market("USDCHF", "US Dollar in Francs", "Currencies", { currency_iso: "CHF" }, "CHF"),
  market("BRENT", "Brent Crude Oil", "Commodities", commodity("Brent Crude Oil"), "USD"),
  market("NATGAS", "Natural Gas", "Commodities", commodity("Natural Gas"), "USD"),
  market("GOLD", "Gold", "Commodities", commodity("Gold"), "USD"),
  market("SILVER", "Silver", "Commodities", commodity("Silver"), "USD"),
  market("COPPER", "Copper", "Commodities", commodity("Copper"), "USD", majorCurrencies, {
    unsplit: { Hedged: "Cyclical", Unhedged: "Tactical" },
  }),
  market("WHEAT", "Wheat", "Commodities", commodity("Wheat"), "USD"),
];
