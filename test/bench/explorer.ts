import { type FromExplorer } from "../../src/features/latest/explorer/messages";
import { chromium } from "playwright-core";
import { ForecastRows } from "../../src/catalog/forecastRows";
import { LabelOrder } from "../../src/catalog/labelOrder";
import { movedForecasts } from "../../src/catalog/movedForecasts";
import { ReadableNames } from "../../src/catalog/readableNames";
import { type ForecastNode } from "../../src/service/parseForecastNode";
import { type ForecastSummary } from "../../src/service/latestForecasts";
import {
  type ExplorerAnswer,
  type ForecastDetails,
  type ToExplorer,
} from "../../src/features/latest/explorer/protocol";
import { Slices } from "../../src/service/slices";
import {
  forecastDetails,
  takeForecasts,
} from "../../src/features/latest/explorer/host/explorerAnswer";
import { forecastCsv, forecastJson } from "../../src/features/latest/forecastText";
import { browserOptions } from "../support/browser";
import { forecastsOf } from "../support/forecastSummaries";
import { startChartServer } from "../support/chartServer";
import { EditorPage, newPage } from "../support/editorPage";
import { watchMainThread } from "./chartSubjects";
import { holdUp } from "./holdUp";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

const count = sized(20_000, 1_000);
const attributionsEach = 40;
const rounds = sized(15);
const horizons = ["1 Month", "3 Months", "6 Months", "12 Months", "5 Years"];
const currencies = ["USD", "EUR"];
const hedgings = ["Unhedged", "Hedged"];
const groups = ["Equities", "Bonds", "Commodities"];

/** The forecast explorer over 20,000 summaries with attributions: what its editor does with an answer, and its page. */
export async function benchExplorer(): Promise<Ratio[]> {
  const items = forecastsOf(summaries());
  const order = new LabelOrder("en");
  const names = new ReadableNames("en");
  const rows = new ForecastRows({ connectionId: "acme", names, order });
  const codes = [...new Set(Array.from(items, ({ marketCode }) => marketCode))];
  const markets = codes.map((ticker, at) => ({
    ticker,
    name: `Market ${ticker}`,
    tags: [{ kind: "category_name", values: [groups[at % groups.length] ?? ""], subTags: [] }],
  }));
  const { signal } = new AbortController();
  const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 0 };
  const variant = { code: "S3", tags: { country_iso: "US" } };
  const what = `${count} forecasts`;
  const take = (): Promise<ExplorerAnswer> =>
    takeForecasts(listing, {
      generation: 1,
      markets,
      hedgings: [],
      staleBecause: null,
      problems: [],
      rows,
      signal,
    });
  return [
    await holdUp(`${what} made ready for the page`, async () => {
      const { summaries } = await take();
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
    await clicks(await take(), (at) =>
      forecastDetails(at, items.at(at) ?? summaryOf(at), names, (code) => code),
    ),
  ];
}

/** From a click on a cell to the end of the frame in which its waterfall, tree and attribution are drawn. */
async function clicks(
  answer: ExplorerAnswer,
  detailsOf: (summary: number) => ForecastDetails,
): Promise<Ratio> {
  const server = await startChartServer();
  const browser = await chromium.launch(browserOptions());
  try {
    const page = new EditorPage<ToExplorer, FromExplorer>(await newPage(browser));
    await page.load(`${server.origin}/explorer`, { width: 1440 });
    const identity = {
      service: "Acme",
      isSample: false,
      signal: null,
      otherAsOf: null,
      archived: null,
      archiveBeginsMs: null,
    };
    await page.post({ type: "show", identity, answer });
    const { generation } = answer;
    const worked: number[] = [];
    for (let row = 2; row < 2 + rounds; row++) {
      const workedMs = await watchMainThread(page.page);
      await page.page.locator(`[data-row="${row}"][data-column="1"]`).click();
      const asked = (await page.sent("details")).at(-1);
      const details = Object.values(asked?.summaries ?? {}).map(detailsOf);
      await page.post({ type: "details", generation, details });
      worked.push(await workedMs());
      const rows = await page.page.locator(".attribution tr[tabindex]").count();
      if (rows !== attributionsEach) throw new Error(`${rows} contributions are drawn`);
    }
    const what = `a click on one of ${count} forecasts, its details drawn, processor time of the page, ms`;
    return { what, ratio: median(worked), target: 50, bound: "at most" };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** One after the other, as in the product: 20,000 of them at once would make all collecting of garbage slow. */
function* summaries(): Generator<ForecastSummary> {
  for (let at = 0; at < count; at++) yield summaryOf(at);
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
