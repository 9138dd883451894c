import { readFile } from "node:fs/promises";
import { type Browser, chromium } from "playwright-core";
import { browserOptions } from "../support/browser";
import { pageProgram } from "../support/pageProgram";
import { type ChartRun, inTurns, watchMainThread } from "./chartSubjects";
import { type Ratio } from "./measure";
import { sized } from "./sized";

/** What `test/page/bench/` puts into a page. */
declare const table: {
  paint(rows: number, columns: number): Promise<number>;
  scroll(rows: number, columns: number, steps: number): Promise<void>;
};

const rounds = sized(15);
const steps = sized(30, 5);
const cells = [3_000, 60] as const;

/**
 * The heat map's table of 3,000 × 60 cells against plain tables of the same: from cells that are ready to the end of the frame
 * in which those in sight are painted, and the processor time of the page's main thread for each step of a scroll.
 */
export async function benchTables(): Promise<Ratio[]> {
  const browser = await chromium.launch(browserOptions());
  try {
    const run =
      (file: string): (() => Promise<ChartRun>) =>
      () =>
        runTable(browser, file);
    const { ours, virtual, regular } = await inTurns(
      {
        ours: run("heatMapTable"),
        virtual: run("virtualTable"),
        regular: run("regularTable"),
      },
      rounds,
    );
    const what = "heat map of 3,000 × 60 cells";
    return [
      max(`${what}, first paint: multiple of TanStack Virtual`, ours.firstMs / virtual.firstMs),
      max(`${what}, scroll step: multiple of TanStack Virtual`, ours.stepMs / virtual.stepMs),
      reported(`${what}, first paint: multiple of regular-table`, ours.firstMs / regular.firstMs),
      reported(`${what}, scroll step: multiple of regular-table`, ours.stepMs / regular.stepMs),
      reported(`${what}, first paint, ms`, ours.firstMs),
      reported(`${what}, scroll step, ms`, ours.stepMs),
    ];
  } finally {
    await browser.close();
  }
}

async function runTable(browser: Browser, file: string): Promise<ChartRun> {
  const page = await browser.newPage({ viewport: { width: 1140, height: 680 } });
  try {
    const styles = await readFile("dist/latest.css", "utf8");
    await page.setContent(`<style>${styles} body { margin: 0 }</style>`);
    await page.evaluate(await pageProgram(`test/page/bench/${file}.ts`, "table", true));
    const firstMs = await page.evaluate((each) => table.paint(...each), cells);
    const workedMs = await watchMainThread(page);
    await page.evaluate((each) => table.scroll(...each), [...cells, steps] as const);
    return { firstMs, allMs: firstMs, stepMs: (await workedMs()) / steps };
  } finally {
    await page.close();
  }
}

function max(what: string, ratio: number): Ratio {
  return { what, ratio, target: 1.5, bound: "at most" };
}

function reported(what: string, ratio: number): Ratio {
  return { ...max(what, ratio), target: 0, isForInformation: true };
}
