import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { type Instant } from "../../../src/shared/instant";
import { isReferenceLine } from "../../../src/shared/referenceLine";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type InsertChoice, RememberedChoice } from "../../../src/features/notebook/insertChoice";
import {
  type InsertFlowDependencies,
  insertSeries,
} from "../../../src/features/notebook/insertFlow";
import { type InsertDependencies } from "../../../src/features/notebook/insertParts";
import { type InsertSubject } from "../../../src/features/notebook/insertSubject";
import { RememberedForm } from "../../../src/features/notebook/tablesFormPick";
import { acceptAll } from "../../support/acceptAll";
import { deferred } from "../../support/deferred";
import { hostSetting } from "../../support/hostResult";
import { itInBoth } from "../../support/inBothEditors";
import { memento } from "../../support/memento";
import { cellTexts, closeWithoutSaving, openNotebook } from "../../support/openedNotebook";
import { sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { writeNotebook } from "../../support/writtenNotebook";
import { windowContext } from "../../support/windowContext";
import { withMembers } from "../../support/withMembers";
import { servicesWith } from "../../support/servicesWith";
import { RecentEditors } from "../../../src/features/notebook/recentEditors";

const accept = "workbench.action.acceptSelectedQuickOpenItem";
const us: InsertSubject = { target: { connectionId: "acme", reference: sampleSignal() } };
const de: InsertSubject = { target: { connectionId: "acme", reference: sampleSignal("DE") } };

describe("inserting into a notebook", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  const recent = new RecentEditors();
  after(() => recent.dispose());
  const dialogs = vscode.workspace.getConfiguration("files");
  let services: TestServices;
  let folder: TemporaryFolder;
  let reported: unknown[];
  let state: vscode.Memento;

  before(async () => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    await dialogs.update("simpleDialog.enable", true, vscode.ConfigurationTarget.Global);
  });
  beforeEach(() => {
    folder = temporaryFolder("insert-flow");
    reported = [];
    state = memento();
  });
  afterEach(async () => {
    await closeWithoutSaving();
    folder.remove();
    const { workspace } = hostSetting();
    for (const name of readdirSync(workspace)) {
      rmSync(path.join(workspace, name), { recursive: true });
    }
  });
  after(async () => {
    await dialogs.update("simpleDialog.enable", undefined, vscode.ConfigurationTarget.Global);
    services.dispose();
    worker.dispose();
  });

  const at = (name: string): string => path.join(folder.path, name);

  function parts(own: InsertDependencies["services"] = services): InsertFlowDependencies {
    return {
      services: own,
      worker,
      workspaceState: state,
      context: windowContext(),
      reporter: {
        report: (error) => {
          reported.push(error);
          return Promise.resolve();
        },
      },
      recent: withMembers(recent, { documents: [] }),
    };
  }

  async function insert(...subjects: readonly InsertSubject[]): Promise<void> {
    await acceptAll(insertSeries(parts(), { subjects, inheritKind: true }));
    assert.deepEqual(reported, []);
  }

  const remember = (choice: InsertChoice): Promise<void> =>
    new RememberedChoice(state, "python").remember(choice);

  async function notebookOf(...texts: readonly string[]): Promise<vscode.NotebookDocument> {
    writeNotebook(
      at("a.ipynb"),
      texts.map((text) => ({ languageId: "python", text })),
    );
    return (await openNotebook(at("a.ipynb"))).notebook;
  }

  it("puts a file beside it unless another way was chosen last", async () => {
    const notebook = await notebookOf("1");
    await insert(us);
    assert.equal(notebook.cellCount, 2);
    assert.deepEqual(readdirSync(at("data")), ["INFL-v2_country_iso-US_FIT_asof-20240628.parquet"]);
    assert.equal(new RememberedChoice(state, "python").last, "file");
  });

  it("starts with the way that was chosen last", async () => {
    await remember("table");
    const notebook = await notebookOf("1");
    await insert(us, de);
    assert.deepEqual(
      cellTexts(notebook).map(([languageId]) => languageId),
      ["python", "markdown", "markdown"],
    );
    assert.deepEqual(readdirSync(folder.path), ["a.ipynb"]);
  });

  it("puts several into one cell in the form that was chosen last, which its end shows (15.1.11)", async () => {
    await new RememberedForm(state).remember("joined");
    const notebook = await notebookOf("1");
    await insert(us, de);
    assert.equal(notebook.cellCount, 2);
    const text = notebook.cellAt(1).document.getText();
    assert.deepEqual(text.match(/^(?:import|# macro-signals: signals).{3}/gm)?.length, 3);
    assert.match(text, /\njoined = pd\.concat\([^]*\n\)\njoined\.tail\(\)$/);
    assert.equal(new RememberedForm(state).last, "joined");
  });

  it("names the tables of one series as of several times differently", async () => {
    const asOf = "20231231T235959Z" as Instant;
    const earlier = { target: { connectionId: "acme", reference: { ...sampleSignal(), asOf } } };
    const notebook = await notebookOf("1");
    await insert(us);
    await insert(us);
    await insert(earlier);
    const names = cellTexts(notebook).map(([, text]) => /^(\w+)\.tail\(\)$/m.exec(text)?.[1]);
    const [, first, again, other] = names;
    assert.deepEqual([first, again], ["infl_v2_us_fit", "infl_v2_us_fit"]);
    assert.equal(other, "infl_v2_us_fit_20231231");
  });

  it("warns once of what has no data", async () => {
    const { showWarningMessage } = vscode.window;
    const warnings: string[] = [];
    const show = (words: string): Promise<undefined> => {
      warnings.push(words);
      return Promise.resolve(undefined);
    };
    const asOf = "19010203T235959Z" as Instant;
    const early = [us, de].map(({ target: { connectionId } }, at): InsertSubject => ({
      target: { connectionId, reference: { ...sampleSignal(at === 0 ? "US" : "DE"), asOf } },
    }));
    await notebookOf("1");
    Object.assign(vscode.window, { showWarningMessage: show });
    try {
      await insert(us, ...early);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    const advice = "The as-of may be before the first production.";
    assert.deepEqual(warnings, [`2 of 3 series have no data. ${advice}`]);
  });

  it("fills the cell that is selected and empty, and shows the table's end (15.1.11)", async () => {
    const notebook = await notebookOf("");
    await insert(us);
    assert.equal(notebook.cellCount, 1);
    const text = notebook.cellAt(0).document.getText();
    assert.match(text, /^# macro-signals: signals[^]*\n\)\ninfl_v2_us_fit\.tail\(\)$/);
  });

  it("inserts values into a notebook that has no file, and makes none", async () => {
    await remember("values");
    const notebook = await vscode.workspace.openNotebookDocument(
      "jupyter-notebook",
      new vscode.NotebookData([]),
    );
    await vscode.window.showNotebookDocument(notebook);
    await insert(us);
    assert.deepEqual([notebook.isUntitled, notebook.cellCount], [true, 1]);
    assert.ok(isReferenceLine(notebook.cellAt(0).document.lineAt(0).text));
  });

  it("saves a notebook that has no file first, and puts the file beside it", async () => {
    await remember("file");
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "1", "python");
    const notebook = await vscode.workspace.openNotebookDocument(
      "jupyter-notebook",
      new vscode.NotebookData([cell]),
    );
    await vscode.window.showNotebookDocument(notebook);
    await insert(us);
    const active = vscode.window.activeNotebookEditor?.notebook;
    assert.ok(active !== undefined);
    assert.deepEqual([active.isUntitled, active.cellCount], [false, 2]);
    // The editor proposes the folder that was used last.
    const home = path.dirname(active.uri.fsPath);
    const [data = "none"] = readdirSync(path.join(home, "data"));
    assert.ok(active.cellAt(1).document.getText().includes(`"data/${data}"`));
    for (const made of [active.uri.fsPath, path.join(home, "data")]) {
      rmSync(made, { recursive: true });
    }
  });

  itInBoth("makes a notebook where there is none", async () => {
    await insert(us);
    const { workspace } = hostSetting();
    assert.deepEqual(readdirSync(workspace).sort(), ["data", "macro-signals.ipynb"]);
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    assert.equal(notebook?.cellCount, 1);
  });

  it("inserts into the script that is in sight while the side bar has the focus", async () => {
    writeFileSync(at("a.py"), "# %%\n");
    const document = await vscode.workspace.openTextDocument(at("a.py"));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("macroSignals.signals.focus");
    await insert(us);
    assert.match(document.getText(), /^# %%\n# macro-signals: signals\/INFL\/2\//);
  });

  /** Fetches only when it is told to; the title of the question is read before. */
  function slowServices(): {
    own: InsertDependencies["services"];
    begun: Promise<void>;
    go: () => void;
  } {
    const begun = deferred<undefined>();
    const gone = deferred<undefined>();
    let isNamed = false;
    const own = servicesWith(async (id) => {
      if (isNamed) {
        begun.resolve(undefined);
        await gone.promise;
      }
      isNamed = true;
      return services.get(id);
    });
    return { own, begun: begun.promise.then(() => undefined), go: () => gone.resolve(undefined) };
  }

  it("writes nothing when the notebook is closed meanwhile", async () => {
    await notebookOf("1");
    const { own, begun, go } = slowServices();
    const inserting = insertSeries(parts(own), { subjects: [us], inheritKind: true });
    await begun;
    await until("the choice", () => {
      void vscode.commands.executeCommand(accept);
      return new RememberedChoice(state, "python").last;
    });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("no tab", () =>
      vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0) ? undefined : true,
    );
    go();
    await inserting;
    await until("the message", () => reported[0]);
    assert.deepEqual(
      reported.map((error) => String(error)),
      ["TargetClosedError: a.ipynb was closed; nothing was inserted"],
    );
    assert.deepEqual(readdirSync(folder.path), ["a.ipynb"]);
  });

  it("writes nothing when the person leaves", async () => {
    const notebook = await notebookOf("1");
    const { own, begun, go } = slowServices();
    const inserting = insertSeries(parts(own), { subjects: [us], inheritKind: true });
    await begun;
    let isOver = false;
    void inserting.then(() => (isOver = true));
    await until("the end", () => {
      void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      return isOver ? true : undefined;
    });
    go();
    await own.get("acme");
    // Long enough for what must not come.
    await sleep(500);
    assert.deepEqual([reported, notebook.cellCount], [[], 1]);
    assert.deepEqual(readdirSync(folder.path), ["a.ipynb"]);
  });

  it("inserts nothing when its file cannot be written, and says why", async () => {
    const notebook = await notebookOf("1");
    writeFileSync(at("data"), "mine");
    await acceptAll(insertSeries(parts(), { subjects: [us, de], inheritKind: true }));
    await until("the message", () => reported[0]);
    assert.match(String(reported[0]), /^WriteError: .*data is not a folder$/);
    assert.deepEqual([reported.length, notebook.cellCount], [1, 1]);
    assert.equal(readFileSync(at("data"), "utf8"), "mine");
  });

  it("inserts what there is and tells of the rest", async () => {
    const notebook = await notebookOf("1");
    const none = { target: { connectionId: "acme", reference: sampleSignal("XX") } };
    await acceptAll(insertSeries(parts(), { subjects: [us, none, de], inheritKind: true }));
    assert.equal(notebook.cellCount, 3);
    await until("the message", () => reported[0]);
    assert.match(String(reported[0]), /404/);
    assert.equal(reported.length, 1);
  });

  it("tells that nothing could be fetched, and asks no more", async () => {
    const notebook = await notebookOf("1");
    const none = { target: { connectionId: "acme", reference: sampleSignal("XX") } };
    await insertSeries(parts(), { subjects: [none], inheritKind: true });
    await until("the message", () => reported[0]);
    assert.match(String(reported[0]), /404/);
    assert.equal(notebook.cellCount, 1);
  });

  itInBoth("runs as the command, for rows of the sample data", async () => {
    const notebook = await notebookOf("1");
    const rows = ["US", "DE"].map((country) => ({
      target: { connectionId: "sample", reference: sampleSignal(country) },
    }));
    const command = vscode.commands.executeCommand(
      "macroSignals.insertIntoNotebook",
      rows[0],
      rows,
    );
    await acceptAll(Promise.resolve(command));
    assert.equal(notebook.cellCount, 3);
    const lines = [1, 2].map((index) => notebook.cellAt(index).document.lineAt(0).text);
    assert.ok(lines.every((line) => line.endsWith(" @ sample")));
    assert.deepEqual(
      readdirSync(at("data")).every((name) => name.startsWith("SAMPLE_")),
      true,
    );
    assert.equal(existsSync(at("data")), true);
  });
});
