import assert from "node:assert/strict";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { useEditor } from "../../support/useEditor";

describe("the palette", () => {
  const editor = useEditor();
  let independent: SampleProgram;

  before(async () => {
    independent = await startSampleProgram();
  });
  after(() => independent.stop());
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("leads to a variant with a kind and an as-of, which is checked as it is typed", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Search Signals…");
    await quickInput.wait("variants of 34 signals (1/2)");
    assert.match(
      await quickInput.title(),
      /^Search Signals · Sample · SNAP · latest · [\d,]+ variants of 34 signals \(1\/2\)$/,
    );
    await quickInput.type("germany infl");
    await quickInput.rows("INFL v1 · Germany").waitFor();
    assert.deepEqual(await quickInput.labels(), ["INFL v2 · Germany", "INFL v1 · Germany"]);
    await workbench.screenshot("palette");
    await quickInput.pick("INFL v2 · Germany");
    await quickInput.wait("(2/2)");
    assert.equal((await quickInput.labels())[0], "Open as Chart");
    await quickInput.pressButton("Kind: SNAP");
    await quickInput.wait("SAMPLE · INFL v2 · DE · FIT · latest (2/2)");
    await quickInput.pressButton("As-of: latest");
    await quickInput.wait("As-Of");
    await quickInput.type("2024-06-31");
    await quickInput.rows("There is no such day or time.").waitFor();
    await quickInput.type("2024-06-28");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await workbench.screenshot("as-of");
    await quickInput.accept();
    await quickInput.wait("SAMPLE · INFL v2 · DE · FIT · 28 Jun 2024 (2/2)");
    await workbench.screenshot("palette-outcome");
    await quickInput.pick("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE INFL DE FIT 2024-06-28.csv");
    const expected = await fetchedCsv(independent, sampleSignal("DE", "FIT"));
    assert.equal(await workbench.editorText(), expected);
    // New references keep the kind of the window.
    await workbench.statusBarItem("Sample · SNAP · latest").waitFor();
  });

  it("finds forecasts by market, horizon and currency", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Search Forecasts…");
    await quickInput.wait("Search Forecasts · Sample");
    await quickInput.type("spx 12 usd");
    await quickInput.rows("SPX · USD · 12 Months").waitFor();
    await quickInput.pick("SPX · USD · 12 Months");
    await quickInput.wait("SAMPLE · SPX · USD · 12 Months (2/2)");
    await quickInput.pick("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE SPX USD 12 Months.csv");
    const [header = ""] = await workbench.visibleLines();
    assert.match(header, /^Date,Forecast,/);
  });
});
