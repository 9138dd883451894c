import assert from "node:assert/strict";
import { pageProgram } from "../../support/pageProgram";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** The functions that `test/page/bench/wholePage.ts` puts into the page. */
declare const whole: {
  firstPaint(series: number, days: number, generation: number): Promise<number>;
};

const days = 1_000_000;
/** The size of one series: its days and three columns. */
const dataBytes = days * (4 + 3 * 8);
/** Memory beside the data: computed arrays of the shown columns, and the page itself. */
const maxBytes = 2 * dataBytes + 20e6;

/** The bytes of objects and arrays that the page's script retains. */
async function heldBytes({ page }: ChartPage): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const usage = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usage.usedSize + usage.backingStorageSize;
}

describe("the memory of charts", () => {
  const pages = useChartPages();

  async function opened(program: string): Promise<ChartPage> {
    const state = { version: 1, range: { from: 0, to: days - 1 } };
    const chart = await pages.open({ state, width: 800, height: 500 });
    await chart.page.evaluate(program);
    return chart;
  }

  it("stays bounded for each of several charts of a million points (UI-04)", async function () {
    this.timeout(240_000);
    const program = await pageProgram("test/page/bench/wholePage.ts", "whole");
    const charts: ChartPage[] = [];
    for (let count = 0; count < 4; count++) {
      const chart = await opened(program);
      await chart.page.evaluate((rows) => whole.firstPaint(1, rows, 1), days);
      charts.push(chart);
    }
    const held = await Promise.all(charts.map(heldBytes));
    assert.deepEqual(
      held.filter((bytes) => bytes > maxBytes),
      [],
    );
    assert.ok(held.every((bytes) => bytes > dataBytes));
  });

  it("stays bounded when one chart gets a million points again and again (UI-04)", async function () {
    this.timeout(240_000);
    const chart = await opened(await pageProgram("test/page/bench/wholePage.ts", "whole"));
    for (let generation = 1; generation <= 4; generation++) {
      const shape = [days, generation] as const;
      await chart.page.evaluate(([rows, each]) => whole.firstPaint(1, rows, each), shape);
    }
    const held = await heldBytes(chart);
    assert.ok(held > dataBytes && held < maxBytes, `${held} bytes`);
  });
});
