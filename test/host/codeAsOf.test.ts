import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type Instant } from "../../src/shared/instant";
import { sampleConnection } from "../../src/shared/place";
import { forecastRef, type SeriesRef } from "../../src/shared/reference";
import { formatReferenceLine, commentStyles } from "../../src/shared/referenceLine";
import { rowDragging } from "../../src/features/browse/dragRows";
import { languages } from "../../src/features/notebook/code/languages";
import { SeriesDrops } from "../../src/features/notebook/inserts";
import { LineProviders } from "../../src/features/notebook/lines/lineProviders";
import { FrameWorker } from "../../src/store/frameWorker";
import { AnsweredQuestions } from "../support/answeredQuestions";
import { hostSetting } from "../support/hostResult";
import { memento } from "../support/memento";
import { closeWithoutSaving, openNotebook } from "../support/openedNotebook";
import { asOfsIn, laterIn, newestIn, PublishedRequests } from "../support/publishedRequests";
import { latestSignal } from "../support/sampleSeries";
import { backToLatest, setWindowAsOf } from "../support/setWindowAsOf";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { TestServices } from "../support/testServices";
import { until } from "../support/until";
import { windowContext } from "../support/windowContext";
import { writeNotebook } from "../support/writtenNotebook";

/**
 * What the editor calls besides commands. Hovers, completions, lenses, items, fixes and drops are called below, pages in
 * `pagesAsOf.test.ts` and links in `links.test.ts`; documents open with the commands of `windowAsOf.test.ts`.
 */
const providers = [
  "CodeActionsProvider features/notebook/lines/lineHints.ts",
  "CodeLensProvider features/dataset/datasets.ts",
  "CodeLensProvider features/documents/laterTabs.ts",
  "CodeLensProvider features/documents/panels/panelDocuments.ts",
  "CodeLensProvider features/notebook/lines/lineProviders.ts",
  "CompletionItemProvider features/notebook/lines/referenceLines.ts",
  "CustomEditorProvider features/chart/host/chartEditors.ts",
  "CustomEditorProvider features/chart/host/savedCharts.ts",
  "CustomEditorProvider features/documents/failedPages.ts",
  "CustomEditorProvider features/latest/latestEditors.ts",
  "DocumentDropEditProvider features/notebook/inserts.ts",
  "FileDecorationProvider features/documents/laterTabs.ts",
  "FileDecorationProvider features/documents/seriesDocuments.ts",
  "FileDecorationProvider features/documents/seriesDocuments.ts",
  "FileDecorationProvider features/pinned/offlineMarks.ts",
  "FileSystemProvider features/documents/seriesFileSystem.ts",
  "HoverProvider features/dataset/datasets.ts",
  "HoverProvider features/notebook/lines/referenceLines.ts",
  "NotebookCellStatusBarItemProvider features/notebook/lines/lineProviders.ts",
  "TextDocumentContentProvider editor/virtualDocuments.ts",
  "UriHandler extension.ts",
];

const commandLink = /\(command:([\w.]+)\?([^)]+)\)/g;
/** Opens a chart, which states that its forecasts are the latest. */
const opensChart = /^macroSignals\.open(?:Line)?Chart$/;

/** 8: nothing asks as many questions in a row. */
const mostAnswers = 8;
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

