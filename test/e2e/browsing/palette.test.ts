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

  /** From the list to the choice of what to do with the German inflation. */
  async function chooseGermanInflation(): Promise<void> {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Search Signals…");
    await quickInput.wait("Search Signals · Sample");
    await quickInput.type("germany infl");
    await quickInput.rows("INFL v2 · Germany").waitFor();
    await quickInput.pick("INFL v2 · Germany");
    await quickInput.wait("(2/2)");
  }

  it("says how complete its list is, the highest version first", async () => {
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
    await quickInput.cancel();
  });

  it("opens the chart of a variant unless something else is picked", async () => {
    const { workbench } = editor;
    await chooseGermanInflation();
    const [first] = await workbench.quickInput.labels();
    assert.equal(first, "Open as Chart");
    await workbench.quickInput.accept();
    await workbench.waitForChart("SAMPLE INFL DE.chart");
  });

  it("opens a variant that was found by country and code as JSON", async () => {
    const { workbench } = editor;
    await chooseGermanInflation();
    await workbench.quickInput.pick("Open as JSON");
    await workbench.waitForActiveTab("SAMPLE INFL DE.json");
    await workbench.statusBarItem(/^JSON$/).waitFor();
    const text = await workbench.editorText();
    const table: unknown = JSON.parse(text);
    assert.ok(Array.isArray(table), text.slice(0, 200));
    assert.deepEqual(Object.keys(table[0] as object), ["Date", "Level", "Momentum", "Aggregate"]);
  });

  it("changes the kind by a button", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await chooseGermanInflation();
    await quickInput.pressButton("Kind: SNAP");
    await quickInput.wait("SAMPLE · INFL v2 · DE · FIT · latest (2/2)");
    await quickInput.pick("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE INFL DE FIT.csv");
    await workbench.statusBarItem("Sample · SNAP · latest").waitFor();
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
  });

  it("takes an as-of that is checked as it is typed", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await chooseGermanInflation();
    await quickInput.pressButton("Kind: SNAP");
    await quickInput.wait("FIT · latest");
    await quickInput.pressButton("As-of: latest");
    await quickInput.wait("As-Of");
    await quickInput.type("2024-06-31");
    await quickInput.waitForMessage("There is no such day or time.");
    await quickInput.type("28.6.2024");
    await quickInput.waitForMessage("Enter a date such as 2024-06-28");
    await quickInput.type("2199-01-01");
    await quickInput.waitForMessage("This is in the future");
    await workbench.screenshot("as-of");
    await quickInput.type("2024-06-28");
    await quickInput.waitForMessage("A date means the end of that day in UTC");
    await quickInput.accept();
    await quickInput.wait("SAMPLE · INFL v2 · DE · FIT · 28 Jun 2024 (2/2)");
    await workbench.screenshot("palette-outcome");
    await quickInput.pick("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE INFL DE FIT 2024-06-28.csv");
    const expected = await fetchedCsv(independent, sampleSignal("DE", "FIT"));
    assert.equal(await workbench.editorText(), expected);
  });

  it("finds forecasts by market, horizon and currency", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Search Forecasts…");
    await quickInput.wait("Search Forecasts · Sample");
    await quickInput.type("spx 12 usd");
    await quickInput.rows("SPX · USD · 12 Months").waitFor();
    await workbench.screenshot("palette-forecast");
    await quickInput.pick("SPX · USD · 12 Months");
    await quickInput.wait("SAMPLE · SPX · USD · 12 Months (2/2)");
    await quickInput.pick("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE SPX USD 12 Months.csv");
    const [header = ""] = await workbench.visibleLines();
    assert.match(header, /^Date,Forecast,/);
  });

  it("asks what to insert and where when a person has chosen neither", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Insert Code…");
    await quickInput.wait("Search Signals · Sample");
    await quickInput.type("germany infl");
    await quickInput.pick("INFL v2 · Germany");
    await quickInput.wait("SNAP or FIT for Inserted");
    await quickInput.pick("SNAP");
    await quickInput.wait("Insert SAMPLE Inflation v2 · Germany");
    await workbench.screenshot("insert-where");
    await quickInput.pick("New Unsaved Notebook");
    await quickInput.wait("Inflation v2 · Germany · SNAP · latest into Untitled.ipynb");
    const counted = quickInput.rows("Values").filter({ hasText: /newest 200 of [\d,]+ rows/ });
    await counted.waitFor();
    await workbench.screenshot("insert-ways");
    const ways = ["Save First…", "Values", "Markdown Table", "Live Request"];
    const labels = await quickInput.labels();
    // The sample service has another port at each start: the request comes last.
    assert.deepEqual(
      labels.filter((label) => ways.includes(label)),
      ways,
    );
    await quickInput.cancel();
  });
});
