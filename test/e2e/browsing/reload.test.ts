import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { useEditor } from "../../support/useEditor";

describe("a window that is loaded again", () => {
  const editor = useEditor();

  /** A chart of three series and a range, composed of rows and of what its own search finds. */
  async function composeChart(): Promise<void> {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await signals.chooseInMenu("Austria", "Add to Chart");
    await workbench.waitForKeptTab("SAMPLE INFL AU + INFL AT.chart");
    const two = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 AT");
    await workbench.screenshot("chart-two");
    await two.add("belgium infl", "INFL v2 · Belgium");
    const three = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + 2 more");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU + 2 more.chart"]);
    await three.showRange("2019..2020", "2019-01-01..2020-12-31");
    await signals.doubleClick("Brazil");
    await workbench.waitForKeptTab("SAMPLE INFL BR.chart");
    await signals.openCsv("Brazil");
    await workbench.keepTab("SAMPLE INFL BR.csv");
  }

  async function assertSameChart(): Promise<void> {
    const { workbench } = editor;
    await workbench.tab("SAMPLE INFL AU + 2 more.chart").click();
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + 2 more");
    await chart.waitForRange("2019-01-01..2020-12-31");
    const shown = (await chart.readout()).map(({ label }) => label);
    assert.deepEqual(shown, ["Australia", "Austria", "Belgium"]);
    await workbench.tab("SAMPLE INFL BR.chart").click();
    const named = await ChartTab.drawn(workbench, "SAMPLE INFL v2 BR");
    await workbench.waitForActiveTabTitle("SAMPLE Inflation v2 · Brazil");
    assert.match(await named.frame.locator("h1").innerText(), /^Inflation · Brazil/);
  }

  it("has its tabs and rows as they were, though nothing but tabs is in sight (KEEP-01, 15.1.9)", async () => {
    const { workbench } = editor;
    await composeChart();
    const text = await workbench.editorText();
    await workbench.runCommand("Macro Signals: Latest Signals");
    const header = (await workbench.webview("[role=grid] [data-row]")).locator(
      "[role=columnheader]",
    );
    assert.match((await header.allInnerTexts()).join(" "), /Inflation/);
    await workbench.screenshot("latest-signals");
    await workbench.runCommand("Macro Signals: Forecast Explorer");
    const explorer = await workbench.webview(".details .tree tr[tabindex]");
    await explorer.getByRole("radio", { name: "Hedged", exact: true }).click();
    await explorer.locator(".details .title", { hasText: "Hedged" }).waitFor();
    await explorer.getByRole("rowheader", { name: "Gold" }).click();
    await explorer.locator(".details h2", { hasText: "Gold" }).waitFor();
    await workbench.screenshot("forecast-explorer");
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.pressInTitle("Group Signals by Tag");
    await signals.expand("Country");
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Commodities");
    await forecasts.expand("Brent Crude Oil");
    await workbench.tab("SAMPLE INFL BR.csv").click();
    await workbench.runCommand("View: Show Explorer");
    await workbench.page.locator(".explorer-folders-view").waitFor();
    await workbench.reload();

    await workbench.waitForActiveTab("SAMPLE INFL BR.csv");
    assert.equal(await workbench.page.locator(".explorer-folders-view").count(), 1);
    // A new day, with a new row, may have begun.
    assert.ok((await workbench.editorText()).startsWith(text));
    await assertSameChart();
    await workbench.tab("SAMPLE Forecast Explorer.explorer").click();
    const again = await workbench.webview(".details .tree tr[tabindex]");
    await again.locator(".details h2", { hasText: "Gold" }).waitFor();
    assert.match(await again.locator(".details .title").innerText(), /USD · Hedged/);
    await workbench.tab("SAMPLE Latest Signals.heatmap").click();
    await workbench.webview("button:text('Sign Flips')");
    const markets = await workbench.openView("Macro Signals", "Forecasts");
    await markets.waitForOpened("Brent Crude Oil");
    const tags = await workbench.openView("Macro Signals", "Signals");
    await tags.waitForOpened("Country");
    await workbench.screenshot("expanded-after-reload");
    await tags.pressInTitle("Group Signals by Signal");
    await tags.rows("Asset Class Trend").waitFor();
  }).timeout(180_000);
});
