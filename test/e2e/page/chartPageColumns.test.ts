import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { defaultViewState, type ViewState } from "../../../src/features/chart/model/viewState";
import { signalRef } from "../../../src/shared/reference";
import { chartDataOf, sentDataOf } from "../../../src/features/chart/host/chartData";
import { part, show } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { longFrame } from "../../support/longSeries";

const reference = signalRef({ code: "I", version: 1, tags: {}, dataKind: "FIT", asOf: "latest" });
const age = { latestAsOf: null, fetchedAtMs: 1_700_000_000_000, staleBecause: null };

function partWith(columns: ViewState["columns"]): ChartPart {
  const fetched = { reference, frame: longFrame(6_000), ...age, repairs: [], slice: null };
  return part(chartDataOf(fetched, { ...defaultViewState, columns }));
}

/** The pixels of the plot, and the texts of the page. */
async function picture({ page }: ChartPage): Promise<unknown> {
  const pixels = `document.querySelector(".pane-plot canvas").toDataURL()`;
  const words = ["header.header", ".legend", ".foot-words", "#summary"];
  const texts = await Promise.all(words.map((each) => page.locator(each).textContent()));
  return [await page.evaluate(pixels), texts];
}

describe("a chart page that receives only the shown columns of a signal", () => {
  const pages = useChartPages();
  const aggregate = partWith(["Aggregate"]);

  it("draws the packed form of values and days like the plain one", async () => {
    const { data } = aggregate;
    assert.ok(data !== null);
    const monthly = data.columns.map((column) => ({
      ...column,
      values: column.values.map((_value, row, all) => all[row - (row % 21)] ?? 0),
    }));
    const plain = { ...data, columns: monthly };
    const sent = sentDataOf(plain);
    assert.ok(!(sent.days instanceof Int32Array));
    assert.ok(sent.columns.some(({ values }) => !(values instanceof Float64Array)));
    const chart = await pages.open();
    await chart.post(show([{ ...aggregate, data: plain }]));
    const expected = await picture(chart);
    const again = show([aggregate], { generation: 2 });
    await chart.post({ ...again, parts: [{ ...aggregate, data: sent }] });
    assert.deepEqual(await picture(chart), expected);
  });

  it("requests a column that a person adds, and draws both once it has arrived", async () => {
    const chart = await pages.open();
    await chart.post(show([partWith(["Level", "Aggregate"])], { state: both }));
    const expected = await picture(chart);
    const other = await pages.open();
    await other.post(show([aggregate]));
    const entry = other.page.locator(".legend").getByRole("button", { name: "Level" });
    await entry.click();
    await other.waitForSent("columns", { generation: 1 });
    assert.equal(await entry.getAttribute("aria-pressed"), "true");
    await other.post({ type: "part", generation: 1, part: partWith(["Level", "Aggregate"]) });
    await other.settle();
    // The pointer is over the legend.
    await other.page.mouse.move(0, 0);
    assert.deepEqual(await picture(other), expected);
    assert.equal((await other.sent("columns")).length, 1);
  });
});

const both: ViewState = { ...defaultViewState, columns: ["Aggregate", "Level"] };
