import assert from "node:assert/strict";
import { consecutiveDays, part, show, signalData, uncounted } from "../../support/chartFrames";
import { pageProgram } from "../../support/pageProgram";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** The functions that `test/page/pixels.ts` puts into the page. */
declare const pixels: {
  paintedColumns(colour: string): (readonly [number, number] | null)[];
  inkAbove(): number;
};

/** Many in each pixel column. */
const rows = 20_000;

/** 36 % of the first colour on a light background. */
const colour = "#a3c7ef";

describe("the areas of the chart", () => {
  const pages = useChartPages();

  /** The upper and lower edge of a layer of these values at a quarter and at three quarters of its width. */
  async function drawn(valueOf: (row: number) => number): Promise<(readonly number[] | null)[]> {
    const chart = await pages.open({ state: { version: 1, range: { from: 0, to: rows - 1 } } });
    await showLayer(
      chart,
      Float64Array.from({ length: rows }, (_, row) => valueOf(row)),
    );
    await chart.page.evaluate(await pageProgram("test/page/pixels.ts", "pixels"));
    const columns = await chart.page.evaluate((each) => pixels.paintedColumns(each), colour);
    return [0.25, 0.75].map((share) => columns[Math.floor(share * columns.length)] ?? null);
  }

  it("reach below zero as far as the lowest of several days in a column", async () => {
    const [level, other] = await drawn(() => -0.04);
    assert.ok(level);
    assert.deepEqual(other, level);
    assert.deepEqual(await drawn((row) => (row % 7 === 3 ? -0.04 : -0.01)), [level, level]);
  });

  it("reach to both sides of zero if a column has days on both", async () => {
    const [above, below] = await drawn((row) => (row < rows / 2 ? 0.02 : -0.04));
    assert.ok(above && below);
    const both = [above[0], below[1]];
    assert.deepEqual(await drawn((row) => (row % 2 === 0 ? 0.02 : -0.04)), [both, both]);
  });

  it("have the names of their axes above them", async () => {
    const chart = await pages.open({ width: 340 });
    await showLayer(chart, new Float64Array(rows).fill(0.04));
    await chart.page.evaluate(await pageProgram("test/page/pixels.ts", "pixels"));
    // A letter has at least ten pixels.
    const ink = await chart.page.evaluate(() => pixels.inkAbove());
    assert.ok(ink > 10 * "Forecast, as served".length, `${ink}`);
  });
});

/** Shows a forecast that consists of one part. */
async function showLayer(chart: ChartPage, values: Float64Array): Promise<void> {
  const columns = (["Trend", "Cyclical", "Tactical"] as const).map((component, place) => ({
    ...{ name: `_${component}`, label: component, component },
    values: place === 0 ? values : new Float64Array(rows),
    ...uncounted,
  }));
  const data = signalData(consecutiveDays("1970-01-01", rows), {});
  await chart.post(show([part({ ...data, unit: "fraction", columns })]));
}
