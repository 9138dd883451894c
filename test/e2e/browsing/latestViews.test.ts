import { useEditor } from "../../support/useEditor";

describe("the pages of latest values", () => {
  const editor = useEditor();
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("lead from a row of the side bar to the explorer, and from there to a row and a chart", async () => {
    const { workbench } = editor;
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Equities");
    await forecasts.chooseInMenu("US Large Caps | SPX", "Forecast Explorer");
    const page = await workbench.webview(".details .tree tr[tabindex]");
    await page.locator(".details h2", { hasText: "US Large Caps" }).waitFor();
    const contribution = page.locator(".attribution tr[tabindex]", { hasText: "Inflation" });
    await contribution.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show in Side Bar" }).click();
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.waitForSelectedRow("United States");
    await contribution.click();
    await workbench.waitForChart("SAMPLE INFL US.chart");
    await signals.chooseInMenu("United States | US", "Forecasts It Moves");
    const moved = await workbench.webview(".moved");
    await moved.getByText(/\d+ forecasts moved by Inflation · United States/).waitFor();
    await workbench.screenshot("forecasts-moved");
  });

  it("show changes since a day that the user types, after checking it", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Latest Signals");
    const page = await workbench.webview("[role=grid] [data-row]");
    const box = page.getByRole("searchbox");
    // The palette, closing, may still give the focus back to another element: the text would go there.
    await box.click();
    await box.fill("inflation, germany");
    // Before the filter applies, everything would be fetched.
    await page.getByText(/ × [1-9] signals?,/).waitFor();
    await page.getByRole("radio", { name: "Since" }).click();
    await quickInput.wait("Changes Since");
    await quickInput.type("9999-12-31");
    await quickInput.waitForMessage("Enter a day before the values were fetched.");
    await quickInput.type("2024-06-28");
    await quickInput.accept();
    await page.getByRole("radio", { name: "Since 28 Jun 2024" }).waitFor();
    await page
      .getByText("1 from series as known at the end of that day; changes include revisions")
      .waitFor();
    await workbench.screenshot("latest-changes");
  });
});
