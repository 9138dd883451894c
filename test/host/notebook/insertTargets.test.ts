import assert from "node:assert/strict";
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type InsertWay } from "../../../src/features/notebook/code/language";
import { type CodeLanguage } from "../../../src/features/notebook/code/languages";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { FrameWorker } from "../../../src/store/frameWorker";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { DataFolder } from "../../../src/features/notebook/dataFolder";
import { type InsertSubject } from "../../../src/features/notebook/insertSubject";
import { type InsertTarget, folderOfTarget } from "../../../src/features/notebook/insertTarget";
import { NewNotebookTarget } from "../../../src/features/notebook/newNotebook";
import { NotebookTarget } from "../../../src/features/notebook/notebookTarget";
import { ScriptTarget } from "../../../src/features/notebook/scriptTarget";
import { hostSetting } from "../../support/hostResult";
import { cellTexts, closeWithoutSaving, openNotebook } from "../../support/openedNotebook";
import { sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { type TestServer, startServer } from "../../support/testServer";
import { until } from "../../support/until";
import { writeNotebook } from "../../support/writtenNotebook";

const stem = "INFL-v2_country_iso-US_FIT_asof-20240628";
const us: InsertSubject = { target: { connectionId: "acme", reference: sampleSignal() } };
const de: InsertSubject = { target: { connectionId: "acme", reference: sampleSignal("DE") } };

describe("code that is inserted", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let maker: CodeMaker;
  let folder: TemporaryFolder;

  before(() => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    maker = new CodeMaker(services, new DataFolder(worker));
  });
  beforeEach(() => {
    folder = temporaryFolder("insert");
  });
  afterEach(async () => {
    await closeWithoutSaving();
    folder.remove();
  });
  after(() => {
    services.dispose();
    worker.dispose();
  });

  const at = (name: string): string => path.join(folder.path, name);

  /** Inserts series in some way; the text of each. */
  async function insert(
    target: InsertTarget,
    subjects: readonly InsertSubject[],
    way: InsertWay,
    language: CodeLanguage,
  ): Promise<readonly string[]> {
    const place = { language, way, folder: folderOfTarget(target) };
    const { made, failed } = await maker.make(subjects, place);
    assert.deepEqual(failed, []);
    assert.equal(await target.insert(made.map(({ text }) => ({ text, language }))), true);
    return made.map(({ text }) => text);
  }

  async function openScript(name: string, text: string, row: number): Promise<vscode.TextEditor> {
    writeFileSync(at(name), text);
    const document = await vscode.workspace.openTextDocument(at(name));
    const editor = await vscode.window.showTextDocument(document);
    const cursor = new vscode.Position(row, 0);
    editor.selection = new vscode.Selection(cursor, cursor);
    return editor;
  }

  for (const [languageId, ending] of [
    ["python", "parquet"],
    ["r", "csv"],
  ] as const) {
    it(`stands below the selected cell of a notebook in ${languageId} and survives a save`, async () => {
      const cells = ["1", "2"].map((text) => ({ languageId, text }));
      writeNotebook(at("a.ipynb"), cells);
      const { notebook } = await openNotebook(at("a.ipynb"));
      const target = new NotebookTarget(notebook);
      assert.equal(target.language, languageId);
      const [text = ""] = await insert(target, [us], "file", languageId);
      const expected = [
        [languageId, "1"],
        [languageId, text],
        [languageId, "2"],
      ];
      assert.deepEqual(cellTexts(notebook), expected);
      assert.ok(text.includes(`data/${stem}.${ending}`));
      assert.deepEqual(parseReferenceLine(text.split("\n", 1)[0] ?? ""), {
        reference: sampleSignal(),
        service: services.connection.baseUrl.href,
      });
      assert.deepEqual(readdirSync(at("data")), [`${stem}.${ending}`]);

      await notebook.save();
      copyFileSync(at("a.ipynb"), at("b.ipynb"));
      const again = await openNotebook(at("b.ipynb"));
      assert.deepEqual(cellTexts(again.notebook), expected);
    });
  }

  it("is one cell for each of several series, which one Undo takes back", async () => {
    writeNotebook(at("a.ipynb"), [{ languageId: "python", text: "1" }]);
    const editor = await openNotebook(at("a.ipynb"));
    const { notebook } = editor;
    const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const subjects = [us, de, { target: { connectionId: "acme", reference: spx } }];
    const texts = await insert(new NotebookTarget(notebook), subjects, "request", "python");
    assert.deepEqual(
      cellTexts(notebook).map(([, text]) => text),
      ["1", ...texts],
    );
    assert.deepEqual([editor.selection.start, editor.selection.end], [1, 4]);
    await vscode.commands.executeCommand("undo");
    await until("the Undo", () => (notebook.cellCount === 1 ? true : undefined));
    assert.deepEqual(cellTexts(notebook), [["python", "1"]]);
  });

  it("fills the selected cell while nothing is in it, which one Undo takes back (15.1.11)", async () => {
    writeNotebook(at("a.ipynb"), [
      { languageId: "python", text: " \n" },
      { languageId: "python", text: "2" },
    ]);
    const editor = await openNotebook(at("a.ipynb"));
    const { notebook } = editor;
    const texts = await insert(new NotebookTarget(notebook), [us, de], "values", "python");
    const cellsOf = (): string[] => cellTexts(notebook).map(([, text]) => text);
    assert.deepEqual(cellsOf(), [...texts, "2"]);
    assert.deepEqual([editor.selection.start, editor.selection.end], [0, 2]);
    await vscode.commands.executeCommand("undo");
    await until("the Undo", () => (notebook.cellCount === 2 ? true : undefined));
    assert.deepEqual(cellsOf(), [" \n", "2"]);
  });

  it("leaves an empty cell of another language as it is", async () => {
    writeNotebook(at("a.ipynb"), [{ languageId: "python", text: "" }]);
    const { notebook } = await openNotebook(at("a.ipynb"));
    const [text = ""] = await insert(new NotebookTarget(notebook), [us], "values", "markdown");
    assert.deepEqual(cellTexts(notebook), [
      ["python", ""],
      ["markdown", text],
    ]);
  });

  it("holds the newest rows as values, and says which", async () => {
    writeNotebook(at("a.ipynb"), []);
    const { notebook } = await openNotebook(at("a.ipynb"));
    const target = new NotebookTarget(notebook);
    assert.equal(target.language, "python");
    const [text = ""] = await insert(target, [us], "values", "markdown");
    const [cell] = notebook.getCells();
    assert.deepEqual(
      [cell?.kind, cell?.document.getText()],
      [vscode.NotebookCellKind.Markup, text],
    );
    const rows = text.split("\n").filter((line) => line.startsWith("| 20"));
    const first = /^\| (\d{4}-\d\d-\d\d) /.exec(rows[0] ?? "")?.[1];
    assert.deepEqual([rows.length, rows.at(-1)?.slice(2, 12)], [200, "2024-06-28"]);
    assert.match(text, new RegExp(`^<!-- .*/${first}\\.\\.2024-06-28 @ `));
  });

  it("is in the language of the cell that is selected, and in none of ours where the kernel runs another", async () => {
    const cells = ["python", "sql", "shellscript"].map((languageId) => ({ languageId, text: "1" }));
    writeNotebook(at("a.ipynb"), cells);
    const editor = await openNotebook(at("a.ipynb"), 1);
    assert.equal(new NotebookTarget(editor.notebook).language, "sql");
    editor.selection = new vscode.NotebookRange(0, 1);
    assert.equal(new NotebookTarget(editor.notebook).language, "python");
    editor.selection = new vscode.NotebookRange(2, 3);
    assert.equal(new NotebookTarget(editor.notebook).language, "sql");
    writeNotebook(at("b.ipynb"), [{ languageId: "julia", text: "1" }]);
    const { notebook } = await openNotebook(at("b.ipynb"));
    assert.equal(new NotebookTarget(notebook).language, undefined);
  });

  it("stands below its cell though others are inserted above it meanwhile", async () => {
    writeNotebook(at("a.ipynb"), [
      { languageId: "python", text: "1" },
      { languageId: "python", text: "2" },
    ]);
    const { notebook } = await openNotebook(at("a.ipynb"));
    const target = new NotebookTarget(notebook);
    const edit = new vscode.WorkspaceEdit();
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "0", "python");
    edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(0, [cell])]);
    await vscode.workspace.applyEdit(edit);
    const [text = ""] = await insert(target, [us], "file", "python");
    assert.deepEqual(
      cellTexts(notebook).map(([, each]) => each),
      ["0", "1", text, "2"],
    );
  });

  for (const [name, language] of [
    ["a.R", "r"],
    ["a.sql", "sql"],
  ] as const) {
    it(`stands at the line of the cursor in ${name}, which one Undo takes back`, async () => {
      const text = language === "sql" ? "-- %%\n\nSELECT 1\n" : "# %%\n\nx = 1\n";
      const { document } = await openScript(name, text, 2);
      const target = new ScriptTarget(document);
      assert.equal(target.language, language);
      const [code = ""] = await insert(target, [us], "file", language);
      const [mark, , last] = text.split("\n");
      assert.equal(document.getText(), `${mark}\n\n${code}\n\n${last}\n`);
      await vscode.commands.executeCommand("undo");
      await until("the Undo", () => (document.getText() === text ? true : undefined));
    });
  }

  it("stands behind a line whose text the cursor is behind, and the next one behind it", async () => {
    const editor = await openScript("a.py", "import os\nx = 1\n", 0);
    const { document } = editor;
    const end = new vscode.Position(0, 9);
    editor.selection = new vscode.Selection(end, end);
    const [first = ""] = await insert(new ScriptTarget(document), [us], "values", "python");
    const [second = ""] = await insert(new ScriptTarget(document), [de], "values", "python");
    assert.equal(document.getText(), `import os\n\n${first}\n\n${second}\n\nx = 1\n`);
  });

  it("stands where its language is written though the cursor has gone to another's", async () => {
    const lines = ["```{python}", "a = 1", "```", "", "```{r}", "b <- 1", "```", ""];
    const editor = await openScript("b.qmd", lines.join("\n"), 1);
    const { document } = editor;
    const target = new ScriptTarget(document);
    const inR = new vscode.Position(5, 0);
    editor.selection = new vscode.Selection(inR, inR);
    const [text = ""] = await insert(target, [us], "values", "python");
    assert.equal(target.language, "python");
    assert.ok(document.getText().startsWith(`\`\`\`{python}\n${text}\n\na = 1\n\`\`\`\n`));
  });

  it("leaves no new notebook behind that cannot be opened, and the one that was there as it was (KEEP-02)", async () => {
    const block = { text: "1", language: "python" } as const;
    const location = vscode.Uri.file(at("a.none"));
    await assert.rejects(new NewNotebookTarget(location).insert([block]));
    assert.deepEqual(readdirSync(folder.path), []);
    writeFileSync(at("a.none"), "replaced");
    await assert.rejects(new NewNotebookTarget(location).insert([block]));
    assert.deepEqual(readdirSync(folder.path), ["a.none"]);
    assert.equal(readFileSync(at("a.none"), "utf8"), "replaced");
  });

  it("replaces an old notebook once something is inserted into the new one (KEEP-02)", async () => {
    const location = vscode.Uri.file(at("a.ipynb"));
    writeFileSync(at("a.ipynb"), "not a notebook");
    const block = { text: "1", language: "python" } as const;
    assert.equal(await new NewNotebookTarget(location).insert([block]), true);
    assert.deepEqual(readdirSync(folder.path), ["a.ipynb"]);
    assert.match(readFileSync(at("a.ipynb"), "utf8"), /"nbformat": 4/);
  });

  it("keeps the line ends of its script", async () => {
    const { document } = await openScript("a.py", "x = 1\r\n", 1);
    const [code = ""] = await insert(new ScriptTarget(document), [us, de], "values", "python").then(
      (texts) => [texts.join("\n\n")],
    );
    assert.equal(document.getText(), `x = 1\r\n\r\n${code.replaceAll("\n", "\r\n")}\r\n`);
  });

  it("is shown and selected where its script is hidden behind another tab", async () => {
    const { document } = await openScript("a.py", "# %%\n", 0);
    await openScript("b.txt", "other", 0);
    const [code = ""] = await insert(new ScriptTarget(document), [us], "file", "python");
    assert.equal(document.getText(), `# %%\n${code}\n`);
    assert.ok(vscode.window.visibleTextEditors.some((editor) => editor.document === document));
  });

  describe("of texts that somebody chose with malice", () => {
    let server: TestServer;
    let odd: TestServices;
    before(async () => {
      server = await startServer((_request, response) =>
        response.end("Date,Level\n2024-01-01,1\n"),
      );
      odd = new TestServices(server.origin, worker, { key: "canary-5e1f", transferFormat: "csv" });
    });
    after(async () => {
      odd.dispose();
      await server.close();
    });

    const code = "$1 ${2:x} \"'`\\n\u2028*/-->%s{}$TM_SELECTED_TEXT";
    const reference = signalRef({
      code,
      version: 1,
      tags: { country_iso: "../../US$0" },
      dataKind: "FIT",
      asOf: sampleSignal().asOf,
    });
    const subject = { target: { connectionId: "acme", reference } };

    for (const way of ["file", "request", "values"] as const) {
      it(`holds them exactly, as plain text (${way}; SEC-18, SEC-19, SEC-10)`, async () => {
        const ownMaker = new CodeMaker(odd, new DataFolder(worker));
        writeNotebook(at("a.ipynb"), [{ languageId: "python", text: "1" }]);
        const { notebook } = await openNotebook(at("a.ipynb"));
        const { document } = await openScript("a.py", "", 0);
        const targets = [new NotebookTarget(notebook), new ScriptTarget(document)];
        const place = { language: "python", way, folder: vscode.Uri.file(folder.path) } as const;
        const { made, failed } = await ownMaker.make([subject], place);
        assert.deepEqual(failed, []);
        const [text = ""] = made.map((each) => each.text);
        for (const target of targets) await target.insert([{ text, language: "python" }]);
        assert.equal(notebook.cellAt(1).document.getText(), text);
        assert.equal(document.getText(), `${text}\n`);
        const line = parseReferenceLine(text.split("\n", 1)[0] ?? "");
        assert.deepEqual(line?.reference, reference);

        await notebook.save();
        await document.save();
        const names = readdirSync(folder.path, { recursive: true }).map(String).sort();
        const written = names.filter((name) => path.extname(name) !== "");
        assert.deepEqual(written.slice(0, 2), ["a.ipynb", "a.py"]);
        assert.deepEqual(
          written.slice(2).map((name) => /^data\/[\w-]+\.parquet$/.test(name)),
          way === "file" ? [true] : [],
        );
        const contents = written.map((name) => readFileSync(at(name), "latin1"));
        assert.equal(
          contents.some((content) => content.includes("canary-5e1f")),
          false,
        );
        assert.ok(server.requests.every(({ headers }) => headers["x-api-key"] === "canary-5e1f"));
      });
    }
  });
});
