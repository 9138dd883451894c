import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

/** Of the first line, on a light and on a dark background. */
const lineColours = { light: "#0063d3", dark: "#59a4f9" };

describe("a chart", () => {
  const editor = useEditor();
  let signals: TreeView;

  before(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
  });
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("stands beside another one, and keeps its view in another group", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const left = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await left.showRange("2020Q2", "2020-04-01..2020-06-30");
    await signals.openToSide("Austria");
    const right = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AT");
    assert.equal(await workbench.page.locator(".editor-group-container").count(), 2);
    assert.notEqual(await right.rangeBox.inputValue(), "2020-04-01..2020-06-30");
    await workbench.tab("SAMPLE INFL AU.chart").click();
    await workbench.runCommand("View: Move Editor into Right Group");
    const moved = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await moved.waitForRange("2020-04-01..2020-06-30");
  });

  it("has its values opened beside it, and comes to the front again as it was (KEEP-01)", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.showRange("2020Q2", "2020-04-01..2020-06-30");
    await chart.legend.getByRole("button", { name: "Momentum" }).click();
    await chart.waitForSeries("Momentum");
    await workbench.pressInEditorTitle("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE INFL AU.csv");
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU.chart", "SAMPLE INFL AU.csv"]);
    assert.equal(await workbench.page.locator(".editor-group-container").count(), 2);
    await workbench.pressInEditorTitle("Open as Chart");
    await workbench.waitForActiveTab("SAMPLE INFL AU.chart");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU.chart", "SAMPLE INFL AU.csv"]);
    const again = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await again.waitForRange("2020-04-01..2020-06-30");
    assert.deepEqual(
      (await again.readout()).map(({ label }) => label),
      ["Aggregate", "Momentum"],
    );
  });

  it("takes back what was composed step by step, and nothing else (KEEP-01)", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    assert.equal(await chart.button("Undo Add").isVisible(), false);
    await chart.showRange("2020Q2", "2020-04-01..2020-06-30");
    await signals.chooseInMenu("Austria", "Add to Chart");
    const two = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 AT");
    const range = await two.showYears("5Y");
    await signals.chooseInMenu("Belgium", "Add to Chart");
    const three = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + 2 more");
    await workbench.screenshot("chart-undo");
    await three.radio("FIT").click();
    const fit = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT + 2 more");
    await fit.legend.getByRole("button", { name: "Momentum" }).click();
    await fit.waitForSeries("Austria Momentum");
    await fit.button("Undo Add").click();
    const twoAgain = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT + INFL v2 AT FIT");
    await twoAgain.waitForRange(range);
    await twoAgain.waitForSeries("Austria Momentum");
    await twoAgain.plot.press("Control+z");
    const again = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT");
    await again.waitForRange(range);
    assert.equal(await again.button("Undo Add").isVisible(), false);
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU FIT.chart"]);
  });

  it("follows the theme at once", async () => {
    const { workbench } = editor;
    await signals.click("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.waitForPaint(lineColours.light);
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await workbench.waitForTheme("vs-dark");
    await chart.waitForPaint(lineColours.dark);
    assert.equal(await chart.isPainted(lineColours.light), false);
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await workbench.waitForTheme("vs");
    await chart.waitForPaint(lineColours.light);
  });
});
