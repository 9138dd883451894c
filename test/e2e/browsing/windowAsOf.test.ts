import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { useEditor } from "../../support/useEditor";

describe("the window's as-of", () => {
  const editor = useEditor();
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("is set once, then applies to rows, charts and pages until it is latest again", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    const before = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.runCommand("Macro Signals: Set As-Of…");
    await quickInput.wait("Set This Window's As-Of");
    await quickInput.type("2024-06-31");
    await quickInput.rows("There is no such day or time.").waitFor();
    await quickInput.type("20240628");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await workbench.screenshot("as-of-typed");
    await quickInput.accept();
    await workbench.statusBarItem("Sample · SNAP · as of 28 Jun 2024").waitFor();
    await before.frame
      .getByText("This chart is later than this window's as-of, 28 Jun 2024")
      .waitFor();
    await workbench.screenshot("as-of-later");
    await before.frame.getByRole("button", { name: "Reopen As of 28 Jun 2024" }).click();
    const chart = await workbench.webview(':text-is("As of 28 Jun 2024")');
    assert.equal(await chart.getByText("This chart is later than this window's as-of").count(), 0);
    await workbench.runCommand("Macro Signals: Search Forecasts…");
    await quickInput.wait("Search Forecasts · Sample");
    await quickInput.type("spx 12 usd");
    const forecast = quickInput.rows("SPX · USD · 12 Months").first();
    assert.doesNotMatch(await forecast.innerText(), /%/);
    await quickInput.closeIfOpen();
    await workbench.runCommand("Macro Signals: Latest Signals");
    const latest = await workbench.webview("[role=grid] [data-row]");
    await latest.getByText("Latest values, not those as of 28 Jun 2024.").waitFor();
    await workbench.screenshot("as-of-latest");
    await workbench.runCommand("Macro Signals: Back to Latest");
    await workbench.statusBarItem("Sample · SNAP · latest").waitFor();
    await latest.getByText("Latest values, not those").waitFor({ state: "hidden" });
  });
});
