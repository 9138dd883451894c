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
type Cells = readonly [rows: number, columns: number];
const cells: Cells = [3_000, 60];
/** The columns are those of the table of revisions, with its days. */
const revised: Cells = [10_000, 6];

/**
 * The heat map's table of 3,000 × 60 cells against plain tables of the same: from cells that are ready to the end of the frame
 * in which those in sight are painted, and the processor time of the page's main thread for each step of a scroll. The same
 * for the table of revisions, from differences that are ready.
 */
export async function benchTables(): Promise<Ratio[]> {
  const browser = await chromium.launch(browserOptions());
  try {
    const run =
      (file: string, size = cells, style = "latest"): (() => Promise<ChartRun>) =>
      () =>
        runTable(browser, file, size, style);
    const { ours, virtual, regular } = await inTurns(
      {
        ours: run("heatMapTable"),
        virtual: run("virtualTable"),
        regular: run("regularTable"),
      },
      rounds,
    );
    const revisions = await inTurns(
      {
        ours: run("revisionsTable", revised, "chart"),
        virtual: run("virtualTable", revised),
      },
      rounds,
    );
    const what = "heat map of 3,000 × 60 cells";
    const runs = "table of 10,000 revisions";
    return [
      max(
        `${runs}, first paint: multiple of TanStack Virtual`,
        revisions.ours.firstMs / revisions.virtual.firstMs,
      ),
      max(
        `${runs}, scroll step: multiple of TanStack Virtual`,
        revisions.ours.stepMs / revisions.virtual.stepMs,
      ),
      reported(`${runs}, first paint, ms`, revisions.ours.firstMs),
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

async function runTable(
  browser: Browser,
  file: string,
  size: Cells,
  style: string,
): Promise<ChartRun> {
  const page = await browser.newPage({ viewport: { width: 1140, height: 680 } });
  try {
    const styles = await readFile(`dist/${style}.css`, "utf8");
    await page.setContent(`<style>${styles} body { margin: 0 }</style>`);
    await page.evaluate(await pageProgram(`test/page/bench/${file}.ts`, "table", true));
    const firstMs = await page.evaluate((each) => table.paint(...each), size);
    const workedMs = await watchMainThread(page);
    await page.evaluate((each) => table.scroll(...each), [...size, steps] as const);
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
