import { ForecastRows } from "../../src/catalog/forecastRows";
import { LabelOrder } from "../../src/catalog/labelOrder";
import { movedForecasts } from "../../src/catalog/movedForecasts";
import { ReadableNames } from "../../src/catalog/readableNames";
import { type ForecastNode } from "../../src/service/parseForecastNode";
import { type ForecastSummary } from "../../src/service/parseForecasts";
import { Slices } from "../../src/store/slices";
import { takeForecasts } from "../../src/vscode/latest/explorerAnswer";
import { forecastCsv, forecastJson } from "../../src/vscode/latest/forecastText";
import { holdUp } from "./holdUp";
import { type Ratio } from "./measure";

const count = 20_000;
const attributionsEach = 40;
const horizons = ["1 Month", "3 Months", "6 Months", "12 Months", "5 Years"];
const currencies = ["USD", "EUR"];
const hedgings = ["Unhedged", "Hedged"];
const groups = ["Equities", "Bonds", "Commodities"];

/** The forecast explorer over 20,000 summaries with attributions: what its editor does with an answer. */
export async function benchExplorer(): Promise<Ratio[]> {
  const items = Array.from({ length: count }, (_, at) => summaryOf(at));
  const order = new LabelOrder("en");
  const names = new ReadableNames("en");
  const rows = new ForecastRows({ connectionId: "acme", names, order });
  const codes = [...new Set(items.map(({ marketCode }) => marketCode))];
  const markets = codes.map((ticker, at) => ({
    ticker,
    name: `Market ${ticker}`,
    tags: [{ kind: "category_name", values: [groups[at % groups.length] ?? ""], subTags: [] }],
  }));
  const { signal } = new AbortController();
  const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 0 };
  const variant = { code: "S3", tags: { country_iso: "US" } };
  const what = `${count} forecasts`;
  return [
    await holdUp(`${what} made ready for the page`, async () => {
      const beside = { markets, hedgings: [], staleBecause: null, problems: [] };
      const { summaries } = await takeForecasts(listing, {
        generation: 1,
        ...beside,
        rows,
        signal,
      });
      if (summaries.totals.length !== count) throw new Error("forecasts are missing");
    }),
    await holdUp(`those of ${what} that a variant moves`, async () => {
      const moved = await new Slices().run(movedForecasts(items, variant, undefined));
      if (moved.length !== count) throw new Error(`${moved.length} forecasts are moved`);
    }),
    await holdUp(`${what} as CSV`, async () => {
      await forecastCsv(items);
    }),
    await holdUp(`${what} as JSON`, async () => {
      await forecastJson(items);
    }),
  ];
}

function summaryOf(at: number): ForecastSummary {
  const pick = (list: readonly string[], step: number): string =>
    list[Math.floor(at / step) % list.length] ?? "";
  return {
    marketCode: `M${Math.floor(at / 20)}`,
    currencyIso: pick(currencies, 10),
    horizonName: pick(horizons, 2),
    hedging: pick(hedgings, 1),
    latest: treeOf(at / count, 3),
    attributions: Array.from({ length: attributionsEach }, (_, signal) => ({
      signalCode: `S${signal}`,
      variant: { country_iso: "US" },
      forecast: Math.sin(at + signal) / 100,
    })),
  };
}

/** With three parts in each node. */
function treeOf(forecast: number, levels: number, kind = "Forecast"): ForecastNode {
  const drivers =
    levels === 1
      ? []
      : [0.5, 0.3, 0.2].map((share, part) =>
          treeOf(forecast * share, levels - 1, `Part ${levels}.${part}`),
        );
  return { kind, forecast, exposureAdjustment: 0, drivers };
}
