import assert from "node:assert/strict";
import { forecastPart, show } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { forecastData, partOf } from "../../support/chartParts";
import { choose, plotOf } from "../../support/chartStates";
import { plotInside } from "../../support/plotPlaces";

const forecast = partOf(
  forecastData({
    Forecast: [0.05, 0.0525, 0.055],
    Trend: [0.03, 0.0325, 0.035],
    Trend_Growth: [0.01, 0.01, 0.01],
    Trend_Income: [0.01, 0.01, 0.01],
    Trend_Valuation: [0.01, 0.0125, 0.015],
    Cyclical: [0.025, 0.025, 0.025],
    Tactical: [-0.005, -0.005, -0.005],
  }),
  { id: "a/SPX", title: "SPX USD 12 Months" },
);

/** The space at either side of the overview for its handles. */
const sidePx = 24;

describe("the table of components below a forecast", () => {
  const pages = useChartPages();

  async function opened(): Promise<ChartPage> {
    const chart = await pages.open({ width: 1100, height: 760 });
    await chart.post(show([forecast]));
    return chart;
  }

  /** Name, value at the crosshair and newest value of each row. */
  async function rowsOf({ page }: ChartPage): Promise<string[]> {
    const rows = await page.getByRole("region", { name: "Components" }).locator("tbody tr").all();
    return Promise.all(
      rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).slice(0, 3).join("|")),
    );
  }

  it("lists the newest values, and those at the crosshair beside them", async () => {
    const chart = await opened();
    const newest = ["Forecast||5.50 %", "Trend||3.50 %", "Cyclical||2.50 %", "Tactical||−0.50 %"];
    assert.deepEqual(await rowsOf(chart), newest);
    await plotOf(chart).press("Home");
    await chart.settle();
    assert.deepEqual(await rowsOf(chart), [
      "Forecast|5.00 %|5.50 %",
      "Trend|3.00 %|3.50 %",
      "Cyclical|2.50 %|2.50 %",
      "Tactical|−0.50 %|−0.50 %",
    ]);
    const heads = chart.page.getByRole("region", { name: "Components" }).getByRole("columnheader");
    assert.equal((await heads.allInnerTexts())[1], "16 Nov 2026");
  });

  it("has its space while data load, so that the plot does not move", async () => {
    const state = { version: 1, unfolded: ["Trend"] };
    const chart = await pages.open({ width: 1100, height: 760, state });
    const { page } = chart;
    await chart.post(show([{ ...forecast, data: null, isLoading: true }]));
    await page.locator("main").waitFor();
    const boxOf = (): Promise<unknown> => page.locator(".plots").boundingBox();
    const awaited = await boxOf();
    await chart.post({ type: "part", generation: 1, part: forecast });
    assert.equal((await rowsOf(chart)).length, 7);
    assert.deepEqual(await boxOf(), awaited);
  });

  it("unfolds a row by a key, which keeps the focus, and keeps it unfolded after a reload", async () => {
    const chart = await opened();
    const trend = chart.page.getByRole("button", { name: "Trend", expanded: false });
    await trend.focus();
    await chart.page.keyboard.press("Enter");
    await chart.settle();
    const names = ["Forecast", "Trend", "Growth", "Income", "Valuation", "Cyclical", "Tactical"];
    const namesOf = async (): Promise<string[]> =>
      (await rowsOf(chart)).map((row) => row.split("|")[0] ?? "");
    assert.deepEqual(await namesOf(), names);
    const focused = await chart.page.evaluate("document.activeElement.textContent");
    assert.equal(focused, "Trend");
    await chart.reload();
    await chart.post(show([forecast], { generation: 2 }));
    assert.deepEqual(await namesOf(), names);
  });

  it("has bars from a common zero, in proportion to the values", async () => {
    const chart = await opened();
    const bars = chart.page.locator(".components .bar");
    const boxes = await Promise.all(
      [0, 3].map(async (row) => {
        const [zero, length] = await Promise.all(
          [".zero", ".length"].map((name) => bars.nth(row).locator(name).boundingBox()),
        );
        return { zero: zero?.x ?? 0, left: length?.x ?? 0, width: length?.width ?? 0 };
      }),
    );
    const [forecastBar, tacticalBar] = boxes;
    assert.ok(forecastBar && tacticalBar);
    assert.equal(forecastBar.zero, tacticalBar.zero);
    assert.equal(Math.round(forecastBar.left - forecastBar.zero), 0);
    assert.equal(Math.round(tacticalBar.left + tacticalBar.width - tacticalBar.zero), 0);
    // 5.50 against 0.50 %.
    assert.equal(Math.round(forecastBar.width / tacticalBar.width), 11);
  });

  it("leaves the overview aligned with the plot, whatever space the labels need", async () => {
    const chart = await pages.open({ width: 1100, height: 800 });
    await chart.post(show([forecastPart()]));
    const legend = chart.page.getByRole("group", { name: "Legend" });
    for (const opened of ["Cyclical", "Forecast"]) {
      await legend.getByText(opened).first().click();
      await chart.settle();
      await chart.page.locator(".overview-strip").waitFor();
      const [plot, strip] = await Promise.all(
        [chart.page.locator(plotInside).first(), chart.page.locator(".overview-strip")].map(
          (each) => each.boundingBox(),
        ),
      );
      assert.ok(plot && strip);
      assert.ok(Math.abs(strip.x + sidePx - plot.x) <= 1, `${opened}: ${strip.x} ${plot.x}`);
      const [right, end] = [strip.x + strip.width - sidePx, plot.x + plot.width];
      assert.ok(Math.abs(right - end) <= 1, `${opened}: ${right} ${end}`);
    }
  });

  it("is hidden by a bridge and by the table of values", async () => {
    const chart = await opened();
    const components = chart.page.getByRole("region", { name: "Components" });
    const bridge = chart.page.getByRole("button", { name: "Change Bridge", exact: true });
    await bridge.click();
    await components.waitFor({ state: "hidden" });
    await bridge.click();
    await components.waitFor();
    await choose(chart, /table/i);
    await components.waitFor({ state: "hidden" });
  });
});
