import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { formatDatasetLock, specDigest } from "../../../src/dataset/lock";
import { parseDatasetSpec } from "../../../src/dataset/parseSpec";
import { type Instant } from "../../../src/shared/instant";
import { signalRef } from "../../../src/shared/reference";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { datasetHover } from "../../../src/features/dataset/datasetHover";
import { Datasets } from "../../../src/features/dataset/datasets";
import { LineBench } from "../../support/lineBench";
import { closeWithoutSaving } from "../../support/openedNotebook";
import { nextEvent } from "../../support/nextEvent";

const good = `{
  "macrodata": 1,
  "service": "sample",
  "kind": "FIT",
  "tables": {
    "inflation": { "panel": "signals/INFL/2/country_iso=*" }
  }
}
`;
const asOf = "20240628T235959Z" as Instant;
const values = `macro-values/1:${"ab".repeat(32)}`;

function signal(country: string): ReturnType<typeof signalRef> {
  const tags = { country_iso: country };
  return signalRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf });
}

/** The lock that a fetch of {@link good} could write. */
function lockText(): string {
  const parsed = parseDatasetSpec(good);
  assert.ok("spec" in parsed);
  return formatDatasetLock({
    ...{ service: "sample", asOf, spec: specDigest(parsed.spec), files: [] },
    series: [
      {
        ...{ table: "inflation", reference: signal("DE"), rows: 8_778, values, settled: true },
        ...{ first: 7_305, last: 19_902 },
      },
      { table: "inflation", reference: signal("XK"), absent: 404 },
    ],
  });
}

