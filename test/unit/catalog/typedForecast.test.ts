import assert from "node:assert/strict";
import { type ForecastCandidate } from "../../../src/catalog/searchEntries";
import { type TypedForecast, typedForecast } from "../../../src/catalog/typedForecast";

function known(market: string, currency: string, horizon: string): ForecastCandidate {
  return { market, name: market, coordinates: { currency, horizon } };
}

const candidates = [
  known("SPX", "USD", "12 Months"),
  known("SPX", "EUR", "12 Months"),
  known("SPX EW", "USD", "12 Months"),
  known("spx", "USD", "12 Months"),
  { market: "DAX", name: "DAX" },
];

function forecast(market: string, currency: string, horizon: string): TypedForecast {
  return { market, currency, horizon };
}

describe("typedForecast", () => {
  const cases: [when: string, text: string, found: TypedForecast | undefined][] = [
    ["takes a new horizon as typed", "SPX EUR 18 Months", forecast("SPX", "EUR", "18 Months")],
    ["takes a new currency", "SPX jpy 12 Months", forecast("SPX", "JPY", "12 Months")],
    ["reads what a row shows", "SPX · JPY · 18 Months", forecast("SPX", "JPY", "18 Months")],
    [
      "knows horizons whatever their case",
      "DAX EUR 12 months",
      forecast("DAX", "EUR", "12 Months"),
    ],
    ["prefers the longer market", "SPX EW EUR 1 Year", forecast("SPX EW", "EUR", "1 Year")],
    ["prefers the market's own case", "spx EUR 1 Year", forecast("spx", "EUR", "1 Year")],
    ["takes another case for the market", "dax EUR 1 Year", forecast("DAX", "EUR", "1 Year")],
    ["closes gaps", " DAX  EUR   1   Year ", forecast("DAX", "EUR", "1 Year")],
    ["waits for the rest of a known horizon", "SPX USD 12 M", undefined],
    ["leaves known ones to the list", "SPX USD 12 Months", undefined],
    ["needs a known market", "NKY JPY 12 Months", undefined],
    ["needs a currency of three letters", "SPX EURO 12 Months", undefined],
    ["needs a horizon", "SPX EUR ", undefined],
    ["needs more than a market", "SPX", undefined],
    ["needs more than nothing", "", undefined],
  ];
  for (const [when, text, found] of cases) {
    it(when, () => assert.deepEqual(typedForecast(text, candidates), found));
  }
});
