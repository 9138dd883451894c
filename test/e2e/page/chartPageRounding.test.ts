import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { day, show, signalPart } from "../../support/chartFrames";
import { forecastData, partOf } from "../../support/chartParts";
import { choose, plotOf } from "../../support/chartStates";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** On four consecutive days; on the first printed as 5.94 − 0.79 + 0.54 against 5.68, on the others exactly. */
function rounded(): ChartPart {
  const data = forecastData({
    Forecast: [0.056777, 0.05, 0.0525, 0.055],
    Trend: [0.059356, 0.03, 0.0325, 0.035],
    Trend_Growth: [0.05, 0.01, 0.01, 0.010044],
    Trend_Income: [0.005, 0.01, 0.01, 0.010044],
    Trend_Valuation: [0.004356, 0.01, 0.0125, 0.014912],
    Cyclical: [-0.007943, 0.015, 0.015, 0.015],
    Tactical: [0.005364, 0.005, 0.005, 0.005],
  });
  return partOf(data, { id: "a/SPX", title: "SPX USD 12 Months" });
}

describe("the note on rounding in the chart page (14.1.8)", () => {
  const pages = useChartPages();

  async function opened(part: ChartPart): Promise<ChartPage> {
    const chart = await pages.open();
    await chart.post(show([part]));
    return chart;
  }

  /** The note of a part of the page. */
  function noteIn({ page }: ChartPage, selector: string): Promise<string | null> {
    return page.locator(`${selector} .rounding`).textContent();
  }

  async function heightOf({ page }: ChartPage, selector: string): Promise<number> {
    const box = await page.locator(selector).boundingBox();
    return box?.height ?? 0;
  }

  const words = "Rounded; parts may miss their total by 0.01";

  it("is in the card while the parts on the crosshair's day miss their total", async () => {
    const chart = await opened(rounded());
    assert.equal(await noteIn(chart, ".card"), "");
    await plotOf(chart).focus();
    await chart.page.keyboard.press("Home");
    await chart.settle();
    const cells = await chart.page.locator(".card tbody td:nth-child(2)").allTextContents();
    assert.deepEqual(cells, ["5.68 %", "5.94 %", "−0.79 %", "0.54 %"]);
    assert.equal(await noteIn(chart, ".card"), words);
    await chart.screenshot("page-rounding-values");
    const spoken = chart.page.getByRole("status").filter({ hasText: words });
    await spoken.waitFor({ state: "attached" });
    await chart.page.keyboard.press("ArrowRight");
    await chart.settle();
    assert.equal(await noteIn(chart, ".card"), "");
  });

  it("is below a table in which any day misses its total", async () => {
    const chart = await opened(rounded());
    await choose(chart, /table/i);
    const table = chart.page.getByRole("table", { description: words });
    await table.waitFor();
    assert.equal(await noteIn(chart, ".table"), words);
    await chart.screenshot("page-rounding-table");
    const height = await heightOf(chart, ".table-scroll");
    await chart.page.getByRole("textbox", { name: "Range" }).fill("2026-11-17..2026-11-19");
    await chart.page.keyboard.press("Enter");
    await table.waitFor({ state: "detached" });
    assert.equal(await noteIn(chart, ".table"), "");
    assert.equal(await heightOf(chart, ".table-scroll"), height);
  });

  it("is below the bridge while its steps miss the change", async () => {
    const from = day("2026-11-17");
    const bridge = { from, to: from + 1, component: "Forecast" };
    const chart = await pages.open({ theme: "dark", state: { version: 1, bridge } });
    await chart.post(show([rounded()]));
    await chart.page.getByRole("region", { name: "Change Bridge" }).waitFor();
    // 5.00 % + 25.0 bp = 5.25 %.
    assert.equal(await noteIn(chart, ".bridge-panel"), "");
    const height = await heightOf(chart, ".bridge-panel");
    await chart.page.getByRole("textbox", { name: "From (A)" }).fill("2026-11-16");
    await chart.page.keyboard.press("Tab");
    await chart.settle();
    await chart.screenshot("page-rounding-bridge");
    // 568 − 268.6 + 229.4 − 3.6 = 525.2 against 525 basis points.
    const note = await noteIn(chart, ".bridge-panel");
    assert.equal(note, "Rounded; parts may miss their total by 0.2 bp");
    assert.equal(await heightOf(chart, ".bridge-panel"), height);
  });

  it("takes no space if there is no total", async () => {
    const chart = await opened(signalPart());
    await choose(chart, /table/i);
    assert.equal(await chart.page.locator(".rounding:visible").count(), 0);
  });
});