describe("a dataset in an editor", () => {
  let bench: LineBench;

  before(() => vscode.extensions.getExtension("macro-signals.macro-signals")?.activate());
  beforeEach(() => {
    bench = new LineBench();
  });
  afterEach(async () => {
    await closeWithoutSaving();
    await bench.dispose();
  });

  const lensesOf = async ({ uri }: vscode.TextDocument): Promise<readonly string[]> => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      uri,
    );
    return lenses.map(({ command }) => command?.title ?? "");
  };
  const hoverAt = async (document: vscode.TextDocument, text: string): Promise<string> => {
    const position = document.positionAt(document.getText().indexOf(text) + 2);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      position,
    );
    const contents = hovers.flatMap((hover) => hover.contents as vscode.MarkdownString[]);
    return contents.map(({ value }) => value).join("\n");
  };
  const ownProblems = ({ uri }: vscode.TextDocument): readonly vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "macro-signals");
  const problemsOf = async (
    document: vscode.TextDocument,
    isDone: (problems: readonly vscode.Diagnostic[]) => boolean,
  ): Promise<readonly vscode.Diagnostic[]> => {
    while (!isDone(ownProblems(document))) await nextEvent(vscode.languages.onDidChangeDiagnostics);
    return ownProblems(document);
  };

  it("shows its faults where they are, and none once they are mended", async () => {
    const wrong = good.replace('"kind": "FIT"', '"kind": "fit",\n  "apiKey": "x"');
    const document = await bench.script(wrong, "study.macrodata.json");
    const found = await problemsOf(document, ({ length }) => length > 1);
    const places = found.map(({ range, code }) => [code, range.start.line, range.start.character]);
    assert.deepEqual(places, [
      ["kind", 3, 10],
      ["secret", 4, 2],
    ]);
    assert.match(found[1]?.message ?? "", /Never put a key in this file/);
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, good);
    await vscode.workspace.applyEdit(edit);
    assert.deepEqual(await problemsOf(document, ({ length }) => length === 0), []);
  });

  it("warns of a service without a connection, and of nothing else", async () => {
    const text = good.replace('"sample"', '"https://elsewhere.example"');
    const document = await bench.script(text, "study.macrodata.json");
    const [found, ...others] = await problemsOf(document, ({ length }) => length > 0);
    assert.equal(found?.message, "There is no connection to https://elsewhere.example.");
    assert.equal(document.getText(found.range), '"https://elsewhere.example"');
    assert.deepEqual(others, []);
  });

  it("has lenses for what can be done, and says what its lock is of", async () => {
    const document = await bench.script(good, "study.macrodata.json");
    assert.deepEqual(await lensesOf(document), ["Not fetched yet", "Fetch"]);
    const file = path.join(bench.path, "study.macrodata.lock.json");
    writeFileSync(file, lockText());
    const actions = ["Fetch", "Verify…", "Restore", "Report Drift", "Open…"];
    assert.deepEqual(await lensesOf(document), ["2 series · as of 28 Jun 2024", ...actions]);
    writeFileSync(file, "<<<<<<< HEAD\n");
    assert.deepEqual(await lensesOf(document), ["$(warning) The lock cannot be read", ...actions]);
    writeFileSync(file, lockText().replace(/sha256:[0-9a-f]+/, `sha256:${"cd".repeat(32)}`));
    assert.deepEqual(await lensesOf(document), [
      "$(warning) 2 series · as of 28 Jun 2024",
      "changed since the last fetch",
      ...actions,
    ]);
    rmSync(file);
  });

  it("shows the coverage of a table and of a reference, from the lock", async () => {
    const document = await bench.script(good, "study.macrodata.json");
    writeFileSync(path.join(bench.path, "study.macrodata.lock.json"), lockText());
    const words =
      /In the lock: 1 series, 8,778 rows, 1 Jan 1990 to 28 Jun 2024\\?\. Absent: INFL XK/;
    assert.match(await hoverAt(document, '"inflation"'), words);
    assert.match(await hoverAt(document, '"signals/INFL'), words);
    assert.equal(await hoverAt(document, '"FIT"'), "");
  });

  it("shows no series of the lock that are later than the window's as-of", async () => {
    const document = await bench.script(good, "study.macrodata.json");
    const parsed = parseDatasetSpec(good);
    assert.ok("spec" in parsed);
    const early = { ...signal("FR"), asOf: "20240131T235959Z" as Instant };
    const line = { table: "inflation", values, settled: true, first: 7_305 } as const;
    const lock = formatDatasetLock({
      ...{ service: "sample", asOf, spec: specDigest(parsed.spec), files: [] },
      series: [
        { ...line, reference: early, rows: 8_000, last: 19_753 },
        { ...line, reference: signal("DE"), rows: 8_778, last: 19_902 },
      ],
    });
    writeFileSync(path.join(bench.path, "study.macrodata.lock.json"), lock);
    const { token } = new vscode.CancellationTokenSource();
    const position = document.positionAt(good.indexOf('"inflation"') + 2);
    const shown = async (): Promise<string> => {
      const hover = await datasetHover(document, position, bench, token);
      return hover?.contents.map((each) => (each as vscode.MarkdownString).value).join() ?? "";
    };
    bench.services.gate.set(asOf);
    assert.match(await shown(), /2 series, 16,778 rows, 1 Jan 1990 to 28 Jun 2024$/);
    bench.services.gate.set("20240627T235959Z" as Instant);
    assert.match(await shown(), /1 series, 8,000 rows, 1 Jan 1990 to 31 Jan 2024$/);
    bench.services.gate.set("20240130T235959Z" as Instant);
    assert.equal(await shown(), "");
  });

  it("is text and nothing else in an untrusted workspace", async () => {
    const log = vscode.window.createOutputChannel("datasets", { log: true });
    const { services, worker } = bench;
    const onDidChange = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    const connections = { ...bench.connections, onDidChange };
    const parts = { services, connections, worker, failures: new FailureReporter(log) };
    const datasets = new Datasets(parts as never, () => false);
    const told: string[] = [];
    const original = vscode.window.showInformationMessage;
    try {
      const document = await bench.script(good, "study.macrodata.json");
      writeFileSync(path.join(bench.path, "study.macrodata.lock.json"), lockText());
      const { token } = new vscode.CancellationTokenSource();
      const position = document.positionAt(good.indexOf('"inflation"') + 2);
      assert.deepEqual(await datasets.provideCodeLenses(document), []);
      assert.equal(await datasets.provideHover(document, position, token), undefined);
      Object.assign(vscode.window, {
        showInformationMessage: (words: string) => Promise.resolve(void told.push(words)),
      });
      const actions = await datasets.actions();
      for (const name of ["fetch", "verify", "restore", "reportDrift"] as const) {
        await actions[name](document.uri);
      }
      await actions.open(document.uri, undefined as never);
    } finally {
      Object.assign(vscode.window, { showInformationMessage: original });
      datasets.dispose();
      log.dispose();
    }
    const words = "Datasets can be fetched and verified only in a trusted workspace.";
    assert.deepEqual(
      told,
      Array.from({ length: 5 }, () => words),
    );
  });
});
