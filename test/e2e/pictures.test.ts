import assert from "node:assert/strict";
import { ChartTab } from "../support/chartTab";
import { colourThemes } from "../support/colourThemes";
import { type EditorSettings } from "../support/editorSettings";
import { NotebookPage } from "../support/notebookPage";
import { keepReadmePicture } from "../support/pictures";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { useEditor } from "../support/useEditor";

const [light] = colourThemes;

/** Room for what the pictures are about. */
const roomy: EditorSettings = {
  "editor.minimap.enabled": false,
  "window.commandCenter": false,
  "window.title": "${activeEditorShort}",
  "workbench.activityBar.compact": true,
  "workbench.colorTheme": light.setting,
};

// `README_PICTURES=1 npm run test:e2e -- pictures` makes the README's pictures anew. Each test goes on where the one before it ended.
describe("pictures", () => {
  const editor = useEditor({ settings: roomy });
  skipAfterFailure();

  const keepPicture = (name: string): Promise<void> =>
    keepReadmePicture(editor.workbench.page, name);

  it("show a tag that is opened, beside the chart of a series", async () => {
    const { workbench } = editor;
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.collapse();
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.pressInTitle("Group Signals by Tag");
    await signals.expand("Country");
    await signals.expand("United States");
    await signals.click("Inflation v2 | INFL");
    const chart = await workbench.waitForChart("SAMPLE INFL US.chart");
    assert.equal(await chart.locator("h1").getAttribute("title"), "SAMPLE INFL v2 US");
    await signals.waitForValue("Labour Market | LABOUR v1");
    await keepPicture("signals");
  });

  for (const { name, kind, setting } of colourThemes) {
    it(`are readable in ${name}`, async () => {
      const { workbench, session } = editor;
      await session.changeSettings({ "workbench.colorTheme": setting }, workbench);
      await workbench.waitForTheme(kind);
      await workbench.waitForChart("SAMPLE INFL US.chart");
      const signals = await workbench.openView("Macro Signals", "Signals");
      assert.equal(await signals.rows("United States").count(), 1);
      await workbench.screenshot(`theme-${kind}`);
    });
  }

  it("show a series compared as SNAP and FIT", async () => {
    const { workbench, session } = editor;
    await session.changeSettings({ "workbench.colorTheme": light.setting }, workbench);
    await workbench.waitForTheme(light.kind);
    await workbench.runCommand("Macro Signals: Compare SNAP with FIT");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 US");
    await chart.waitForSeries("FIT");
    await chart.comparison();
    await keepPicture("compare");
  });

  it("show what was revised, in a window with an as-of", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Set As-Of…");
    await quickInput.wait("Set This Window's As-Of");
    await quickInput.type("2024-06-28");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await quickInput.accept();
    await workbench.statusBarItem("Sample · SNAP · as of 28 Jun 2024").waitFor();
    const before = await ChartTab.opened(workbench, "SAMPLE INFL v2 US");
    await before.button("Reopen As of 28 Jun 2024").click();
    const chart = await workbench.webview(':text-is("As of 28 Jun 2024")');
    await workbench.runCommand("View: Close Primary Side Bar");
    await chart.getByRole("button", { name: "Revisions" }).click();
    await chart.getByRole("grid").getByRole("row").nth(3).waitFor();
    await keepPicture("point-in-time");
    await workbench.runCommand("Macro Signals: Back to Latest");
    await workbench.statusBarItem("Sample · SNAP · latest").waitFor();
  });

  it("show a signal in all countries", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Open All Variants");
    await workbench.runCommand("View: Close Primary Side Bar");
    await workbench.webview('.plots[aria-busy="false"] .pane:nth-of-type(40) canvas');
    await keepPicture("panel");
  });

  it("show a forecast over its parts", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.collapse();
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Equities");
    await forecasts.expand("US Large Caps | SPX");
    await forecasts.expand("12 Months");
    await forecasts.click("US Dollar");
    await workbench.waitForChart("SAMPLE SPX USD 12 Months.chart");
    await keepPicture("forecast");
  });

  it("show the latest signals of all countries", async () => {
    const { workbench } = editor;
    await workbench.runCommand("View: Close Primary Side Bar");
    await workbench.runCommand("Macro Signals: Latest Signals");
    await workbench.webview("[role=grid] [data-row]");
    await workbench.waitForActiveTab("SAMPLE Latest Signals.heatmap");
    await keepPicture("latest");
  });

  it("show what a forecast is made of", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Forecast Explorer");
    const page = await workbench.webview(".details .tree tr[tabindex]");
    await page.getByRole("rowheader", { name: "Canadian Equities" }).click();
    await page.locator(".details h2", { hasText: "Canadian Equities" }).waitFor();
    await page.locator(".attribution tr[tabindex]").first().waitFor();
    await keepPicture("explorer");
  });

  it("show a series in a notebook", async () => {
    const { workbench } = editor;
    const notebook = await NotebookPage.open(workbench, "notebook.ipynb");
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.collapse();
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.chooseInMenu("Inflation v2 | INFL", "Insert Code…");
    await workbench.quickInput.wait("SNAP or FIT for Inserted");
    await workbench.quickInput.pick("FIT");
    await workbench.quickInput.wait("into notebook.ipynb");
    await workbench.quickInput.pick("Data File and Code");
    const cell = notebook.cells("country_iso=US");
    await notebook.statusItem(cell, "SAMPLE INFL US · FIT · as of").waitFor();
    await keepPicture("notebook");
  });
});
