import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { keepInThemes } from "../support/colourThemes";
import { connectByHand } from "../support/connectByHand";
import { filesHolding } from "../support/filesHolding";
import { NotebookPage } from "../support/notebookPage";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { type TreeView } from "../support/treeView";
import { until } from "../support/until";
import { useEditor } from "../support/useEditor";
import { writeNotebook } from "../support/writtenNotebook";

const canary = "canary-of-notebooks-5d41";
const oldPanelFile = "data/INFL-v2_old-panel_SNAP_asof-20240628.csv";
const oldFile = "data/INFL-v2_country_iso-DE_SNAP_asof-20240628.csv";

// Each test goes on where the one before it ended.
describe("notebooks", () => {
  const editor = useEditor({ settings: {} });
  skipAfterFailure();
  let service: SampleProgram;
  let notebook: NotebookPage;

  before(async () => {
    service = await startSampleProgram({ key: canary });
    const line = `signals/INFL/2/country_iso=DE/SNAP/20240628T235959Z @ ${service.url}`;
    const old = [
      `# macro-signals: ${line}`,
      "import pandas as pd",
      "",
      `infl_v2_de_snap = pd.read_csv("${oldFile}")`,
    ];
    const panel = `signals/INFL/2/country_iso=DE+FR/SNAP/20240628T235959Z @ ${service.url}`;
    const oldPanel = [`# macro-signals: ${panel}`, `old_panel = pd.read_csv("${oldPanelFile}")`];
    const texts = [old.join("\n"), "x = 1", oldPanel.join("\n")];
    const cells = texts.map((text) => ({ languageId: "python", text }));
    writeNotebook(path.join(editor.session.folder, "research.ipynb"), cells);
  });
  after(() => service.stop());

  function signalsView(): Promise<TreeView> {
    return editor.workbench.openView("Macro Signals", "Signals");
  }

  const dataFiles = (): string[] => readdirSync(path.join(editor.session.folder, "data"));

  it("say of a line that no connection knows its service, and ask it once there is one", async () => {
    const { workbench } = editor;
    await (await signalsView()).rows().first().waitFor();
    notebook = await NotebookPage.open(workbench, "research.ipynb");
    const cell = notebook.cells("infl_v2_de_snap");
    await notebook.statusItem(cell, `no connection to ${service.url}`).waitFor();
    await connectByHand(workbench, service);
    await notebook.statusItem(cell, "INFL DE · SNAP · as of 28 Jun 2024").waitFor();
    await notebook.statusItem(cell, "Refresh").waitFor();
  });

  it("take a series from a row below the selected cell, as a file beside them", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await notebook.cells("x = 1").locator(".cell-editor-container").click();
    const signals = await signalsView();
    await signals.expand("Inflation v2 | INFL");
    await signals.chooseInMenu("Australia", "Insert Code…");
    await quickInput.wait("SNAP or FIT for Inserted");
    await quickInput.pick("FIT");
    await quickInput.wait("Inflation v2 · Australia · FIT · latest into research.ipynb");
    await workbench.screenshot("notebook-ways");
    await quickInput.pick("Data File and Code");
    const cell = notebook.cells("INFL/2/country_iso=AU/FIT");
    await notebook.statusItem(cell, "INFL AU · FIT · as of").waitFor();
    assert.ok((await notebook.linesOf(cell)).some((line) => line.includes('"data/INFL-v2_')));
    assert.deepEqual(dataFiles().length, 1);
  });

  it("take the selected rows that are dropped on a cell with Shift", async () => {
    const signals = await signalsView();
    await signals.select("Austria");
    await signals.select("Belgium");
    const onto = notebook.cells("INFL/2/country_iso=AU").locator(".cell-editor-container");
    await notebook.drop(signals, "Austria", onto, { shift: true });
    const cell = notebook.cells("INFL/2/country_iso=AT/FIT");
    await notebook.statusItem(cell, "INFL AT · FIT · as of").waitFor();
    assert.equal(await notebook.cells("INFL/2/country_iso=AU").count(), 1);
    await until("two more files", () => (dataFiles().length === 3 ? true : undefined));
    await editor.workbench.screenshot("notebook-dropped");
  });

  it("leave a row that is dropped without Shift to the editor, which opens it as SNAP as before", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    const onto = notebook.cells("x = 1").locator(".cell-editor-container");
    await notebook.drop(signals, "Brazil", onto, { shift: false });
    await workbench.waitForChart("INFL BR.chart");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
  });

  it("leave it with Shift, too, where nothing may be dropped into editors", async () => {
    const { workbench, session } = editor;
    // The settings are written as a whole: what connecting has added to them stays.
    const connections = { "127-0-0-1": { name: new URL(service.url).host, baseUrl: service.url } };
    const connected = {
      "macroSignals.connections": connections,
      "macroSignals.connection": "127-0-0-1",
    };
    const changes = { ...connected, "editor.dropIntoEditor.enabled": false };
    await session.changeSettings(changes, workbench);
    const signals = await signalsView();
    const onto = notebook.cells("x = 1").locator(".cell-editor-container");
    await notebook.drop(signals, "Brazil", onto, { shift: true });
    await workbench.waitForChart("INFL BR.chart");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
    assert.equal(await notebook.cells("country_iso=BR").count(), 0);
    assert.equal(dataFiles().length, 3);
  });

  it("can be given a link by a colleague, which is copied from a row", async () => {
    const { workbench } = editor;
    const signals = await signalsView();
    await signals.chooseInSubmenu("Brazil", "Copy As", "Copy Reference Line");
    await workbench.statusBarItem("Copied the reference line of INFL BR,").waitFor();
    const copied = await workbench.page.evaluate("navigator.clipboard.readText()");
    const series = "signals/INFL/2/country_iso=BR/SNAP/latest";
    assert.equal(copied, `# macro-signals: ${series} @ ${service.url}`);
  });

  it("show what has changed since a line was written", async () => {
    const { workbench } = editor;
    const cell = notebook.cells("infl_v2_de_snap");
    await notebook.statusItem(cell, "Show Drift").click();
    const report = await workbench.waitForReport("Drift of INFL DE · SNAP");
    await report
      .locator("p", { hasText: /^Comparing 28 Jun 2024 \(reference line; / })
      .or(report.locator("p", { hasText: /^Comparing 28 Jun 2024 with \d+ \w+ 20/ }))
      .waitFor();
    const summary = report.locator("table").first().locator("tbody tr");
    assert.match(
      (await summary.allInnerTexts()).join("\n"),
      /^Revised\t.*\nAdded\t[1-9].*\nRemoved\t0\t/,
    );
    assert.equal(await report.locator("table").nth(1).locator("tbody tr").count(), 20);
    await workbench.screenshot("notebook-drift");
    await report.getByRole("link", { name: "All changes as CSV" }).click();
    await workbench.waitForActiveTab("Drift of INFL DE - SNAP.csv");
    assert.equal((await workbench.visibleLines())[0], "Date,column,before,after,change");
    await workbench.screenshot("notebook-drift-csv");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("Drift of INFL DE - SNAP.md");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
  });

  it("have a line and its path refreshed in one edit", async () => {
    const cell = notebook.cells("infl_v2_de_snap");
    await notebook.statusItem(cell, "Refresh").click();
    await notebook.statusItem(cell, /INFL DE · SNAP · as of (?!28 Jun 2024)\d/).waitFor();
    const lines = await notebook.linesOf(cell);
    assert.ok(!lines.some((line) => line.includes(oldFile)), lines.join("\n"));
    assert.ok(dataFiles().some((name) => name.startsWith("INFL-v2_country_iso-DE_SNAP_asof-20")));
  });

  it("have the one line of a panel refreshed, and show what has changed of it before", async () => {
    const { workbench } = editor;
    const cell = notebook.cells("old_panel");
    await notebook.cells("infl_v2_de_snap").locator(".cell-editor-container").click();
    await notebook.show(cell, "End");
    await notebook.statusItem(cell, "Show Drift").click();
    const report = await workbench.waitForReport("Drift of INFL DE+FR · SNAP");
    await report.locator("p", { hasText: "Variants changed: 2, unchanged: 0." }).waitFor();
    await workbench.screenshot("notebook-panel-drift");
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForActiveTab("research.ipynb");
    await notebook.statusItem(cell, "Refresh").click();
    await notebook.statusItem(cell, /INFL DE\+FR · SNAP · as of (?!28 Jun 2024)\d/).waitFor();
    const code = await notebook.linesOf(cell);
    assert.ok(!code.some((line) => line.includes(oldPanelFile)), code.join("\n"));
    assert.ok(dataFiles().some((name) => name.includes("country_iso-2-values_SNAP_asof-20")));
  });

  it("take a whole panel from its chart, as one file with one line", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const before = dataFiles();
    await notebook.cells("old_panel").locator(".cell-editor-container").click();
    await notebook.show(notebook.cells("x = 1"), "Home");
    await notebook.cells("x = 1").locator(".cell-editor-container").click();
    const signals = await signalsView();
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    await workbench.waitForChart("INFL all country_iso.chart");
    await workbench.runCommand("Macro Signals: Insert Code…");
    await quickInput.wait("Inflation v2 · all countries · SNAP · latest into research.ipynb");
    await workbench.screenshot("notebook-panel-ways");
    await quickInput.pick("Data File and Code");
    await workbench.waitForActiveTab("research.ipynb");
    const cell = notebook.cells("country_iso=*");
    await notebook.statusItem(cell, "INFL all countries · SNAP · as of").waitFor();
    await workbench.screenshot("notebook-panel");
    const [added, ...others] = dataFiles().filter((name) => !before.includes(name));
    assert.match(added ?? "", /^INFL-v2_country_iso-all_SNAP_asof-20.*\.parquet$/);
    assert.deepEqual(others, []);
  });

  it("have their data folder tidied of what no line names, saved or not", async () => {
    const { workbench, session } = editor;
    const { quickInput, notifications } = workbench;
    const unnamed = "INFL-v2_country_iso-FR_SNAP_asof-20240628.csv";
    const file = path.join(session.folder, "data", unnamed);
    writeFileSync(file, "Date,Level\n2024-06-28,0.5\n");
    const others = dataFiles().filter((name) => name !== unnamed);
    await workbench.runCommand("Macro Signals: Tidy Data Folder…");
    await quickInput.wait("Tidy Data Folder");
    await quickInput.rows(unnamed).waitFor();
    assert.equal(await quickInput.rows().count(), 1);
    await quickInput.pressOk();
    const reported = /no trash here|moved to the trash/;
    if ((await notifications.read(reported)).includes("no trash here"))
      await notifications.press(reported, "Delete Permanently");
    await until("the file gone", () => (existsSync(file) ? undefined : true));
    assert.deepEqual(dataFiles(), others);
  });

  it("hold the lines and no key once they are saved (SEC-10)", async () => {
    const { session, workbench } = editor;
    await keepInThemes(editor, async (kind) => {
      await notebook.statusItem(notebook.cells("infl_v2_de_snap"), "Show Drift").waitFor();
      await workbench.screenshot(`notebook-${kind}`);
    });
    await notebook.cells("x = 1").locator(".cell-editor-container").click();
    await notebook.save();
    const file = path.join(session.folder, "research.ipynb");
    // The editor empties the file before it writes it, and may have saved by itself before the last edits.
    await until("the saved notebook", () => {
      const saved = readFileSync(file, "utf8");
      const lines = saved.matchAll(/# macro-signals: signals\/INFL\/2\/country_iso=([^/]+)/g);
      const countries = Array.from(lines, ([, each]) => each).join();
      return countries === "DE,*,AU,AT,BE,DE+FR" ? countries : undefined;
    });
    // What a browser holds back is written when it ends.
    await workbench.page.context().close();
    const known = await filesHolding(session.root, "country_iso=AT");
    assert.ok(known.includes(path.join("example", "research.ipynb")), known.join());
    assert.deepEqual(await filesHolding(session.root, canary), []);
  });
});
