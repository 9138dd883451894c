import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { signalRef } from "../../../src/shared/reference";
import { chartDataOf } from "../../../src/features/chart/host/chartData";
import { chartExcerptOf } from "../../../src/features/chart/host/chartExcerpt";
import { roundedExcerpt } from "../../../src/features/chart/host/roundedExcerpt";
import { part, show } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { longFrame } from "../../support/longSeries";
import { showPanel } from "../../support/panelFrames";
import { plotInside } from "../../support/plotPlaces";

const reference = signalRef({ code: "I", version: 1, tags: {}, dataKind: "FIT", asOf: "latest" });
const age = { latestAsOf: null, fetchedAtMs: 1_700_000_000_000, staleBecause: null };
const overview = ".overview canvas";

/** The newest ten years of a long series, and all of it. */
function partsOf(
  rows: number,
  isRounded = false,
): { readonly excerpt: ChartPart; readonly whole: ChartPart } {
  const fetched = { reference, frame: longFrame(rows), ...age, repairs: [], slice: null };
  const data = chartExcerptOf(fetched, defaultViewState, isRounded);
  if (data === undefined) throw new Error("No excerpt");
  return { excerpt: part(data), whole: part(chartDataOf(fetched)) };
}

/** The pixels of the plot, and the texts of the page. */
async function picture({ page }: ChartPage): Promise<unknown> {
  const pixels = `document.querySelector(".pane-plot canvas").toDataURL()`;
  const words = ["header.header", ".legend", ".foot-words", "#summary"];
  const texts = await Promise.all(words.map((each) => page.locator(each).textContent()));
  return [await page.evaluate(pixels), texts];
}

const pixelsOfPlots = `() => [...document.querySelectorAll(".pane-plot canvas")].map((canvas) =>
  canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data)`;

/** The number of pixels that differ between the plots before and after, in the plot with the most. */
const changedPixels = `(before) => {
  const changed = (${pixelsOfPlots})().map((pixels, plot) =>
    new Set([...pixels.keys()].filter((at) => pixels[at] !== before[plot][at]).map((at) => at >> 2)).size);
  return changed.length === 3 && before.length === 3 ? Math.max(...changed) : NaN;
}`;

describe("a chart page that receives the newest years first", () => {
  const pages = useChartPages();
  const { excerpt, whole } = partsOf(60_000);

  it("paints them, requests the rest, and then shows the same picture with all rows, and the overview", async () => {
    const chart = await pages.open();
    await chart.post(show([excerpt]));
    const first = await picture(chart);
    assert.equal(await chart.page.locator(overview).count(), 0);
    await chart.waitForSent("whole", { generation: 1 });
    await chart.post({ type: "part", generation: 1, part: whole });
    await chart.page.locator(overview).waitFor();
    assert.deepEqual(await picture(chart), first);
    assert.equal((await chart.sent("whole")).length, 1);
  });

  it("shows the values at the pointer as soon as it has all rows", async () => {
    const chart = await pages.open();
    await chart.post(show([excerpt]));
    await chart.page.locator(plotInside).hover();
    await chart.settle();
    const card = chart.page.locator(".card:not(.unseen)");
    assert.equal(await card.count(), 0);
    await chart.post({ type: "part", generation: 1, part: whole });
    await card.waitFor();
    const day = Date.parse(`${await card.locator(".card-day").innerText()} UTC`) / 86_400_000;
    const value = Math.sin(day + 20_000) ** 2;
    assert.ok((await card.innerText()).includes(`+${value.toFixed(2)}`));
  });

  it("of a panel draws rounded values like exact ones, states the same numbers and offers no copy of them", async () => {
    const chart = await pages.open({ width: 1000, height: 700 });
    const titles = ["Germany", "Japan", "United States"];
    const named = (own: ChartPart): readonly ChartPart[] =>
      titles.map((title) => ({ ...own, id: `acme/${title}`, title, shortTitle: title }));
    const own = partsOf(60_000, true).excerpt;
    const data = roundedExcerpt(own.data ?? assert.fail("no data"));
    const rounded = named(own).map((each) => ({ ...each, data }));
    assert.ok(data.columns.some(({ values }) => !(values instanceof Float64Array)));
    await chart.post({ ...showPanel(), parts: rounded, generation: 1 });
    const words = (): Promise<string[]> =>
      chart.page.locator(".cross, header.header, .foot-words").allInnerTexts();
    await chart.settle();
    const first = await words();
    assert.match(first.join(), /Germany/);
    await chart.page.evaluate(`globalThis.first = (${pixelsOfPlots})()`);
    const copy = { name: "Copy Visible Range" };
    const menu = chart.page.getByRole("button", { name: "More", exact: true });
    await menu.click();
    await chart.page.getByRole("menuitem", { name: "Open as CSV" }).waitFor();
    assert.equal(await chart.page.getByRole("menuitem", copy).count(), 0);
    await chart.page.keyboard.press("Escape");
    await chart.waitForSent("whole", { generation: 1 });
    await chart.post({ ...showPanel(), parts: named(whole), generation: 2 });
    await chart.settle();
    assert.deepEqual(await words(), first);
    // A value between two rows of pixels may be rounded to the other one.
    const changed = Number(await chart.page.evaluate(`(${changedPixels})(globalThis.first)`));
    assert.ok(changed <= 3, `${changed} pixels`);
    await menu.click();
    await chart.page.getByRole("menuitem", copy).waitFor();
  });

  it("requests the rest at once, and waits for it, if its view shows more years", async () => {
    const chart = await pages.open({ state: { ...defaultViewState, isStatistics: true } });
    await chart.post(show([excerpt]));
    assert.equal(await chart.page.locator(plotInside).count(), 0);
    await chart.waitForSent("whole", { generation: 1 });
    await chart.post({ type: "part", generation: 1, part: whole });
    await chart.page.locator(plotInside).first().waitFor();
  });
});
