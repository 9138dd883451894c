import assert from "node:assert/strict";
import { ForecastRows } from "../../../../../../src/catalog/forecastRows";
import { ReadableNames } from "../../../../../../src/catalog/readableNames";
import { type Hedging } from "../../../../../../src/service/parseHedgings";
import { type ForecastMarket } from "../../../../../../src/service/parseMarkets";
import { type ForecastSummary } from "../../../../../../src/service/latestForecasts";
import { type ExplorerAnswer } from "../../../../../../src/features/latest/explorer/protocol";
import {
  forecastDetails,
  type ForecastsRequest,
  takeForecasts,
  variantText,
} from "../../../../../../src/features/latest/explorer/host/explorerAnswer";
import { tag } from "../../../../../support/definitions";
import { attribution, forecastsOf, node, summary } from "../../../../../support/forecastSummaries";
import { rowsInEnglish } from "../../../../../support/rows";

const equities = tag("investment_category_name", ["Equities"]);
const markets: readonly ForecastMarket[] = [
  { ticker: "X", name: "Unknown\nname", tags: [] },
  { ticker: "SPX", name: "US Large Caps", tags: [equities] },
  { ticker: "DAX", name: "German Equities", tags: [equities] },
];
const hedgings: readonly Hedging[] = [
  { name: "Unhedged" },
  { name: "Hedged", description: "Without what currencies do." },
  { name: "Unhedged", description: "In the currency of the investor." },
];

function taken(
  items: readonly ForecastSummary[],
  more: Partial<ForecastsRequest> = {},
  notice?: string,
): Promise<ExplorerAnswer> {
  const { signal } = new AbortController();
  const rows = new ForecastRows(rowsInEnglish);
  const listing = {
    items: forecastsOf(items),
    unreadable: [{ position: 7, reason: "is not an object" }],
    isComplete: true,
    fetchedAtMs: 12,
  };
  return takeForecasts(notice === undefined ? listing : { ...listing, notice }, {
    generation: 3,
    markets,
    hedgings,
    staleBecause: null,
    problems: [],
    rows,
    signal,
    ...more,
  });
}

describe("the answer for the forecast explorer", () => {
  it("has the markets in the order and groups of the side bar, then those that only forecasts name", async () => {
    const answer = await taken([
      summary({ marketCode: "ZINC" }),
      summary({ marketCode: "GOLD" }),
      summary({ marketCode: "SPX" }),
    ]);
    assert.deepEqual(answer.markets, [
      { code: "DAX", name: "German Equities", group: "Equities" },
      { code: "SPX", name: "US Large Caps", group: "Equities" },
      { code: "X", name: "Unknown name", group: "" },
      { code: "GOLD", name: "GOLD", group: "" },
      { code: "ZINC", name: "ZINC", group: "" },
    ]);
  });

  it("has hedging modes with their descriptions, then those that only forecasts name", async () => {
    const answer = await taken([summary({ hedging: "50 % hedged" }), summary()]);
    assert.deepEqual(answer.hedgings, [
      { name: "Unhedged", description: "In the currency of the investor." },
      { name: "Hedged", description: "Without what currencies do." },
      { name: "50 % hedged", description: null },
    ]);
  });

  it("has horizons by length, and keeps two of one length apart", async () => {
    const lengths = ["10 Years", "18 Months", "Long Run", "1.5 Years", "3 Months"];
    const answer = await taken(lengths.map((horizonName) => summary({ horizonName })));
    assert.deepEqual(answer.horizons, [
      "3 Months",
      "1.5 Years",
      "18 Months",
      "10 Years",
      "Long Run",
    ]);
  });

  it("has all summaries, even several of one key, by the indices of their coordinates", async () => {
    const { summaries, currencies } = await taken([
      summary({ currencyIso: "USD", latest: node("Forecast", 0.25) }),
      summary({ currencyIso: "EUR", latest: node("Forecast", Number.NaN) }),
      summary({ currencyIso: "USD", latest: node("Forecast", 0.5) }),
    ]);
    assert.deepEqual(currencies, ["EUR", "USD"]);
    assert.deepEqual([...summaries.currencies], [1, 0, 1]);
    assert.deepEqual([...summaries.markets], [1, 1, 1]);
    assert.deepEqual([...summaries.totals], [0.25, Number.NaN, 0.5]);
  });

  it("has the reason for missing summaries, on one line", async () => {
    const answer = await taken([], { problems: ["No\nmodes"], staleBecause: "offline" }, "Partial");
    assert.equal(answer.notice, "Partial · No modes");
    assert.equal(answer.staleBecause, "offline");
    assert.equal(answer.unreadable, 1);
    assert.equal(answer.fetchedAtMs, 12);
    assert.equal((await taken([])).notice, null);
  });
});

describe("the details of a forecast", () => {
  const names = new ReadableNames("en");
  const nameOf = (code: string): string => (code === "INFL" ? "Inflation" : code);

  it("have its tree, each node before its drivers, siblings in their order", () => {
    const tree = node("Forecast", 1, [
      node("Trend", 2, [node("Income", 3), node("Odd\nkind", 4, [], -0.5)]),
      node("Tactical", Number.NaN),
    ]);
    const { tree: columns } = forecastDetails(5, summary({ latest: tree }), names, nameOf);
    assert.deepEqual(columns, {
      kinds: ["Forecast", "Trend", "Income", "Odd kind", "Tactical"],
      parents: Int32Array.of(-1, 0, 1, 1, 0),
      forecasts: Float64Array.of(1, 2, 3, 4, Number.NaN),
      exposureAdjustments: Float64Array.of(0, 0, 0, -0.5, 0),
    });
  });

  it("have a tree of any depth", () => {
    let deep = node("Node", 1);
    for (let level = 0; level < 20_000; level++) deep = node("Node", level, [deep]);
    const { tree } = forecastDetails(0, summary({ latest: deep }), names, nameOf);
    assert.deepEqual([...tree.parents.slice(-2)], [19_998, 19_999]);
  });

  it("have its attribution in the order of the answer, with readable names", () => {
    const attributions = [
      attribution("INFL", { country_iso: "US", sector: "Energy" }, 0.003),
      attribution("ODD", {}, Number.NaN),
    ];
    const details = forecastDetails(0, summary({ attributions }), names, nameOf);
    assert.deepEqual(details.attributions, [
      {
        code: "INFL",
        signal: "Inflation",
        tags: { country_iso: "US", sector: "Energy" },
        variant: "United States · Energy",
        forecast: 0.003,
      },
      { code: "ODD", signal: "ODD", tags: {}, variant: "", forecast: Number.NaN },
    ]);
    assert.equal(variantText({ country_iso: "DE" }, names), "Germany");
  });
});
