import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { keepInThemes } from "../../support/colourThemes";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

interface Lock {
  readonly asOf: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly series: readonly { readonly reference: string; readonly rows: number }[];
}

describe("a dataset", () => {
  const editor = useEditor();
  let signals: TreeView;
  let file: string;
  let text: string;
  let message: string;

  before(async () => {
    const { workbench } = editor;
    signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    file = await makeOfRows("Australia", "Austria");
    text = await readFile(file, "utf8");
    await waitForStatus("Not fetched yet");
    await workbench.clickCodeLens("Fetch");
    message = await workbench.notifications.read("Fetched SAMPLE_INFL");
    await keepInThemes(editor, (kind) => workbench.screenshot(`dataset-fetched-${kind}`));
    await workbench.notifications.clear();
  });

  /** The file of a new dataset, which opens as text. */
  async function makeOfRows(...rows: readonly string[]): Promise<string> {
    const { quickInput } = editor.workbench;
    for (const row of rows) await signals.select(row);
    await signals.chooseInSubmenu(rows.at(-1) ?? "", "Save", "New Dataset…");
    // Asked once in a workspace: tests before these may have answered.
    await quickInput.wait(/^(?:SNAP or FIT for Inserted, Copied and Saved Data\?|New Dataset)$/);
    if ((await quickInput.title()).startsWith("SNAP or FIT")) await quickInput.pick("FIT");
    await quickInput.wait("New Dataset");
    const suggested = await quickInput.waitForValue(/\.macrodata\.json$/);
    await quickInput.accept();
    await quickInput.waitForClose();
    await editor.workbench.waitForActiveTab(path.basename(suggested));
    return suggested;
  }

  /** Asks a question in each theme, for pictures of it, and then once more. */
  async function pictured(ask: () => Promise<void>, picture: string): Promise<void> {
    const { workbench } = editor;
    await keepInThemes(editor, async (kind) => {
      await ask();
      await workbench.screenshot(`${picture}-${kind}`);
      await workbench.quickInput.closeIfOpen();
    });
    await ask();
  }

  const inFolder = (...names: readonly string[]): string =>
    path.join(editor.session.folder, ...names);

  /** Waits for words above the text that are not commands. */
  async function waitForStatus(words: string): Promise<void> {
    const lenses = editor.workbench.page.locator(
      ".editor-group-container.active .codelens-decoration",
    );
    await lenses.filter({ hasText: words }).first().waitFor();
  }

  /** The words that appear for a part of the text, of which pictures are kept. */
  async function hovered(text: string, picture: string, part = text): Promise<string> {
    const { workbench } = editor;
    const { page } = workbench;
    const hover = page.locator(".monaco-hover.visible, .monaco-hover:visible").first();
    const show = async (): Promise<void> => {
      const line = page.locator(".editor-group-container.active .view-line", { hasText: text });
      await page.mouse.move(640, 700);
      await line.locator("span span", { hasText: part }).first().hover();
      await hover.waitFor();
    };
    await keepInThemes(editor, async (kind) => {
      await show();
      await workbench.screenshot(`${picture}-${kind}`);
    });
    await show();
    const words = await hover.innerText();
    await page.mouse.move(640, 700);
    return words;
  }

  const lockFile = (): string => inFolder("SAMPLE_INFL.macrodata.lock.json");

  async function lock(): Promise<Lock> {
    const locked = await readFile(lockFile(), "utf8");
    return JSON.parse(locked) as Lock;
  }

  it("is made of the selected rows, in the folder that is open", () => {
    assert.equal(file, inFolder("SAMPLE_INFL.macrodata.json"));
    assert.deepEqual(JSON.parse(text), {
      macrodata: 1,
      service: "sample",
      kind: "FIT",
      asOf: "latest",
      output: { folder: "data", format: "parquet", layout: "long" },
      tables: {
        INFL: { set: ["signals/INFL/2/country_iso=AU", "signals/INFL/2/country_iso=AT"] },
      },
    });
  });

  it("is fetched by its lens: the files and their lock are there", async () => {
    assert.equal(message, "Fetched SAMPLE_INFL. Tables: 1, series: 2");
    assert.deepEqual(await readdir(inFolder("data")), ["INFL.parquet"]);
    const { asOf, files, series } = await lock();
    const bytes = await readFile(inFolder("data", "INFL.parquet"));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    assert.deepEqual(
      files.map((each) => [each.path, each.sha256]),
      [["data/INFL.parquet", sha256]],
    );
    assert.deepEqual(
      series.map(({ reference }) => reference),
      ["AT", "AU"].map((country) => `signals/INFL/2/country_iso=${country}/FIT/${asOf}`),
    );
    await waitForStatus("2 series · as of");
  });

  it("shows what its lock records of the series under the pointer", async () => {
    const words = await hovered("country_iso=AU", "dataset-hover");
    assert.match(words, /In the lock: 1 series, [\d,]+ rows, 1 Jan 1990 to \d+ \w+ 20\d\d/);
  });

  it("shows the place of a fault, and none once it is mended", async () => {
    const { workbench } = editor;
    await workbench.replaceEditorText(text.replace('"FIT"', '"fit",\n  "apiKey": "x"'));
    const marks = workbench.page.locator(".editor-group-container.active .squiggly-error");
    await marks.first().waitFor();
    const words = await hovered('"x"', "dataset-fault", '"apiKey"');
    assert.match(words, /This looks like an API key. Never put a key in this file/);
    await workbench.clickCodeLens("Verify");
    const problem = await workbench.notifications.read("Could not verify SAMPLE_INFL");
    assert.match(problem, /it has 2 problems/);
    await workbench.notifications.clear();
    await workbench.replaceEditorText(text);
    await marks.first().waitFor({ state: "hidden" });
  });

  it("is verified, and its drift is a report", async () => {
    const { workbench } = editor;
    const { quickInput, notifications } = workbench;
    await workbench.clickCodeLens("Verify");
    await quickInput.wait("Verify SAMPLE_INFL");
    await quickInput.pick("Files and Service");
    assert.equal(await notifications.read("SAMPLE_INFL matches"), "SAMPLE_INFL matches its lock.");
    await notifications.clear();
    await workbench.clickCodeLens("Report Drift");
    await notifications.press("SAMPLE_INFL has not changed.", "Show Report");
    await workbench.waitForReport("Drift of SAMPLE_INFL", "No drift. ");
    await workbench.runCommand("View: Close Editor");
  });

  it("has a report of what differs from its lock", async () => {
    const { workbench } = editor;
    const locked = await readFile(lockFile(), "utf8");
    const edited = locked
      .replace(/^.*country_iso=AT.*\n/m, "")
      .replace(/(macro-values\/1:)[^"]+/, `$1${"0".repeat(64)}`);
    await writeFile(lockFile(), edited);
    await workbench.clickCodeLens("Report Drift");
    const shown = async (): Promise<void> => {
      const report = await workbench.waitForReport("Drift of SAMPLE_INFL", "Series that differ");
      // The theme is in the page's own document, whose frames are drawn only while it is in view.
      await report.evaluate(
        "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
      );
    };
    await shown();
    await keepInThemes(editor, async (kind) => {
      await shown();
      await workbench.screenshot(`dataset-drift-${kind}`);
    });
    await workbench.runCommand("View: Close Editor");
    await writeFile(lockFile(), locked);
  });

  it("opens as a chart, as code, and as its files", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    const ask = async (): Promise<void> => {
      await workbench.clickCodeLens("Open…");
      await quickInput.wait("Open SAMPLE_INFL");
      await quickInput.rows("data/INFL.parquet").waitFor();
    };
    await pictured(ask, "dataset-open");
    assert.deepEqual(await quickInput.labels(), ["INFL", "INFL", "data/INFL.parquet", "Lock"]);
    await quickInput.closeIfOpen();
  });

  it("has a command line, as has a signal for all its variants", async () => {
    const { page } = editor.workbench;
    await signals.chooseInSubmenu("Inflation v2 | INFL", "Copy As", "Copy Command Line");
    await editor.workbench.statusBarItem("Copied the command line").waitFor();
    assert.match(
      await page.evaluate("navigator.clipboard.readText()"),
      /^node \S+cli\.cjs series 'signals\/INFL\/2\/country_iso=\*\/FIT\/latest' --sample$/,
    );
  });

  it("is made from the lines of a script, which then offers to open it", async () => {
    const { workbench } = editor;
    const { quickInput, notifications } = workbench;
    const line = (path: string, service = "sample"): string =>
      `# macro-signals: signals/INFL/2/country_iso=${path} @ ${service}`;
    const code = [
      line("AU/FIT/latest"),
      "import pandas as pd",
      "",
      'infl_v2_au_fit = pd.read_parquet("data/INFL.parquet")',
      ...["", "# %%", line("AU/SNAP/20240628T235959Z"), ""],
      ...["# %%", line("AT/FIT/20240628T235959Z/2020-01-01.."), ""],
      ...["# %%", line("AT/FIT/latest", "https://api.acme.com"), ""],
      ...["# %%", "# macro-signals: signals/INFL/two @ sample", ""],
    ];
    await writeFile(inFolder("study.py"), code.join("\n"));
    await workbench.runCommand("Go to File...");
    await quickInput.wait();
    await quickInput.type("study.py");
    await quickInput.pick("study.py");
    await workbench.waitForActiveTab("study.py");
    await workbench.codeLens("Refresh").waitFor();
    const ask = async (): Promise<void> => {
      await workbench.runCommand("Macro Signals: Freeze Notebook into Dataset…");
      await quickInput.rows("SAMPLE INFL AU · SNAP · as of 28 Jun 2024").waitFor();
    };
    await pictured(ask, "freeze-lines");
    await quickInput.accept();
    await quickInput.waitForValue(/^study$/);
    await workbench.screenshot("freeze-name");
    await quickInput.accept();
    await notifications.read("Froze 2 reference lines into study.");
    await workbench.codeLens("Open Dataset…").waitFor();
    await keepInThemes(editor, (kind) => workbench.screenshot(`freeze-frozen-${kind}`));
    await notifications.clear();
    const [first = "", ...others] = (await workbench.editorText()).split("\n");
    assert.match(first, /AU\/FIT\/\d{8}T\d{6}Z @ sample from study\.macrodata\.json$/);
    assert.match(others.join("\n"), /"study\/INFL-AU\.parquet"/);
  });
});
