import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/shared/chart/chartProtocol";
import { defaultViewState } from "../../../src/shared/chart/viewState";
import { signalRef } from "../../../src/shared/reference";
import { chartDataOf } from "../../../src/vscode/chart/chartData";
import { chartExcerptOf } from "../../../src/vscode/chart/chartExcerpt";
import { part, show } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { longFrame } from "../../support/longSeries";
import { plotInside } from "../../support/plotPlaces";

const reference = signalRef({ code: "I", version: 1, tags: {}, dataKind: "FIT", asOf: "latest" });
const age = { latestAsOf: null, fetchedAtMs: 1_700_000_000_000, staleBecause: null };
const overview = ".overview canvas";

/** The newest ten years of a series of many, and all of it. */
function partsOf(rows: number): { readonly excerpt: ChartPart; readonly whole: ChartPart } {
  const fetched = { reference, frame: longFrame(rows), ...age, repairs: [], slice: null };
  const data = chartExcerptOf(fetched, defaultViewState);
  if (data === undefined) throw new Error("No excerpt");
  return { excerpt: part(data), whole: part(chartDataOf(fetched)) };
}

/** The pixels of the plot, and the words of the page. */
async function picture({ page }: ChartPage): Promise<unknown> {
  const pixels = `document.querySelector(".pane-plot canvas").toDataURL()`;
  const words = ["header.header", ".legend", ".foot-words", "#summary"];
  const texts = await Promise.all(words.map((each) => page.locator(each).textContent()));
  return [await page.evaluate(pixels), texts];
}

describe("a chart page that gets the newest years first", () => {
  const pages = useChartPages();
  const { excerpt, whole } = partsOf(60_000);

  it("paints them, asks for the rest, and shows the same with all rows, and the overview", async () => {
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

  it("tells the values at the pointer as soon as it has all rows", async () => {
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

  it("asks at once and waits where its view shows more", async () => {
    const chart = await pages.open({ state: { ...defaultViewState, isStatistics: true } });
    await chart.post(show([excerpt]));
    assert.equal(await chart.page.locator(plotInside).count(), 0);
    await chart.waitForSent("whole", { generation: 1 });
    await chart.post({ type: "part", generation: 1, part: whole });
    await chart.page.locator(plotInside).first().waitFor();
  });
});
