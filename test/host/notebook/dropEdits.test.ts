import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { type SeriesRef, forecastRef, signalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { rowDragging } from "../../../src/features/browse/dragRows";
import { RememberedChoice } from "../../../src/features/notebook/insertChoice";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { hostSetting } from "../../support/hostResult";
import { itInBoth } from "../../support/inBothEditors";
import { memento } from "../../support/memento";
import { cellTexts, closeWithoutSaving, openNotebook } from "../../support/openedNotebook";
import { sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { startServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { writeNotebook } from "../../support/writtenNotebook";
import { SeriesDrops } from "../../../src/features/notebook/inserts";
import { windowContext } from "../../support/windowContext";

const { sample } = hostSetting();
const line = "macro-signals: signals/INFL/2/country_iso=US/FIT/20240628T235959Z";
const file = "data/INFL-v2_country_iso-US_FIT_asof-20240628.parquet";

describe("dropping rows", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let drops: SeriesDrops;
  let state: vscode.Memento;
  let reported: FailureContext[];
  let folder: TemporaryFolder;

  function use(used: TestServices): void {
    services = used;
    drops = new SeriesDrops({
      services,
      worker,
      workspaceState: state,
      context: windowContext(),
      reporter: {
        report: (_, context) => {
          reported.push(context);
          return Promise.resolve();
        },
      },
    });
  }

  beforeEach(() => {
    state = memento();
    reported = [];
    folder = temporaryFolder("drop");
    use(new TestServices(sample.url, worker, { key: sample.key }));
  });
  afterEach(async () => {
    await closeWithoutSaving();
    drops.dispose();
    services.dispose();
    folder.remove();
  });
  after(() => worker.dispose());

  const at = (name: string): string => path.join(folder.path, name);

  /** What the editor does with a drop; undefined where we leave it to others. */
  async function drop(
    document: vscode.TextDocument,
    row: number,
    references: readonly SeriesRef[],
    token = new vscode.CancellationTokenSource().token,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const dragged = new vscode.DataTransfer();
    const rows = references.map((reference) => ({ target: { connectionId: "acme", reference } }));
    await rowDragging.handleDrag?.(rows, dragged, token);
    const position = new vscode.Position(row, 0);
    const edit = await drops.provideDocumentDropEdits(document, position, dragged, token);
    assert.equal(edit?.insertText ?? "", "");
    if (edit?.additionalEdit !== undefined) {
      assert.equal(await vscode.workspace.applyEdit(edit.additionalEdit), true);
    }
    return edit;
  }

  async function script(name: string, text: string): Promise<vscode.TextDocument> {
    writeFileSync(at(name), text);
    return vscode.workspace.openTextDocument(vscode.Uri.file(at(name)));
  }

  async function unsaved(language: string, content = ""): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument({ language, content });
    await vscode.window.showTextDocument(document);
    return document;
  }

  describe("onto a cell", () => {
    async function notebook(): Promise<vscode.NotebookDocument> {
      const texts = ["a = 1", "b = 2"].map((text) => ({ languageId: "python", text }));
      writeNotebook(at("research.ipynb"), texts);
      return (await openNotebook(at("research.ipynb"), 1)).notebook;
    }

    itInBoth("makes a cell below it that reads a file beside the notebook", async () => {
      const shown = await notebook();
      await drop(shown.cellAt(0).document, 0, [sampleSignal()]);
      const [first, inserted, last] = cellTexts(shown);
      assert.deepEqual(
        [first, last],
        [
          ["python", "a = 1"],
          ["python", "b = 2"],
        ],
      );
      assert.equal(inserted?.[0], "python");
      assert.ok(inserted[1].startsWith(`# ${line} @ ${sample.url}\n`), inserted[1]);
      assert.ok(inserted[1].includes(`"${file}"`), inserted[1]);
      assert.equal(existsSync(at(file)), true);
    });

    it("makes a cell for each of several rows, in their order, that one Undo takes back", async () => {
      const shown = await notebook();
      const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
      const rows = [sampleSignal("US"), forecast, sampleSignal("DE")];
      await drop(shown.cellAt(1).document, 0, rows);
      const lines = cellTexts(shown).map(([, text]) => text.split("\n")[0] ?? "");
      assert.deepEqual(lines.slice(0, 2), ["a = 1", "b = 2"]);
      assert.deepEqual(
        lines.slice(2).map((each) => parseReferenceLine(each)?.reference),
        rows,
      );
      await vscode.commands.executeCommand("undo");
      assert.equal(shown.cellCount, 2);
    });

    it("inserts in the way that was chosen last", async () => {
      await new RememberedChoice(state, "python").remember("table");
      const shown = await notebook();
      await drop(shown.cellAt(0).document, 0, [sampleSignal()]);
      assert.equal(cellTexts(shown)[1]?.[0], "markdown");
      assert.deepEqual(readdirSync(folder.path), ["research.ipynb"]);
    });

    it("of a notebook that was never saved makes one that holds the values", async () => {
      const cells = [new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "", "python")];
      const data = new vscode.NotebookData(cells);
      const shown = await vscode.workspace.openNotebookDocument("jupyter-notebook", data);
      await vscode.window.showNotebookDocument(shown);
      await drop(shown.cellAt(0).document, 0, [sampleSignal()]);
      assert.match(cellTexts(shown)[1]?.[1] ?? "", /pd\.DataFrame\(/);
    });
  });

  describe("onto a script", () => {
    itInBoth("puts Python on lines of its own before the line", async () => {
      const document = await script("a.py", "# %%\na = 1\nb = 2\n");
      await drop(document, 2, [sampleSignal()]);
      const text = document.getText();
      assert.ok(text.startsWith(`# %%\na = 1\n\n# ${line} @ `), text);
      assert.ok(text.endsWith("\n\nb = 2\n"), text);
      assert.ok(text.includes(`"${file}"`), text);
    });

    it("puts SQL into SQL", async () => {
      const document = await script("a.sql", "SELECT 1;\n");
      await drop(document, 1, [sampleSignal()]);
      const text = document.getText();
      assert.ok(text.startsWith(`SELECT 1;\n\n-- ${line} @ `), text);
      assert.ok(text.includes(file), text);
    });

    it("puts a table into Markdown", async () => {
      const document = await script("a.md", "# Notes\n\n");
      await drop(document, 2, [sampleSignal()]);
      assert.match(
        document.getText(),
        /^# Notes\n\n<!-- macro-signals: .* -->\n\n\| Date \| Level/,
      );
    });

    it("inserts what looks like a snippet as it is (SEC-18)", async () => {
      const csv = "Date,Note\n2024-01-01,$1 ${2:x} \\$0 }\n";
      const server = await startServer((_, response) => response.end(csv));
      drops.dispose();
      services.dispose();
      use(new TestServices(server.origin, worker, { key: "key", transferFormat: "csv" }));
      const reference = signalRef({ ...sampleSignal(), code: "${1:INFL}" });
      const document = await unsaved("python", "if True:\n\tpass\n");
      await drop(document, 1, [reference]);
      await server.close();
      const lines = document.getText().split("\n");
      assert.ok(
        lines.includes('        "Note": pd.array(["$1 ${2:x} \\\\$0 }"], dtype="string"),'),
      );
      const found = lines.map((each) => parseReferenceLine(each)?.reference);
      assert.deepEqual(
        found.filter((each) => each !== undefined),
        [reference],
      );
    });

    it("that was never saved, in R, asks the service", async () => {
      const document = await unsaved("r");
      await drop(document, 0, [sampleSignal()]);
      assert.match(document.getText(), /MACRO_SIGNALS_API_KEY/);
    });

    it("that was never saved, in SQL, says that it has to be", async () => {
      const document = await unsaved("sql");
      const edit = await drop(document, 0, [sampleSignal()]);
      assert.deepEqual([edit?.insertText, document.getText()], ["", ""]);
      const { attempt } = await until("the failure", () => reported[0]);
      assert.equal(attempt, "Could not insert INFL US FIT 28 Jun 2024");
    });
  });

  it("leaves other languages, and other things, to others", async () => {
    assert.equal(await drop(await unsaved("json"), 0, [sampleSignal()]), undefined);
    assert.equal(await drop(await unsaved("python"), 0, []), undefined);
    assert.equal(services.asked, 0);
  });

  it("inserts nothing in place of what failed, and tells it", async () => {
    const unknown = forecastRef({ market: "NONE", currency: "USD", horizon: "12 Months" });
    const document = await script("a.py", "");
    const edit = await drop(document, 0, [unknown]);
    assert.deepEqual([edit?.insertText, document.getText()], ["", ""]);
    const { attempt } = await until("the failure", () => reported[0]);
    assert.equal(attempt, "Could not insert NONE USD 12 Months");
    assert.deepEqual(readdirSync(folder.path), ["a.py"]);
  });

  it("writes nothing once it is cancelled, and tells nobody", async () => {
    const document = await script("a.py", "");
    const cancel = new vscode.CancellationTokenSource();
    const dropping = drop(document, 0, [sampleSignal("FR")], cancel.token);
    cancel.cancel();
    await assert.rejects(dropping, { name: "AbortError" });
    assert.deepEqual([reported, readdirSync(folder.path)], [[], ["a.py"]]);
  });
});
