import assert from "node:assert/strict";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { useEditor } from "../../support/useEditor";

describe("panels", () => {
  const editor = useEditor();
  let independent: SampleProgram;

  before(async () => {
    independent = await startSampleProgram();
  });
  after(() => independent.stop());
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  /** The two countries whose names begin so, as of a past day, chosen by hand. */
  async function chooseTwoCountries(): Promise<void> {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Search Panels…");
    await quickInput.wait("Search Panels · Sample · SNAP · latest");
    await quickInput.pressButton("Kind: SNAP");
    await quickInput.wait("Search Panels · Sample · FIT · latest");
    await quickInput.pressButton("As-of: latest");
    await quickInput.wait("As-Of");
    await quickInput.type("2024-06-28");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await quickInput.accept();
    await quickInput.wait("Search Panels · Sample · FIT · 28 Jun 2024");
    await quickInput.type("infl");
    await quickInput.pressInline("INFL v2", "More");
    await quickInput.wait("SAMPLE · INFL v2 · * · FIT · 28 Jun 2024");
    await quickInput.pick("Choose Values…");
    await quickInput.wait("SAMPLE · INFL v2 · FIT · 28 Jun 2024");
    await workbench.screenshot("panel-values");
    await quickInput.untickAll();
    await quickInput.type("united");
    await quickInput.tick("United Kingdom");
    await quickInput.tick("United States");
    await quickInput.accept();
    await workbench.waitForChart("SAMPLE INFL GB+US FIT 2024-06-28.chart");
  }

  it("are fetched from the palette, and stand side by side at a click", async () => {
    const { workbench } = editor;
    await chooseTwoCountries();
    await workbench.runCommand("Macro Signals: Open as CSV");
    const name = "SAMPLE INFL GB+US FIT 2024-06-28.csv";
    await workbench.waitForActiveTab(name);
    // Also where a text is too large for anything to stand on top of it.
    await workbench.statusBarItem("2 of 2 variants · last day ").waitFor();
    await workbench.codeLens("2 of 2 variants · last day ").waitFor();
    const expected = await Promise.all(
      ["GB", "US"].map(async (country) => {
        const csv = await fetchedCsv(independent, sampleSignal(country));
        const [, ...rows] = csv.trimEnd().split("\n");
        return rows.map((row) => row.replace(",", `,${country},`));
      }),
    );
    const lines = ["Date,country_iso,Level,Momentum,Aggregate", ...expected.flat()];
    assert.equal(await workbench.editorText(), `${lines.join("\n")}\n`);
    await workbench.screenshot("panel-csv");
    await workbench.clickCodeLens("Wide…");
    await workbench.quickInput.wait("One Column of SAMPLE INFL GB+US");
    await workbench.quickInput.pick("Aggregate");
    await workbench.codeLens("Long").waitFor();
    const [head = ""] = await workbench.visibleLines();
    assert.equal(head, "Date,GB,US");
    await workbench.screenshot("panel-wide");
  });

  it("are saved from their chart, which leads to their coverage", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    const chart = await workbench.waitForChart("SAMPLE INFL all country_iso.chart");
    await workbench.screenshot("panel-chart");
    await chart.getByRole("button", { name: "More", exact: true }).click();
    await chart.getByRole("menuitem", { name: "Save As…" }).click();
    await workbench.quickInput.wait("Save");
    await workbench.quickInput.cancel();
    const page = await workbench.webview(".pane-title button");
    const openers = await page.locator(".pane-title button").all();
    const hints = await Promise.all(openers.map((each) => each.getAttribute("title")));
    const titles = hints.map((hint) => hint?.replace(/^Show | in full size$/g, ""));
    await page.getByRole("button", { name: "Australia" }).click();
    await page.getByRole("button", { name: "Open Chart" }).click();
    await workbench.waitForChart("SAMPLE INFL AU.chart");
    await workbench.tab("SAMPLE INFL all country_iso.chart").click();
    await workbench.waitForChart("SAMPLE INFL all country_iso.chart");
    await workbench.runCommand("Macro Signals: Show Coverage");
    await workbench.waitForActiveTab("SAMPLE Coverage of INFL all country_iso.md");
    const report = await workbench.waitForReport("Coverage of SAMPLE INFL all countries");
    await report.locator("p", { hasText: /^40 of 40 variants · last day / }).waitFor();
    // The coverage names the code behind the name, and has the order of the chart.
    const rows = await report.locator("tbody tr td:first-child").allInnerTexts();
    assert.equal(rows.length, 40);
    assert.equal(rows[0], "Australia (AU)");
    assert.deepEqual(
      rows.map((row) => row.replace(/ \([A-Z]{2}\)$/, "")),
      titles,
    );
    assert.ok((await workbench.tabs()).includes("SAMPLE INFL all country_iso.chart"));
    await workbench.screenshot("panel-coverage");
    await report.getByRole("link", { name: "Open as CSV" }).click();
    await workbench.waitForActiveTab("SAMPLE Coverage of INFL all country_iso.csv");
    const [head = ""] = await workbench.visibleLines();
    assert.match(head, /^country_iso,first_day,last_day,rows,gaps,/);
  });
});
