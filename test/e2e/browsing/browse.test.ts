import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { type TreeView } from "../../support/treeView";
import { keepInThemes } from "../../support/colourThemes";
import { useEditor } from "../../support/useEditor";

describe("browsing", () => {
  const editor = useEditor();
  let signals: TreeView;

  before(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
  });
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("previews what is clicked, and keeps what is clicked twice or changed (KEEP-01)", async () => {
    const { workbench } = editor;
    await signals.click("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    assert.equal(await workbench.isPreview("SAMPLE INFL AU.chart"), true);
    await workbench.waitForActiveTabTitle("SAMPLE Inflation v2 · Australia");
    const [facts = "", ...others] = await chart.facts();
    assert.match(
      facts,
      /^SAMPLE, synthetic · Sample data · INFL v2 · Australia · SNAP · as of latest \(\d+ \w+ \d{4} [\d:]{5} UTC\) · last day \d+ \w+ \d{4}, (?:up to date|\d+ business days? behind today) · fetched \d+ \w+ \d{4} [\d:]{5} UTC$/,
    );
    assert.deepEqual(others, []);
    await signals.doubleClick("Australia");
    await workbench.waitForKeptTab("SAMPLE INFL AU.chart");
    await signals.click("Belgium");
    const changed = await ChartTab.drawn(workbench, "SAMPLE INFL v2 BE");
    await changed.button("Level").click();
    await workbench.waitForKeptTab("SAMPLE INFL BE.chart");
    await signals.click("Brazil");
    await workbench.waitForActiveTab("SAMPLE INFL BR.chart");
    assert.deepEqual(await workbench.tabs(), [
      "SAMPLE INFL AU.chart",
      "SAMPLE INFL BE.chart",
      "SAMPLE INFL BR.chart",
    ]);
  });

  it("has at most nine entries in the menu of a row, and a search in the title of each view (15.2)", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    assert.deepEqual(await signals.menuEntries("Australia"), [
      "Open as Chart",
      "Add to Chart",
      "Open As",
      "Forecasts It Moves",
      "Compare",
      "Insert Code…",
      "Copy As",
      "Save",
      "Pin",
    ]);
    await workbench.page.keyboard.press("Escape");
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    for (const view of [signals, forecasts]) {
      await view.pressInTitle("Search…");
      await quickInput.wait();
      await quickInput.cancel();
    }
  });

  it("shows only what a filter finds, says so, and shows all again", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Filter…");
    await quickInput.wait("Filter");
    await quickInput.type("inventories");
    await quickInput.accept();
    await signals.message("Filtered by “inventories”");
    await signals.find("Commodity Inventories");
    assert.deepEqual(await signals.texts(), ["Commodity Inventories STOCKS v1"]);
    await keepInThemes(editor, (kind) => workbench.screenshot(`filter-${kind}`));
    await signals.pressInTitle("Clear Filter");
    await signals.find("Asset Class Trend");
  });

  it("needs no mouse", async () => {
    const { workbench } = editor;
    const { keyboard } = workbench.page;
    await workbench.runCommand("Macro Signals: Focus on Signals View");
    await signals.waitForFocus();
    await signals.focusByKeys("Commodity Inventories", "Home", "ArrowDown");
    await keyboard.press("ArrowRight");
    // Its value changes the row once more.
    await signals.waitForValue("Aluminium");
    await keyboard.press("ArrowRight");
    await signals.waitForFocusedRow("Aluminium");
    await keyboard.press("Enter");
    const chart = await ChartTab.drawn(workbench, "SAMPLE STOCKS v1 Aluminium");
    // The overview follows the picture, once all rows have come.
    await chart.frame.getByRole("slider", { name: "Last day shown" }).waitFor();
    const opening = await chart.rangeBox.inputValue();
    const passed: string[] = [];
    do {
      await keyboard.press("Tab");
      passed.push(await chart.focused());
      assert.ok(passed.length < 40, passed.join("\n"));
    } while (passed.at(-1)?.startsWith("application ") !== true);
    await keyboard.press("1");
    await chart.waitFor("another range", async () => {
      const range = await chart.rangeBox.inputValue();
      return range === opening ? range : undefined;
    });
    await workbench.runCommand("Macro Signals: Open as CSV");
    await workbench.waitForActiveTab("SAMPLE STOCKS Aluminium.csv");
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
  });

  it("shows its context in the status bar only while the window uses it (15.2)", async () => {
    const { workbench } = editor;
    const context = workbench.statusBarItem("Sample · SNAP · latest");
    await context.waitFor();
    await workbench.runCommand("View: Show Explorer");
    await context.waitFor({ state: "detached" });
  });
});
