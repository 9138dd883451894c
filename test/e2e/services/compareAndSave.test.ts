import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { type AsOf, instantOfText } from "../../../src/shared/instant";
import { ChartTab } from "../../support/chartTab";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { type TreeView } from "../../support/treeView";
import { until } from "../../support/until";
import { useEditor } from "../../support/useEditor";

describe("a row's menu", () => {
  const editor = useEditor();
  let independent: SampleProgram;
  let signals: TreeView;

  before(async () => {
    independent = await startSampleProgram({ isCurrent: true });
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await chooseFit();
  });
  after(async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Set Kind…");
    await workbench.quickInput.pick("SNAP");
    await workbench.statusBarItem("SNAP").waitFor();
    await independent.stop();
  });
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  const names = ["Australia", "Austria", "Belgium"];

  /** Answers the question that is asked once in a workspace, so that each test runs alone. */
  async function chooseFit(): Promise<void> {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await signals.chooseInSubmenu("Australia", "Save", "Save As…");
    await quickInput.wait("SNAP or FIT for Inserted");
    await workbench.screenshot("kind");
    await quickInput.pick("FIT");
    await quickInput.wait("Save SAMPLE Inflation v2 · Australia");
    await quickInput.closeIfOpen();
  }

  /** What the service gives. @param asOf - As a file's name has it. */
  async function csvOf(country: string, asOf: string): Promise<string> {
    const instant = instantOfText(asOf);
    assert.ok(instant !== undefined, asOf);
    return fetchedCsv(independent, { ...sampleSignal(country, "FIT"), asOf: instant });
  }

  async function levelsOf(country: string, asOf: string): Promise<ReadonlyMap<string, string>> {
    const [, ...rows] = (await csvOf(country, asOf)).trimEnd().split("\n");
    return new Map(rows.map((row) => [row.split(",")[0] ?? "", row.split(",")[1] ?? ""]));
  }

  /** The Aggregate of each day. */
  async function aggregatesOf(asOf: AsOf): Promise<ReadonlyMap<string, number>> {
    const csv = await fetchedCsv(independent, { ...sampleSignal("AU", "SNAP"), asOf });
    const [head = "", ...rows] = csv.trimEnd().split("\n");
    const column = head.split(",").indexOf("Aggregate");
    return new Map(
      rows.map((row) => [row.split(",")[0] ?? "", Number(row.split(",")[column] ?? Number.NaN)]),
    );
  }

  it("compares SNAP with FIT in a chart, which it opens, or finds open (15.1.2)", async () => {
    const { workbench } = editor;
    await signals.chooseInSubmenu("Australia", "Compare", "Compare SNAP with FIT");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.waitForSeries("FIT");
    const words = await chart.comparison();
    await workbench.screenshot("compare-kinds");
    await chart.frame.getByRole("button", { name: "Compare with FIT", pressed: true }).click();
    await chart.comparisonLine.waitFor({ state: "hidden" });
    await signals.chooseInSubmenu("Australia", "Compare", "Compare SNAP with FIT");
    await chart.waitForSeries("FIT");
    assert.equal(await chart.comparison(), words);
  });

  it("compares two vintages in a chart, whose revisions are those of the service's values", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await signals.chooseInSubmenu("Australia", "Compare", "Compare with As-Of…");
    await quickInput.wait("Compare latest with…");
    await quickInput.type("2024-02-30");
    await quickInput.rows("There is no such day or time.").waitFor();
    await quickInput.type("2024-06-28");
    await quickInput.rows("As of 28 Jun 2024").waitFor();
    await quickInput.accept();
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.waitForSeries("28 Jun 2024");
    await chart.button("Revisions").click();
    const text = await chart.frame.locator(".revisions-sentence").innerText();
    const [older, newer] = await Promise.all([
      aggregatesOf(sampleSignal().asOf),
      aggregatesOf("latest"),
    ]);
    const pairs = [...older].flatMap(([day, before]) => {
      const after = newer.get(day);
      return after === undefined ? [] : [Math.abs(after - before)];
    });
    const count = (each: number): string => each.toLocaleString("en");
    const revised = count(pairs.filter((change) => change >= 0.005).length);
    assert.ok(text.startsWith(`${revised} of ${count(pairs.length)} days revised (`), text);
    assert.ok(text.endsWith(`${count(newer.size - pairs.length)} added.`), text);
    await workbench.screenshot("compare-vintages");
  });

  it("saves a file that holds what the service gives", async () => {
    const { workbench, session } = editor;
    const { quickInput } = workbench;
    await signals.chooseInSubmenu("Australia", "Save", "Save As…");
    await quickInput.wait("Save SAMPLE Inflation v2 · Australia");
    await quickInput.pick("CSV");
    await quickInput.wait("Save SAMPLE Inflation v2 · Australia · FIT As");
    const suggested = await quickInput.waitForValue(/\.csv$/);
    const name = path.basename(suggested);
    assert.equal(path.dirname(suggested), session.folder);
    await workbench.screenshot("save");
    await quickInput.accept();
    await quickInput.waitForClose();
    const saved = await until("the file", () => existing(path.join(session.folder, name)));
    const [, asOf = ""] =
      /^SAMPLE_INFL-v2_country_iso-AU_FIT_asof-(\d{8}T\d{6}Z)\.csv$/.exec(name) ?? [];
    assert.equal(await readFile(saved, "utf8"), await csvOf("AU", asOf));
    assert.deepEqual((await readdir(session.folder)).sort(), ["README.md", name, "notebook.ipynb"]);
    // Of the same minute, so one of the files below would have its name.
    await rm(saved);
  });

  it("saves vintages of what the service gives, with their as-ofs, as one table", async () => {
    const { workbench, session } = editor;
    const { quickInput } = workbench;
    await signals.chooseInSubmenu("Australia", "Save", "Save Vintages…");
    await quickInput.wait("Save Vintages of SAMPLE Inflation v2 · Australia");
    await quickInput.rows("Month Ends").waitFor();
    await workbench.screenshot("vintages-as-ofs");
    await quickInput.pick("Month Ends");
    await quickInput.waitForMessage("As-ofs: 60, from");
    await workbench.screenshot("vintages-range");
    await quickInput.type("2024-01-01..2024-03-31");
    await quickInput.waitForMessage("As-ofs: 3, from 31 Jan 2024 to 31 Mar 2024");
    await quickInput.accept();
    await quickInput.rows("One File per As-Of").waitFor();
    await workbench.screenshot("vintages-layout");
    await quickInput.pick("One Long Table");
    await quickInput.rows("CSV for Spreadsheets").waitFor();
    await workbench.screenshot("vintages-formats");
    await quickInput.pick("CSV");
    await quickInput.wait("Save Vintages of SAMPLE Inflation v2 · Australia · FIT As");
    const suggested = await quickInput.waitForValue(/_3-vintages_asof-20240131-20240331_.*\.csv$/);
    await quickInput.accept();
    await quickInput.waitForClose();
    const saved = await until("the table", () =>
      existing(path.join(session.folder, path.basename(suggested))),
    );
    await workbench.screenshot("vintages-saved");
    const expected = ["as_of,Date,country_iso,Level,Momentum,Aggregate"];
    for (const day of ["2024-01-31", "2024-02-29", "2024-03-31"]) {
      const csv = await csvOf("AU", `${day.replaceAll("-", "")}T235959Z`);
      const [, ...lines] = csv.trimEnd().split("\n");
      expected.push(...lines.map((line) => `${day}T23:59:59Z,${line.replace(",", ",AU,")}`));
    }
    assert.deepEqual((await readFile(saved, "utf8")).trimEnd().split("\n"), expected);
    await rm(saved);
  });

  it("saves vintages of what a chart shows from the chart's own menu, too", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await signals.chooseInMenu("Australia", "Open as Chart");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.choose("Save Vintages…");
    await quickInput.wait("Save Vintages of SAMPLE Inflation v2 · Australia");
    await quickInput.closeIfOpen();
  });

  it("saves the selected rows as one wide table", async () => {
    const { workbench, session } = editor;
    const { quickInput } = workbench;
    for (const country of names) await signals.select(country);
    await signals.chooseInSubmenu("Austria", "Save", "Save As…");
    await quickInput.wait("Save 3 Series");
    await quickInput.pick("One Wide Table");
    await quickInput.rows("CSV for Spreadsheets").waitFor();
    await workbench.screenshot("save-formats");
    await quickInput.pick("CSV");
    await quickInput.wait("Column for the Wide Table");
    await quickInput.pick("Level");
    await quickInput.wait("Save 3 Series As");
    const suggested = await quickInput.waitForValue(/\.csv$/);
    await quickInput.accept();
    await quickInput.waitForClose();
    const name = path.basename(suggested);
    const saved = await until("the table", () => existing(path.join(session.folder, name)));
    const [, asOf = ""] = /_wide-Level_asof-(\d{8}T\d{6}Z)_id-\w+\.csv$/.exec(name) ?? [];
    const [header = "", ...rows] = (await readFile(saved, "utf8")).trimEnd().split("\n");
    const codes = header.split(",").slice(1);
    assert.deepEqual(codes.toSorted(), ["AT", "AU", "BE"], header);
    const levels = await Promise.all(codes.map((code) => levelsOf(code, asOf)));
    const days = [...new Set(levels.flatMap((each) => [...each.keys()]))].sort();
    const expected = days.map((day) => [day, ...levels.map((each) => each.get(day) ?? "")].join());
    assert.ok(rows.length > 100, `${rows.length} rows`);
    assert.deepEqual(rows, expected);
  });
});

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
