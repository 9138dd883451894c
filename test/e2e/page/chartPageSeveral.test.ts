import assert from "node:assert/strict";
import { show, signalPart } from "../../support/chartFrames";
import { plotInside } from "../../support/plotPlaces";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** Series of as many countries. */
function countryParts(count: number): ReturnType<typeof signalPart>[] {
  return Array.from({ length: count }, (_, at) =>
    signalPart({ variant: `Country ${at + 1}` }, {}, 1_000 + at),
  );
}

describe("a chart of several series", () => {
  const pages = useChartPages();

  async function opened(count: number): Promise<ChartPage> {
    const chart = await pages.open({ width: 1000, height: 800 });
    await chart.post(show(countryParts(count)));
    return chart;
  }

  it("is overlaid or in panes, as a person chooses", async () => {
    const chart = await opened(6);
    const plots = chart.page.locator(plotInside);
    assert.equal(await plots.count(), 1);
    const [overlay, panes] = ["Overlay", "Panes"].map((name) =>
      chart.page.getByRole("button", { name }),
    );
    assert.equal(await overlay?.getAttribute("aria-pressed"), "true");
    await panes?.click();
    await chart.settle();
    assert.equal(await plots.count(), 6);
    await chart.waitForSent("keep");
    await overlay?.click();
    await chart.settle();
    assert.equal(await plots.count(), 1);
    assert.deepEqual(chart.errors, []);
  });

  it("has panes alone for more than twelve lines, and says why", async () => {
    const chart = await opened(13);
    const overlay = chart.page.getByRole("button", { name: "Overlay" });
    assert.equal(await overlay.getAttribute("aria-disabled"), "true");
    assert.match((await overlay.getAttribute("title")) ?? "", /^More than 12 lines cannot be told/);
    await overlay.click({ force: true });
    await chart.settle();
    assert.equal(await chart.page.locator(plotInside).count(), 13);
  });
});
