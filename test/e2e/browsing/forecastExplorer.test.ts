import assert from "node:assert/strict";
import { useEditor } from "../../support/useEditor";

describe("the forecast explorer", () => {
  const editor = useEditor();

  it("opens from the palette, shows the details of a forecast, and the same again after a reload", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Forecast Explorer");
    const page = await workbench.webview(".details .tree [data-key]");
    await workbench.waitForActiveTab("SAMPLE Forecast Explorer.explorer");
    assert.match((await page.locator(".tree").innerText()).replace(/\s+/g, " "), /Trend.*Cyclical/);
    await page.getByRole("button", { name: "Hedged", exact: true }).click();
    await page.locator(".details .title", { hasText: "Hedged" }).waitFor();
    await page.getByRole("rowheader", { name: "Gold" }).click();
    await page.locator(".details h2", { hasText: "Gold" }).waitFor();
    await workbench.screenshot("forecast-explorer");
    await workbench.reload();
    const again = await workbench.webview(".details .tree [data-key]");
    await again.locator(".details h2", { hasText: "Gold" }).waitFor();
    assert.match(await again.locator(".details .title").innerText(), /USD · Hedged/);
  });

  it("opens at a market of the side bar, and leads from a contribution to its chart and its row", async () => {
    const { workbench } = editor;
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Equities");
    await forecasts.chooseInMenu("US Large Caps | SPX", "Forecast Explorer");
    const page = await workbench.webview(".details .tree [data-key]");
    await page.locator(".details h2", { hasText: "US Large Caps" }).waitFor();
    await page
      .locator(".attribution [data-key]", { hasText: "Inflation" })
      .click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show in Side Bar" }).click();
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.waitForSelectedRow("United States");
    await page.locator(".attribution [data-key]", { hasText: "Inflation" }).click();
    await workbench.waitForChart("SAMPLE INFL US.chart");
  });

  it("lists the forecasts that a signal variant of the side bar moves, and all again", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.chooseInMenu("United States | US", "Forecasts It Moves");
    const page = await workbench.webview(".moved");
    await page.getByText(/\d+ forecasts moved by Inflation · United States/).waitFor();
    await page.locator(".attribution .lit", { hasText: "Inflation" }).waitFor();
    await workbench.screenshot("forecasts-moved");
    await page.getByRole("button", { name: "Show All Forecasts" }).click();
    await page.locator("[role=columnheader]", { hasText: "12 Months" }).waitFor();
  });

  it("opens its forecasts as CSV, and the chart of one", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Forecast Explorer");
    const page = await workbench.webview(".details .tree [data-key]");
    await page.getByRole("button", { name: "Open Chart" }).click();
    const chart = await workbench.waitForChart("SAMPLE SPX USD 12 Months.chart");
    assert.ok(await chart.locator("canvas").first().isVisible());
    await workbench.runCommand("Macro Signals: Forecast Explorer");
    const again = await workbench.webview(".details .tree [data-key]");
    await again.getByRole("button", { name: "More" }).click();
    await again.getByRole("menuitem", { name: "Open Forecasts as CSV" }).click();
    await workbench.waitForActiveTab("SAMPLE Forecast Explorer.csv");
    assert.match(
      (await workbench.visibleLines())[0] ?? "",
      /market_code,currency_iso,horizon,hedging/,
    );
  });
});