describe("code in a window with an as-of", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../frameWorker.cjs"));
  let bound: Instant;
  let folder: TemporaryFolder;
  let requests: PublishedRequests;
  let questions: AnsweredQuestions;

  before(async () => {
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
    bound = await setWindowAsOf();
  });
  beforeEach(() => {
    folder = temporaryFolder("code-as-of");
    const refused = /^Set This Window's As-Of$|^Forecasts have no as-of\. /;
    questions = new AnsweredQuestions({ refused, folder: vscode.Uri.file(folder.path) });
    requests = new PublishedRequests();
  });
  afterEach(async () => {
    await requests.settle();
    requests.dispose();
    questions.dispose();
    await closeWithoutSaving();
    folder.remove();
  });
  after(async () => {
    await backToLatest();
    worker.dispose();
  });

  const at = (name: string): string => path.join(folder.path, name);
  /** As of the window, of latest, and without an as-of. */
  const references = (): readonly SeriesRef[] => [
    { ...latestSignal("US"), asOf: bound },
    latestSignal("DE"),
    forecast,
  ];

  function linesOf(service: string): string {
    const lines = references().map((reference) =>
      formatReferenceLine({ reference, service }, commentStyles.hash),
    );
    return `${lines.join("\n\nx = 1\n\n")}\n\ncode = "INFL"\n`;
  }

  async function script(name: string, text: string): Promise<vscode.TextDocument> {
    writeFileSync(at(name), text);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(at(name)));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  async function run({ command, arguments: args = [] }: vscode.Command): Promise<void> {
    if (command === "") return;
    questions.answerNext(mostAnswers);
    await vscode.commands.executeCommand(command, ...(args as readonly unknown[]));
    await requests.settle();
    assert.deepEqual(laterIn(requests.paths, bound), [], command);
  }

  it("has no providers other than those tested here", () => {
    const source = path.join(__dirname, "../../../src");
    const names = readdirSync(source, { recursive: true, encoding: "utf8" });
    const found = names.flatMap((name) => {
      if (!name.endsWith(".ts")) return [];
      const text = readFileSync(path.join(source, name), "utf8");
      const calls = text.matchAll(/\.register(\w+(?:Provider|Handler))\(/g);
      return Array.from(calls, ([, what = ""]) => `${what} ${name.replaceAll("\\", "/")}`);
    });
    assert.deepEqual(found.toSorted(), providers);
  });

  it("requests nothing for a hover, and nothing later for the command in it", async () => {
    const document = await script("hover.py", linesOf("sample"));
    const commands: vscode.Command[] = [];
    for (let row = 0; row < document.lineCount; row++) {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        new vscode.Position(row, 9),
      );
      for (const content of hovers.flatMap(({ contents }) => contents)) {
        const words = content instanceof vscode.MarkdownString ? content.value : "";
        for (const [, command = "", query = ""] of words.matchAll(commandLink)) {
          const args = JSON.parse(decodeURIComponent(query)) as unknown[];
          commands.push({ title: "", command, arguments: args });
        }
      }
    }
    await requests.settle();
    assert.deepEqual(requests.paths, []);
    assert.ok(commands.length >= references().length);
    await runAll(commands);
  });

  it("requests nothing for completions, which have no newest values", async () => {
    const document = await script("completions.py", `${linesOf("sample")}x = df[""]\n`);
    const details: string[] = [];
    for (let row = 0; row < document.lineCount; row++) {
      const { text } = document.lineAt(row);
      const columns = Array.from(text.matchAll(/[/="]/g), ({ index }) => index + 1);
      for (const column of columns) {
        const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
          "vscode.executeCompletionItemProvider",
          document.uri,
          new vscode.Position(row, column),
          undefined,
          1,
        );
        for (const { label } of items) {
          if (typeof label !== "string" && label.detail !== undefined) details.push(label.detail);
        }
      }
    }
    await requests.settle();
    assert.deepEqual(requests.paths, []);
    assert.deepEqual(
      details.filter((detail) => /\d/.test(detail)),
      [],
    );
  });

  it("requests nothing later for the commands above lines, nor the newest unasked", async () => {
    const document = await script("lenses.py", linesOf("sample"));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
      100,
    );
    const commands = lenses.flatMap(({ command }) => command ?? []);
    // Those of a vintage have one more.
    assert.equal(commands.length, 4 * references().length + 1);
    await runAll(commands);
    const asked = questions.asked.filter((words) => words.startsWith("Forecasts have no as-of"));
    // Refresh and Show Drift of the forecast.
    assert.equal(asked.length, 2);
    assert.ok(asOfsIn(requests.paths).length > 0);
  });

  it("requests nothing later for the commands above a dataset, and nothing for its hovers", async () => {
    const tables = {
      infl: { series: "signals/INFL/2/country_iso=SK" },
      past: {
        vintages: ["signals/INFL/2/country_iso=SK"],
        asOfs: { every: "year", from: "2023-12-31", to: "2099-12-31" },
      },
    };
    const text = JSON.stringify({ macrodata: 1, service: "sample", kind: "FIT", tables }, null, 2);
    const document = await script("study.macrodata.json", text);
    const lenses = async (): Promise<readonly vscode.Command[]> => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        document.uri,
        100,
      );
      return found.flatMap(({ command }) => command ?? []);
    };
    await runAll(await lenses());
    assert.ok(asOfsIn(requests.paths).length > 0);
    const count = requests.paths.length;
    const hovered = ['"infl"', '"past"', '"signals'].map(async (words) => {
      const position = document.positionAt(text.indexOf(words) + 2);
      return vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        position,
      );
    });
    for (const hovers of await Promise.all(hovered)) assert.ok(hovers.length > 0);
    await requests.settle();
    assert.deepEqual(requests.paths.slice(count), []);
    const locked = await lenses();
    assert.equal(locked.filter(({ command }) => command !== "").length, 5);
    await runAll(locked);
  });

  it("requests nothing later for the items below cells", async () => {
    const text = linesOf("sample");
    writeNotebook(at("cells.ipynb"), [{ languageId: "python", text }]);
    const { notebook } = await openNotebook(at("cells.ipynb"));
    const sample = { kind: "sample", id: sampleConnection, name: "Sample" } as const;
    const connections = { services: [], active: undefined, sample };
    const onDidChange = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const lines = new LineProviders({ ...connections, onDidChange });
    const items = await lines.provideCellStatusBarItems(notebook.cellAt(0));
    lines.dispose();
    await runAll(items.flatMap(({ command }) => (typeof command === "object" ? [command] : [])));
    assert.ok(asOfsIn(requests.paths).length > 0);
  });

  it("requests nothing later for the fixes of a line of latest", async () => {
    const document = await script("fixes.py", linesOf("sample"));
    await until("the hint", () => vscode.languages.getDiagnostics(document.uri)[0]);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    const commands = actions.flatMap(({ command }) =>
      command?.command.startsWith("macroSignals.") === true ? [command] : [],
    );
    assert.equal(commands.length, 2);
    await runAll(commands);
  });

  /** Charts come last: their requests follow when their pages have loaded. */
  async function runAll(commands: readonly vscode.Command[]): Promise<void> {
    const isChart = ({ command }: vscode.Command): boolean => opensChart.test(command);
    const start = requests.paths.length;
    for (const command of commands.filter((each) => !isChart(each))) await run(command);
    assert.deepEqual(newestIn(requests.paths.slice(start)), []);
    for (const command of commands.filter(isChart)) await run(command);
  }

  it("requests nothing later for rows dropped into scripts and cells, nor the newest unasked", async () => {
    const { url, key } = hostSetting().sample;
    const services = new TestServices(url, worker, { key });
    services.gate.set(bound);
    const reporter = { report: () => Promise.resolve() };
    const context = windowContext();
    const drops = new SeriesDrops({
      ...{ services, worker, context, reporter },
      workspaceState: memento(),
    });
    writeNotebook(at("drops.ipynb"), [{ languageId: "python", text: "a = 1" }]);
    const { notebook } = await openNotebook(at("drops.ipynb"));
    const documents = [
      notebook.cellAt(0).document,
      await script("a.py", "a = 1\n"),
      await script("a.r", "a <- 1\n"),
      await script("a.sql", "SELECT 1;\n"),
      await script("a.md", "# Notes\n"),
    ];
    assert.equal(documents.length, Object.keys(languages).length + 1);
    for (const document of documents) {
      for (const reference of references()) {
        const { token } = new vscode.CancellationTokenSource();
        const dragged = new vscode.DataTransfer();
        await rowDragging.handleDrag?.(
          [{ target: { connectionId: "acme", reference } }],
          dragged,
          token,
        );
        questions.answerNext(mostAnswers);
        const start = new vscode.Position(0, 0);
        await drops.provideDocumentDropEdits(document, start, dragged, token);
      }
    }
    await requests.settle();
    drops.dispose();
    services.dispose();
    assert.ok(asOfsIn(requests.paths).length > 0);
    assert.deepEqual([laterIn(requests.paths, bound), newestIn(requests.paths)], [[], []]);
    const asked = questions.asked.filter((words) => words.startsWith("Forecasts have no as-of"));
    assert.equal(asked.length, documents.length);
  });
});
