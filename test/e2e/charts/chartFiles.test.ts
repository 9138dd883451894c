import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ChartTab } from "../../support/chartTab";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SeriesTable, rowsBetween, seriesTable } from "../../support/seriesTable";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

const title = "SAMPLE INFL v2 AU";
/** Run in the window. */
const readText = "navigator.clipboard.readText()";
const readTypes = "navigator.clipboard.read().then((items) => items.map(({ types }) => types))";
const quarter = ["2020-04-01", "2020-06-30"] as const;

describe("what leaves a chart", () => {
  const editor = useEditor();
  let independent: SampleProgram;
  let signals: TreeView;
  let table: SeriesTable;
  let chart: ChartTab;

  before(async () => {
    independent = await startSampleProgram({ isCurrent: true });
    const reference = { ...sampleSignal("AU", "SNAP"), asOf: "latest" } as const;
    table = seriesTable(await fetchedCsv(independent, reference));
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    chart = await ChartTab.drawn(editor.workbench, title);
    await chart.showRange("2020Q2", quarter.join(".."));
    await chart.legend.getByRole("button", { name: "Level" }).click();
    await chart.waitForSeries("Level");
  });
  after(() => independent.stop());

  /** Chooses an entry of the chart's menu, accepts the suggested name, and reads the file. */
  async function saved(entry: string, ending: string): Promise<Buffer> {
    const { session, workbench } = editor;
    await chart.choose(entry);
    const { quickInput } = workbench;
    await quickInput.wait("Save Inflation v2 · Australia As");
    const suggested = await quickInput.waitForValue(new RegExp(`\\.${ending}$`));
    const name = path.basename(suggested);
    assert.match(name, /^SAMPLE_INFL-v2_country_iso-AU_SNAP_/);
    assert.equal(path.dirname(suggested), session.folder);
    await quickInput.accept();
    await quickInput.waitForClose();
    await workbench.notifications.read(`Saved ${name}`);
    return readFile(path.join(session.folder, name));
  }

  it("is saved as PNG, SVG and CSV of the days in sight", async () => {
    const png = await saved("Save PNG…", "png");
    assert.equal(png.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
    assert.equal(png.toString("latin1", 12, 16), "IHDR");
    const { width, height } = await chart.size();
    assert.equal(png.readUInt32BE(16), 2 * width);
    // Without the toolbar and the overview, with a line of where the series is from.
    const own = png.readUInt32BE(20) / 2;
    assert.ok(own > height - 140 && own < height + 40, `${own} of ${height}`);
    assert.equal(png.toString("latin1", png.length - 8, png.length - 4), "IEND");
    const svg = (await saved("Save SVG…", "svg")).toString("utf8");
    const words = await chart.textsOfSvg(svg);
    const [facts = ""] = await chart.facts();
    const heading = await chart.frame.locator("h1").innerText();
    for (const each of [heading, "SAMPLE, synthetic", "Aggregate", "Level"]) {
      assert.ok(words.includes(each), `${each} in ${words.join(" | ")}`);
    }
    assert.ok(svg.includes(facts), "for those who cannot see it");
    const csv = (await saved("Save Visible Data as CSV…", "csv")).toString("utf8");
    const lines = csv.trimEnd().split("\n");
    assert.deepEqual(lines.slice(0, 2), [`# ${facts}`, "Date,Aggregate,Level"]);
    const expected = rowsBetween(table, ["Aggregate", "Level"], quarter);
    assert.ok(expected.length > 60);
    assert.deepEqual(
      lines.slice(2),
      expected.map((row) => row.join(",")),
    );
  });

  it("is a table or an image for the clipboard", async () => {
    await chart.choose("Copy Visible Range");
    assert.ok(await chart.isTold("Copied"));
    const lines = String(await editor.workbench.page.evaluate(readText))
      .trimEnd()
      .split("\n");
    const [facts = ""] = await chart.facts();
    assert.match(facts, /^SAMPLE, synthetic/);
    assert.deepEqual(lines.slice(0, 2), [`# ${facts}`, "Date\tAggregate\tLevel"]);
    const expected = rowsBetween(table, ["Aggregate", "Level"], quarter);
    assert.deepEqual(
      lines.slice(2),
      expected.map((row) => row.join("\t")),
    );
    await chart.choose("Copy Image");
    assert.ok(await chart.isTold("Image copied"));
    assert.deepEqual(await editor.workbench.page.evaluate(readTypes), [["image/png"]]);
  });

  it("opens from the message about its file", async () => {
    const { session, workbench } = editor;
    await workbench.notifications.clear();
    // The editor would ask before it replaces the file.
    const names = (await readdir(session.folder)).filter((name) => name.endsWith(".svg"));
    await Promise.all(names.map((name) => rm(path.join(session.folder, name))));
    await saved("Save SVG…", "svg");
    await workbench.screenshot("saved-file");
    await workbench.notifications.press(/^Saved .*\.svg$/, "Open");
    await workbench.waitForActiveTabTitle("SAMPLE_INFL-v2_country_iso-AU_SNAP_");
  });
});
