import { readFile } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { browserOptions } from "../support/browser";
import { startChartServer } from "../support/chartServer";
import { ChartPages, type HoldUps } from "./chartPages";
import { type ChartCost, ChartSubjects, inTurns, zoomSteps } from "./chartSubjects";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

/** Frames come at fixed times: what takes a little longer may cost a whole one, and only many rounds tell. */
const rounds = sized(15);
const fewRounds = sized(3);
const holdUpRounds = sized(7);
const rows = sized(18_000, 2_000);
const rowsOfMany = sized(9_000, 500);
/** The business days of 150 years: more than any series has. */
const manyRows = sized(40_000, 5_000);
/** Ten years from the first of January on. */
const daysOfMonths = 3_652;
const allColumns = ["Level", "Momentum", "Aggregate"];
const aggregate = ["Aggregate"];

/**
 * Charts in the Chromium of the tests, each in a page of its own that has loaded its program: from data that are ready to
 * the end of the frame in which they are painted, and the processor time of the page's main thread while it zooms.
 *
 * The first paint of the whole page is that of its plots, words and controls. The overview below the plots is drawn in the
 * next frame, in a place that is kept for it, and told on a line of its own.
 */
export async function benchCharts(): Promise<Ratio[]> {
  const server = await startChartServer();
  const browser = await chromium.launch(browserOptions());
  try {
    const subjects = new ChartSubjects(browser);
    const pages = new ChartPages(browser, server.origin);
    const small = await inTurns(
      {
        plot: () => subjects.run("plotPane", rows),
        largePlot: () => subjects.run("plotPane", manyRows),
        uplot: () => subjects.run("uplot", rows),
        echarts: () => subjects.run("echarts", rows),
        lightweight: () => subjects.run("lightweight", rows),
        page: () => pages.run(1, rows, allColumns),
        largePage: () => pages.run(1, manyRows, allColumns),
        multiples: () => pages.run(12, rowsOfMany, aggregate),
        onePage: () => pages.run(1, rows, aggregate),
        panel: () => pages.run(40, rowsOfMany, aggregate, "panes"),
        strip: () => pages.run(40, daysOfMonths, aggregate, "heatStrip"),
      },
      rounds,
    );
    const large = await inTurns(
      {
        uplot: () => subjects.run("uplot", manyRows),
        echarts: () => subjects.run("echarts", manyRows),
      },
      fewRounds,
    );
    const held: HoldUps[] = [];
    while (held.length < holdUpRounds) held.push(await pages.holdUps(4, manyRows));
    return [
      ...firstPaints(small, large),
      ...zooms(small),
      ...holdUps(held),
      ...(await scriptSizes()),
    ];
  } finally {
    await browser.close();
    await server.close();
  }
}

type Small = Readonly<
  Record<
    | "plot"
    | "largePlot"
    | "uplot"
    | "echarts"
    | "lightweight"
    | "page"
    | "largePage"
    | "multiples"
    | "onePage"
    | "panel"
    | "strip",
    ChartCost
  >
>;
type Large = Readonly<Record<"uplot" | "echarts", ChartCost>>;

function firstPaints(small: Small, large: Large): Ratio[] {
  const first = (ours: ChartCost, other: ChartCost): number => ours.firstMs / other.firstMs;
  const what = "first paint of 3 × 18,000 points";
  const many = "first paint of 3 × 40,000 points";
  return [
    max(`${what}, one plot: multiple of plain uPlot`, first(small.plot, small.uplot), 0.6),
    max(`${what}, whole page: multiple of plain uPlot`, first(small.page, small.uplot), 0.6),
    reported(
      `${what}, whole page with its overview: multiple of plain uPlot`,
      small.page.allMs / small.uplot.firstMs,
    ),
    reported(`${what}, whole page: multiple of ECharts`, first(small.page, small.echarts)),
    reported(
      `${what}, whole page: multiple of lightweight-charts`,
      first(small.page, small.lightweight),
    ),
    max(`${many}, one plot: multiple of its 18,000`, first(small.largePlot, small.plot), 1.2),
    max(`${many}, whole page: multiple of its 18,000`, first(small.largePage, small.page), 1.2),
    reported(`${many}, whole page: multiple of plain uPlot`, first(small.largePage, large.uplot)),
    reported(`${many}, whole page: multiple of ECharts`, first(small.largePage, large.echarts)),
    max(
      "first paint of 12 × 9,000 points as small multiples, whole page: multiple of its 3 × 18,000",
      first(small.multiples, small.page),
      3,
    ),
    max(
      "first paint of 40 × 9,000 points as a panel, whole page: multiple of its 1 × 18,000",
      first(small.panel, small.onePage),
      3.5,
    ),
    max(
      "first paint of 40 × 120 months as a heat strip, whole page: multiple of its 1 × 18,000",
      first(small.strip, small.onePage),
      1.5,
    ),
    reported(`${what}, plain uPlot, median of ${rounds} fresh pages, ms`, small.uplot.firstMs),
    reported(`${what}, one plot, median of ${rounds} fresh pages, ms`, small.plot.firstMs),
    reported(`${what}, whole page, median of ${rounds} fresh pages, ms`, small.page.firstMs),
  ];
}

function zooms(small: Small): Ratio[] {
  const what = `main thread for each of ${zoomSteps} zoom steps, processor time, whole page`;
  return [
    max(`${what}, 3 × 18,000 points, ms`, small.page.stepMs, 8),
    max(`${what}, 3 × 40,000 points, ms`, small.largePage.stepMs, 8),
    max(`${what}, 12 × 9,000 points, ms`, small.multiples.stepMs, 8),
    reported(`${what}, 40 × 9,000 points as a panel, ms`, small.panel.stepMs),
    reported(
      "main thread for each zoom step of plain uPlot, 3 × 18,000 points, ms",
      small.uplot.stepMs,
    ),
  ];
}

/** The longest time that each action of a person blocks the page; the actions follow one another. */
function holdUps(runs: readonly HoldUps[]): Ratio[] {
  return Object.keys(runs[0] ?? {}).map((step) =>
    max(
      `4 × 40,000 points in one plot, ${step}: longest hold-up of the page, median of ${runs.length} fresh pages, ms`,
      median(runs.map((each) => each[step] ?? Number.NaN)),
      50,
    ),
  );
}

/** The work of a tab before its first picture. */
async function scriptSizes(): Promise<Ratio[]> {
  const script = await readFile("dist/chart.js");
  return [
    max("script of the page, Brotli, kB", brotliCompressSync(script).length / 1000, 92),
    reported("script of the page, gzip, kB", gzipSync(script, { level: 9 }).length / 1000),
  ];
}

function max(what: string, ratio: number, target: number): Ratio {
  return { what, ratio, target, bound: "at most" };
}

function reported(what: string, ratio: number): Ratio {
  return { ...max(what, ratio, 0), isForInformation: true };
}
