import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { type AsOf, instantOfText } from "../../src/shared/instant";
import { type DataKind } from "../../src/shared/reference";
import { fetchedCsv, sampleSignal } from "../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { type TreeView } from "../support/treeView";
import { until } from "../support/until";
import { useEditor } from "../support/useEditor";

describe("a row's menu", () => {
  const editor = useEditor();
  let independent: SampleProgram;
  let signals: TreeView;

  before(async () => {
    independent = await startSampleProgram({ isCurrent: true });
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation | INFL v2");
  });
  after(() => independent.stop());
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  async function firstLines(dataKind: DataKind, asOf: AsOf): Promise<string[]> {
    const csv = await fetchedCsv(independent, { ...sampleSignal("AU", dataKind), asOf });
    return csv.split("\n").slice(0, 4);
  }

  it("compares SNAP with FIT", async () => {
    const { workbench } = editor;
    await signals.chooseInMenu("Australia", "Compare SNAP with FIT");
    await workbench.waitForActiveTabTitle("SAMPLE INFL AU: SNAP ↔ FIT (latest)");
    const { left, right } = await workbench.comparedLines();
    assert.deepEqual(left.slice(0, 4), await firstLines("SNAP", "latest"));
    assert.deepEqual(right.slice(0, 4), await firstLines("FIT", "latest"));
    await workbench.screenshot("compare-kinds");
  });

  it("compares two vintages, the older one on the left", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await signals.chooseInMenu("Australia", "Compare with As-Of…");
    await quickInput.wait("Compare latest with…");
    await quickInput.type("2024-02-30");
    await quickInput.waitForMessage("There is no such day or time.");
    await quickInput.type("2024-06-28");
    await quickInput.waitForMessage("A date means the end of that day in UTC");
    await quickInput.accept();
    await workbench.waitForActiveTabTitle("SAMPLE INFL AU: 2024-06-28 ↔ latest (SNAP)");
    const { left, right } = await workbench.comparedLines();
    const { asOf } = sampleSignal();
    assert.deepEqual(left.slice(0, 4), await firstLines("SNAP", asOf));
    assert.deepEqual(right.slice(0, 4), await firstLines("SNAP", "latest"));
  });

  it("saves a file that holds what the service gives", async () => {
    const { workbench, session } = editor;
    const { quickInput } = workbench;
    await signals.chooseInMenu("Australia", "Save As…");
    await quickInput.wait("Which kind of history does this workspace work with?");
    await workbench.screenshot("kind");
    await quickInput.pick("FIT");
    await quickInput.wait("Saving SAMPLE INFL AU");
    const suggested = await quickInput.waitForValue(/\.csv$/);
    const name = path.basename(suggested);
    assert.equal(path.dirname(suggested), session.folder);
    await workbench.screenshot("save");
    await quickInput.accept();
    await quickInput.waitForClose();
    const saved = await until("the file", () => existing(path.join(session.folder, name)));
    const [, asOf = ""] =
      /^SAMPLE_INFL-v2_country_iso-AU_FIT_asof-(\d{8}T\d{6}Z)\.csv$/.exec(name) ?? [];
    const instant = instantOfText(asOf);
    assert.ok(instant !== undefined, name);
    const expected = await fetchedCsv(independent, { ...sampleSignal("AU", "FIT"), asOf: instant });
    assert.equal(await readFile(saved, "utf8"), expected);
    assert.deepEqual((await readdir(session.folder)).sort(), ["README.md", name, "notebook.ipynb"]);
  });
});

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
