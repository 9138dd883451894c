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
    await quickInput.wait(
      /^Search Signals · Sample · SNAP · latest · [\d,]+ variants of 34 signals$/,
    );
    await quickInput.type("germany infl");
    await quickInput.rows("INFL v1 · Germany").waitFor();
    assert.deepEqual(await quickInput.labels(), ["INFL v2 · Germany", "INFL v1 · Germany"]);
    await workbench.screenshot("palette");
    await quickInput.pressButton("Kind: SNAP");
    await quickInput.wait("Search Signals · Sample · FIT · latest");
    await quickInput.pressButton("As-of: latest");
    await quickInput.wait("As-Of");
    await quickInput.type("2024-06-31");
    await quickInput.rows("There is no such day or time.").waitFor();
    await quickInput.type("2024-06-28");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await workbench.screenshot("as-of");
    await quickInput.accept();
    await quickInput.wait("Search Signals · Sample · FIT · 28 Jun 2024");
    assert.equal(await quickInput.value(), "germany infl");
    await quickInput.pressInline("INFL v2 · Germany", "More");
    await quickInput.wait("SAMPLE · INFL v2 · DE · FIT · 28 Jun 2024");
    await workbench.screenshot("palette-more");
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
    await quickInput.pressInline("SPX · USD · 12 Months", "Open as CSV");
    await workbench.waitForActiveTab("SAMPLE SPX USD 12 Months.csv");
    const [header = ""] = await workbench.visibleLines();
    assert.match(header, /^Date,Forecast,/);
  });

  it("lists everything, opens several as one chart, and opens to the side with Ctrl+Enter", async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Search…");
    await quickInput.wait("Search · Sample · SNAP · latest");
    await quickInput.wait("variants; ");
    await quickInput.rows("INFL v2 · Canada").waitFor();
    await workbench.screenshot("search");
    await quickInput.type("germany");
    await quickInput.rows("GROWTH v1 · Germany").waitFor();
    await workbench.screenshot("search-germany");
    await quickInput.pressButton("Select Several");
    await quickInput.type("infl germany");
    // A row that is ticked in the list before it is replaced is not ticked.
    await quickInput.rows("GROWTH v1 · Germany").waitFor({ state: "hidden" });
    await quickInput.tick("INFL v2 · Germany");
    await quickInput.type("spx usd 12");
    await quickInput.rows("SPX · USD · 12 Months").waitFor();
    await quickInput.tick("SPX · USD · 12 Months");
    await workbench.screenshot("search-several");
    await quickInput.accept();
    await quickInput.waitForClose();
    await workbench.waitForActiveTabTitle("SAMPLE 2 series");
    await workbench.runCommand("Macro Signals: Search…");
    await quickInput.wait("Search · Sample");
    await quickInput.rows("INFL v2 · Germany").first().waitFor();
    await workbench.screenshot("search-recent");
    // The list stays while an editor has the focus, where the key means something else.
    await page.keyboard.press("Control+1");
    await page.keyboard.press("Control+Enter");
    await quickInput.type("infl france");
    await quickInput.rows("INFL v2 · France").waitFor();
    await page.keyboard.press("Control+Enter");
    await quickInput.waitForClose();
    await page.locator(".editor-group-container").nth(1).waitFor();
  });
});
