import assert from "node:assert/strict";
import { keepInThemes } from "../../support/colourThemes";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

describe("browsing", () => {
  const editor = useEditor();
  let signals: TreeView;

  beforeEach(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
  });
  afterEach(async () => {
    const { workbench } = editor;
    await workbench.openView("Macro Signals", "Signals");
    await workbench.runCommand("View: Close All Editors");
    await workbench.notifications.clear();
    await signals.pressInTitle("Collapse All");
  });

  it("previews what is clicked and keeps what is clicked twice", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.click("Australia");
    assert.equal(await workbench.isPreview("SAMPLE INFL AU.chart"), true);
    await signals.doubleClick("Austria");
    await workbench.waitForKeptTab("SAMPLE INFL AT.chart");
    await signals.click("Belgium");
    await workbench.waitForChart("SAMPLE INFL BE.chart");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AT.chart", "SAMPLE INFL BE.chart"]);
  });

  it("leads from a chart to its values and back with one button", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    await workbench.waitForKeptTab("SAMPLE INFL AU.chart");
    await workbench.pressInEditorTitle("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE INFL AU.csv");
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
    await workbench.pressInEditorTitle("Open as Chart");
    await workbench.waitForChart("SAMPLE INFL AU.chart");
  });

  it("adds a row to the chart that is open", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    await workbench.waitForKeptTab("SAMPLE INFL AU.chart");
    await workbench.waitForChart("SAMPLE INFL AU.chart");
    await signals.chooseInMenu("Austria", "Add to Chart");
    await workbench.waitForKeptTab("SAMPLE INFL AU + INFL AT.chart");
    await workbench.tab("SAMPLE INFL AU.chart").waitFor({ state: "detached" });
    const chart = await workbench.waitForChart("SAMPLE INFL AU + INFL AT.chart");
    assert.equal(await chart.locator("h1").getAttribute("title"), "SAMPLE INFL v2 AU + INFL v2 AT");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU + INFL AT.chart"]);
  });

  it("keeps a chart that was changed, whatever is clicked next (KEEP-01)", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.click("Australia");
    const chart = await workbench.waitForChart("SAMPLE INFL AU.chart");
    assert.equal(await workbench.isPreview("SAMPLE INFL AU.chart"), true);
    await chart.getByRole("button", { name: "Level" }).click();
    await workbench.waitForKeptTab("SAMPLE INFL AU.chart");
    await signals.click("Austria");
    await workbench.waitForChart("SAMPLE INFL AT.chart");
    await signals.chooseInMenu("Belgium", "Add to Chart");
    await workbench.waitForKeptTab("SAMPLE INFL AT + INFL BE.chart");
    await signals.click("Brazil");
    await workbench.waitForChart("SAMPLE INFL BR.chart");
    assert.deepEqual(await workbench.tabs(), [
      "SAMPLE INFL AU.chart",
      "SAMPLE INFL AT + INFL BE.chart",
      "SAMPLE INFL BR.chart",
    ]);
  });

  it("shows the row of the active chart in the side bar (15.2)", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Austria");
    await workbench.waitForKeptTab("SAMPLE INFL AT.chart");
    await signals.pressInTitle("Collapse All");
    await signals.rows("Austria").waitFor({ state: "detached" });
    await workbench.runCommand("Macro Signals: Show in Side Bar");
    await signals.rows("Austria").waitFor();
    const selected = workbench.page.locator(".pane-body .monaco-list-row.selected");
    assert.match(await selected.innerText(), /^Austria/);
  });

  it("has at most nine entries in the menu of a row (15.2)", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    const entries = await signals.menuEntries("Australia");
    assert.deepEqual(entries, [
      "Open as Chart",
      "Add to Chart",
      "Open As",
      "Forecasts It Moves",
      "Compare",
      "Insert Code…",
      "Copy As",
      "Save As…",
      "Save Raw Response…",
    ]);
    await workbench.page.keyboard.press("Escape");
  });

  it("finds signals and forecasts with the button in each view (15.2)", async () => {
    const { workbench } = editor;
    await signals.pressInTitle("Search Signals…");
    await workbench.quickInput.wait();
    await workbench.quickInput.cancel();
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.pressInTitle("Search Forecasts…");
    await workbench.quickInput.wait();
    await workbench.quickInput.cancel();
  });

  it("opens to the side", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.click("Australia");
    await workbench.waitForActiveTab("SAMPLE INFL AU.chart");
    await signals.openToSide("Austria");
    await workbench.waitForChart("SAMPLE INFL AT.chart");
    assert.equal(await workbench.page.locator(".editor-group-container").count(), 2);
  });

  it("needs no mouse", async () => {
    const { workbench } = editor;
    const { keyboard } = workbench.page;
    await workbench.runCommand("Macro Signals: Focus on Signals View");
    await signals.waitForFocus();
    await signals.rows().first().waitFor();
    await signals.focusByKeys("Commodity Inventories", "Home", "ArrowDown");
    await keyboard.press("ArrowRight");
    // Its value changes the row once more.
    await signals.waitForValue("Aluminium");
    await keyboard.press("ArrowRight");
    await signals.waitForFocusedRow("Aluminium");
    await keyboard.press("Enter");
    await workbench.waitForChart("SAMPLE STOCKS Aluminium.chart");
    await workbench.runCommand("Macro Signals: Open as CSV");
    await workbench.waitForActiveTab("SAMPLE STOCKS Aluminium.csv");
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
  });

  it("leads to a forecast by market, horizon and currency", async () => {
    const { workbench } = editor;
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Equities");
    await forecasts.expand("US Large Caps | SPX");
    await forecasts.expand("12 Months");
    await forecasts.openCsv("US Dollar");
    await workbench.waitForActiveTab("SAMPLE SPX USD 12 Months.csv");
    const [header = ""] = await workbench.visibleLines();
    assert.match(header, /^Date,/);
    await workbench.screenshot("forecast");
    await forecasts.pressInTitle("Collapse All");
  });

  it("keeps the rows that are expanded across a reload (15.1.9)", async () => {
    const { workbench } = editor;
    await signals.pressInTitle("Collapse All");
    await signals.expand("Commodity Inventories");
    await signals.collapseRow("Commodity Inventories");
    await signals.expand("Earnings Revisions");
    await signals.expand("Australia");
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Commodities");
    await forecasts.expand("Brent Crude Oil");
    await workbench.screenshot("expanded-before-reload");
    const before = [await signals.expanded(), await forecasts.expanded()];
    await workbench.reload();
    signals = await workbench.openView("Macro Signals", "Signals");
    const again = await workbench.openView("Macro Signals", "Forecasts");
    await signals.waitForOpened("Australia");
    await again.waitForOpened("Brent Crude Oil");
    await workbench.screenshot("expanded-after-reload");
    assert.deepEqual([await signals.expanded(), await again.expanded()], before);
    assert.deepEqual(before, [
      ["Earnings Revisions EARN v1", "Australia AU"],
      ["Commodities", "Brent Crude Oil BRENT"],
    ]);
    await again.pressInTitle("Collapse All");
    await signals.pressInTitle("Collapse All");
  });

  it("remembers the grouping across a reload", async () => {
    const { workbench } = editor;
    await signals.pressInTitle("Group Signals by Tag");
    await signals.rows("Country").waitFor();
    await workbench.reload();
    const again = await workbench.openView("Macro Signals", "Signals");
    await again.rows("Country").waitFor();
    await again.expand("Country");
    await again.expand("Australia");
    await again.rows("Inflation v2 | INFL").waitFor();
    await workbench.screenshot("by-tag");
    assert.deepEqual((await again.texts()).slice(0, 1), ["Basket"]);
    await again.chooseInMenu("Australia", "Open Profile");
    const page = await workbench.webview(".series tbody tr:nth-child(40)");
    await page.locator(".pane").nth(39).waitFor();
    await page.locator('.series [aria-sort="descending"]', { hasText: "z-score" }).waitFor();
    await page.getByText(/^40 of \d+, furthest from their mean/).waitFor();
    await workbench.screenshot("profile");
    await again.pressInTitle("Group Signals by Signal");
    await again.rows("Asset Class Trend").waitFor();
  });

  it("restores tabs in a window where nothing else starts it", async () => {
    const { workbench } = editor;
    await signals.expand("Inflation v2 | INFL");
    await signals.openCsv("Australia");
    await workbench.keepTab("SAMPLE INFL AU.csv");
    const before = await workbench.editorText();
    await workbench.runCommand("View: Show Explorer");
    await workbench.page.locator(".explorer-folders-view").waitFor();
    await workbench.reload();
    await workbench.waitForActiveTab("SAMPLE INFL AU.csv");
    assert.equal(await workbench.page.locator(".explorer-folders-view").count(), 1);
    // A new day, with a new row, may have begun.
    assert.ok((await workbench.editorText()).startsWith(before));
  });

  describe("to a variant that is listed but has no data", () => {
    let independent: SampleProgram;

    before(async () => {
      independent = await startSampleProgram();
    });
    after(() => independent.stop());

    it("fails in its own tab only, with words and one action", async () => {
      const { workbench } = editor;
      const { without, having } = await commoditiesOf(independent);
      await signals.expand("Terms of Trade");
      await signals.expand("United States");
      await signals.openCsv(having);
      await workbench.keepTab(`SAMPLE TERMS ${having} US.csv`);
      await signals.openCsv(without);
      await workbench.waitForActiveTab(`SAMPLE TERMS ${without} US.csv`);
      // The page says so in place, and stays (15.1.5).
      const page = await workbench.webview(".failure strong:text('Could not open')");
      const reported = await page.locator("p").innerText();
      assert.equal(
        reported.replaceAll(/\s+/g, " "),
        `Could not open SAMPLE TERMS ${without} US.csv The service returned 404: TERMS has no variant US, ${without}`,
      );
      assert.equal(await workbench.notifications.shown("404").count(), 0);
      assert.deepEqual(await page.getByRole("link").allInnerTexts(), ["Retry", "Show Log"]);
      await workbench.screenshot("failed-tab");
      await keepInThemes(editor, async (kind) => {
        // The editor may load the page again for its new colours.
        const shown = await workbench.webview(".failure strong:text('Could not open')");
        await shown.locator(".failure").waitFor();
        await workbench.screenshot(`failed-tab-${kind}`);
      });
      await workbench.tab(`SAMPLE TERMS ${having} US.csv`).click();
      const [header] = await workbench.visibleLines();
      assert.equal(header, "Date,Level,Momentum,Aggregate");
    });
  });
});

/** A commodity without and one with data for the terms of trade of the United States. */
async function commoditiesOf(
  service: SampleProgram,
): Promise<{ readonly without: string; readonly having: string }> {
  const found = new Map<number, string>();
  for (const commodity of ["Aluminium", "Coffee", "Copper", "Corn", "Gold", "Nickel", "Silver"]) {
    const query = new URLSearchParams({ country_iso: "US", commodity, fmt: "csv" });
    const address = `${service.url}/api/v3/signal/TERMS/1/data/?${query.toString()}`;
    const { status } = await fetch(address, { headers: { "X-API-KEY": service.key } });
    found.set(status, commodity);
  }
  const [without, having] = [found.get(404), found.get(200)];
  if (without === undefined || having === undefined) {
    throw new Error(`Commodities by status: ${JSON.stringify([...found])}`);
  }
  return { without, having };
}
