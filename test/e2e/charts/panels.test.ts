import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { itWith } from "../../support/interpreters";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { until } from "../../support/until";
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
    await workbench.runCommand("Macro Signals: Open Panel…");
    await quickInput.wait("Open Panel · Sample · SNAP · latest");
    await quickInput.pressButton("Kind: SNAP");
    await quickInput.wait("Open Panel · Sample · FIT · latest");
    await quickInput.pressButton("As-of: latest");
    await quickInput.wait("As-Of");
    await quickInput.type("2024-06-28");
    await quickInput.accept();
    await quickInput.wait("Open Panel · Sample · FIT · 28 Jun 2024");
    await quickInput.type("infl");
    await quickInput.pick("INFL v2");
    await quickInput.wait("SAMPLE · INFL v2 · FIT · 28 Jun 2024 (2/3)");
    await workbench.screenshot("panel-values");
    await quickInput.untickAll();
    await quickInput.type("united");
    await quickInput.tick("United Kingdom");
    await quickInput.tick("United States");
    await quickInput.accept();
    await quickInput.wait("SAMPLE · INFL v2 · 2 · FIT · 28 Jun 2024 (3/3)");
  }

  it("are fetched from the palette, and stand side by side at a click", async () => {
    const { workbench } = editor;
    await chooseTwoCountries();
    await workbench.quickInput.pick("Open as CSV");
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

  it("lead to their coverage", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Terms of Trade | TERMS v1");
    await workbench.screenshot("panel-rows");
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    await workbench.waitForChart("SAMPLE INFL all country_iso.chart");
    await workbench.screenshot("panel-chart");
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

  it("are saved and inserted from the menu of their chart", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    const page = await workbench.waitForChart("SAMPLE INFL all country_iso.chart");
    await workbench.pressInEditorTitle("More Actions");
    const entries = workbench.page.locator(".monaco-menu .action-label");
    await entries.filter({ hasText: "Show Coverage" }).waitFor();
    const labels = await entries.allInnerTexts();
    for (const label of ["Insert Code…", "Save As…"]) assert.ok(labels.includes(label));
    await workbench.page.keyboard.press("Escape");
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save As…" }).waitFor();
    await workbench.screenshot("panel-menu");
    await page.getByRole("menuitem", { name: "Save As…" }).click();
    await workbench.quickInput.wait("Save");
    await workbench.screenshot("panel-save");
    await workbench.quickInput.cancel();
  });

  itWith(duckDb, "DuckDB")("are joined in one table where several rows are saved", async () => {
    const { workbench, session } = editor;
    const { quickInput } = workbench;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.select("Inflation v1 | INFL · superseded");
    await signals.select("Inflation v2 | INFL");
    await signals.chooseInMenu("Inflation v2 | INFL", "Save As…");
    await quickInput.wait("SNAP or FIT for Inserted");
    await quickInput.pick("FIT");
    await quickInput.wait("Save 2 Panels");
    await quickInput.pick("Parquet");
    const name = path.basename(await quickInput.waitForValue(/\.parquet$/));
    await quickInput.accept();
    await quickInput.waitForClose();
    const saved = path.join(session.folder, name);
    await until("the table", () => (existsSync(saved) ? true : undefined));
    const duck = await DuckFiles.open();
    const names = (await duck.columns(saved)).map(([column]) => column);
    await duck.close();
    assert.deepEqual(names.slice(0, 2), ["Date", "country_iso"]);
    assert.equal(
      names.filter((name) => typeof name === "string" && name.endsWith("_Aggregate")).length,
      2,
    );
  });
});
