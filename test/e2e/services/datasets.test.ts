import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
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

  before(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
  });

  const inFolder = (...names: readonly string[]): string =>
    path.join(editor.session.folder, ...names);

  /** Waits for words above the text that are not commands. */
  async function waitForStatus(words: string): Promise<void> {
    const lenses = editor.workbench.page.locator(
      ".editor-group-container.active .codelens-decoration",
    );
    await lenses.filter({ hasText: words }).first().waitFor();
  }

  async function lock(): Promise<Lock> {
    const locked = await readFile(inFolder("SAMPLE_INFL.macrodata.lock.json"), "utf8");
    return JSON.parse(locked) as Lock;
  }

  it("is made of the selected rows, and opens as text", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    for (const country of ["Australia", "Austria"]) await signals.select(country);
    await signals.chooseInSubmenu("Austria", "Save", "New Dataset…");
    await quickInput.wait("New Dataset");
    file = await quickInput.waitForValue(/\.macrodata\.json$/);
    assert.equal(file, inFolder("SAMPLE_INFL.macrodata.json"));
    await quickInput.accept();
    await quickInput.waitForClose();
    await workbench.waitForActiveTab("SAMPLE_INFL.macrodata.json");
    text = await readFile(file, "utf8");
    assert.deepEqual(JSON.parse(text), {
      macrodata: 1,
      service: "sample",
      kind: "SNAP",
      asOf: "latest",
      output: { folder: "data", format: "parquet", layout: "long" },
      tables: {
        INFL: { set: ["signals/INFL/2/country_iso=AU", "signals/INFL/2/country_iso=AT"] },
      },
    });
    await waitForStatus("Not fetched yet");
  });

  it("is fetched by its lens: the files and their lock are there", async () => {
    const { workbench } = editor;
    await workbench.clickCodeLens("Fetch");
    const words = await workbench.notifications.read("Fetched SAMPLE_INFL");
    assert.equal(words, "Fetched SAMPLE_INFL. Tables: 1, series: 2");
    await keepInThemes(editor, (kind) => workbench.screenshot(`dataset-fetched-${kind}`));
    await workbench.notifications.clear();
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
      ["AT", "AU"].map((country) => `signals/INFL/2/country_iso=${country}/SNAP/${asOf}`),
    );
    await waitForStatus("2 series · as of");
  });

  it("shows the place of a fault, and none once it is mended", async () => {
    const { workbench } = editor;
    await workbench.replaceEditorText(text.replace('"SNAP"', '"snap",\n  "apiKey": "x"'));
    const marks = workbench.page.locator(".editor-group-container.active .squiggly-error");
    await marks.first().waitFor();
    await keepInThemes(editor, (kind) => workbench.screenshot(`dataset-fault-${kind}`));
    await workbench.clickCodeLens("Verify");
    const message = await workbench.notifications.read("Could not verify SAMPLE_INFL");
    assert.match(message, /it has 2 problems/);
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
    await workbench.waitForReport("Drift of SAMPLE_INFL", "No drift: ");
    await keepInThemes(editor, (kind) => workbench.screenshot(`dataset-drift-${kind}`));
  });
});
