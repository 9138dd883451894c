/** The sample's values of each tag kind; invented or common knowledge, the same for every signal. */
export const tagValues = {
  country_iso: words(
    "US CA MX BR CL CO PE GB DE FR IT ES NL BE AT IE PT FI CH SE",
    "NO DK PL CZ HU GR TR IL ZA AU NZ JP KR CN HK TW SG IN ID TH",
  ),
  currency_iso: words("USD EUR JPY GBP CHF CAD AUD NZD SEK NOK DKK MXN BRL KRW CNY INR ZAR PLN"),
  region: [
    "World",
    "Developed Markets",
    "Emerging Markets",
    "North America",
    "Latin America",
    "Europe",
    "Euro Area",
    "Asia Pacific",
  ],
  sector: [
    "Energy",
    "Materials",
    "Industrials",
    "Consumer Discretionary",
    "Consumer Staples",
    "Health Care",
    "Financials",
    "Information Technology",
    "Communication Services",
    "Utilities",
    "Real Estate",
  ],
  commodity: [
    "Brent Crude Oil",
    "WTI Crude Oil",
    "Natural Gas",
    "Gold",
    "Silver",
    "Copper",
    "Aluminium",
    "Nickel",
    "Wheat",
    "Corn",
    "Soybeans",
    "Coffee",
  ],
  investment_style_name: [
    "Value",
    "Momentum",
    "Quality",
    "Low Volatility",
    "Size",
    "Growth",
    "Dividend Yield",
  ],
  investment_category_name: [
    "Equities",
    "Government Bonds",
    "Investment Grade Credit",
    "High Yield Credit",
    "Commodities",
    "Currencies",
    "Real Estate",
    "Cash",
  ],
  model_name: ["Bridge", "Factor", "Survey"],
  basket_name: [
    "Automation & Robotics",
    "Clean Energy",
    "Domestic Demand",
    "Exporters",
    "Inflation Winners",
    "Rate Sensitive",
  ],
} as const satisfies Record<string, readonly string[]>;

/** The region of each country; some belong to none. */
export const regionOfCountry: ReadonlyMap<string, string> = new Map(
  [
    { region: "North America", countries: words("US CA") },
    { region: "Latin America", countries: words("MX BR CL CO PE") },
    { region: "Euro Area", countries: words("DE FR IT ES NL BE AT IE PT FI GR") },
    { region: "Europe", countries: words("GB CH SE NO DK PL CZ HU") },
    { region: "Asia Pacific", countries: words("AU NZ JP KR CN HK TW SG IN ID TH") },
  ].flatMap(({ region, countries }) => countries.map((country) => [country, region])),
);

/** A dimension of a signal, by its name in the listing and in data queries. */
export type TagKind = keyof typeof tagValues;

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(" "));
}
