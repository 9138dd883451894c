import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { parseDatasetLock } from "../../../src/dataset/lock";
import { digestOfFile } from "../../../src/dataset/staging";
import { serviceNameOf } from "../../../src/connect/connection";
import { type ReferenceLinesOptions } from "../../../src/features/notebook/lines/referenceLines";
import { freezeNotebook } from "../../../src/features/dataset/freezeNotebook";
import { acceptAll } from "../../support/acceptAll";
import { LineBench } from "../../support/lineBench";
import { cellTexts, closeWithoutSaving } from "../../support/openedNotebook";
import { sampleSignal } from "../../support/sampleSeries";
import { temporaryFolder } from "../../support/temporaryFolder";
import { until } from "../../support/until";

describe("freezing a notebook into a dataset", () => {
  let bench: LineBench;

  before(() => vscode.extensions.getExtension("macro-signals.macro-signals")?.activate());
  beforeEach(() => {
    bench = new LineBench();
  });
  afterEach(async () => {
    await closeWithoutSaving();
    await bench.dispose();
  });

  const freeze = (): Promise<void> =>
    freezeNotebook(bench as unknown as ReferenceLinesOptions, async () => {
      const { connection } = bench.services;
      const { client, series, catalog } = await bench.services.get(connection.id);
      const { worker } = bench;
      const service = serviceNameOf(connection);
      return { client, series, catalog, worker, service, isSample: false };
    });

  it("writes files, spec and lock, and changes lines and code in one edit that Undo reverts", async () => {
    const us = await bench.code(sampleSignal(), "file");
    const de = await bench.code(sampleSignal("DE"), "file");
    const notebook = await bench.notebook(us, `${de}\nprint(1)`);
    const before = cellTexts(notebook);
    await acceptAll(freeze());
    const spec = path.join(bench.path, "study.macrodata.json");
    assert.ok(existsSync(spec));
    const lock = parseDatasetLock(
      readFileSync(path.join(bench.path, "study.macrodata.lock.json"), "utf8"),
    );
    assert.deepEqual(
      lock.files.map((file) => file.path),
      ["study/INFL-DE.parquet", "study/INFL-US.parquet"],
    );
    for (const file of lock.files) {
      assert.equal(await digestOfFile(path.join(bench.path, file.path)), file.sha256);
    }
    const [first, second] = cellTexts(notebook).map(([, text]) => text);
    assert.match(first ?? "", /^# macro-signals: .* from study\.macrodata\.json$/m);
    assert.match(first ?? "", /"study\/INFL-US\.parquet"/);
    assert.match(second ?? "", /"study\/INFL-DE\.parquet"[^]*print\(1\)$/);
    // In a cell: the list of cells takes back what happened to cells as such.
    await vscode.commands.executeCommand("notebook.cell.edit");
    await vscode.commands.executeCommand("undo");
    const isBefore = (): boolean => JSON.stringify(cellTexts(notebook)) === JSON.stringify(before);
    await until("both cells as they were", () => isBefore() || undefined);
  });

  it("says how many lines it has frozen", async () => {
    const { showInformationMessage } = vscode.window;
    const said: string[] = [];
    const show = (words: string): Promise<void> => Promise.resolve(void said.push(words));
    Object.assign(vscode.window, { showInformationMessage: show });
    await bench.script(await bench.code(sampleSignal(), "file"));
    await acceptAll(freeze());
    Object.assign(vscode.window, { showInformationMessage });
    assert.deepEqual(said, ["Froze 1 reference line into study."]);
  });

  it("makes nothing behind a link", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file"));
    const before = document.getText();
    const outside = temporaryFolder("outside");
    symlinkSync(outside.path, path.join(bench.path, "sets"), "junction");
    const original = vscode.window.createInputBox;
    try {
      vscode.window.createInputBox = () => {
        const box = original();
        queueMicrotask(() => (box.value = "sets/new/study"));
        return box;
      };
      await assert.rejects(acceptAll(freeze()), { name: "DatasetPathError" });
    } finally {
      vscode.window.createInputBox = original;
    }
    assert.deepEqual(readdirSync(outside.path), []);
    assert.equal(document.getText(), before);
    outside.remove();
  });

  it("says that reference lines lead to no other folder", async () => {
    await bench.script(await bench.code(sampleSignal(), "file"));
    const original = vscode.window.createInputBox;
    let problem: unknown;
    try {
      vscode.window.createInputBox = () => {
        const box = original();
        queueMicrotask(() => (box.value = "../data/study"));
        const refused = (): unknown => {
          const words = box.validationMessage;
          const isNote =
            typeof words === "object" && words.severity === vscode.InputBoxValidationSeverity.Info;
          return isNote ? undefined : words;
        };
        void until("the refusal", refused).then((words) => {
          problem = words;
          box.hide();
        });
        return box;
      };
      await acceptAll(freeze());
    } finally {
      vscode.window.createInputBox = original;
    }
    assert.match(JSON.stringify(problem), /in the folder of the notebook or script, or below it/);
  });

  it("leaves the text as it was, and no dataset, when the fetch fails", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "file"));
    const before = document.getText();
    const failing = freezeNotebook(bench as unknown as ReferenceLinesOptions, async () => {
      const { connection } = bench.services;
      const { client, series, catalog } = await bench.services.get(connection.id);
      const { worker } = bench;
      return { client, series, catalog, worker, service: "elsewhere", isSample: false };
    });
    await assert.rejects(acceptAll(failing), { name: "DatasetServiceError" });
    assert.equal(document.getText(), before);
    assert.ok(!existsSync(path.join(bench.path, "study.macrodata.json")));
  });
});
