import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "../../../src/store/frameWorker";
import { WriteError } from "../../../src/editor/files/writeLocation";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { DataFolder } from "../../../src/features/notebook/dataFolder";
import {
  type InsertFlowDependencies,
  insertSeries,
} from "../../../src/features/notebook/insertFlow";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { acceptAll } from "../../support/acceptAll";
import { FullFileSystem } from "../../support/fullFileSystem";
import { hostSetting } from "../../support/hostResult";
import { memento } from "../../support/memento";
import { closeWithoutSaving } from "../../support/openedNotebook";
import { rejection } from "../../support/rejection";
import { pastAsOf } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { type PanelTarget } from "../../../src/shared/place";
import { windowContext } from "../../support/windowContext";
import { withMembers } from "../../support/withMembers";
import { RecentEditors } from "../../../src/features/notebook/recentEditors";

const target: PanelTarget = {
  connectionId: "acme",
  reference: {
    family: "panel",
    code: "INFL",
    version: 2,
    tags: { country_iso: ["DE", "US"] },
    dataKind: "FIT",
    asOf: pastAsOf,
  },
};

describe("inserting a panel that cannot be", function () {
  this.timeout(60_000);
  const scheme = "macro-signals-full-panels";
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  const recent = new RecentEditors();
  after(() => recent.dispose());
  const disk = new FullFileSystem();
  let registration: vscode.Disposable;
  let services: TestServices;
  let maker: CodeMaker;
  let folder: TemporaryFolder;

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider(scheme, disk);
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    maker = new CodeMaker(services, new DataFolder(worker), {
      format: "parquet",
      worker,
    });
  });
  beforeEach(() => {
    disk.empty();
    folder = temporaryFolder("insert-panel-failures");
  });
  afterEach(async () => {
    await closeWithoutSaving();
    folder.remove();
  });
  after(() => {
    registration.dispose();
    services.dispose();
    worker.dispose();
  });

  const placeIn = (home: vscode.Uri): { language: "python"; way: "file"; folder: vscode.Uri } => ({
    language: "python",
    way: "file",
    folder: home,
  });
  const onDisk = vscode.Uri.from({ scheme, path: "/notebooks" });

  it("leaves nothing behind when it is cancelled while its file is written", async () => {
    await maker.fetch([{ target }]);
    // What is kept is not written ahead.
    const all = await maker.fetch([{ target }]);
    const cancel = new AbortController();
    const place = placeIn(vscode.Uri.file(folder.path));
    const during: string[] = [];
    const writing = maker.write(all, place, cancel.signal, () => {
      during.push(...readdirSync(folder.path));
      cancel.abort();
    });
    await assert.rejects(writing, { name: "AbortError" });
    assert.ok(during.includes("data"));
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("leaves nothing behind when it is cancelled though all was written ahead", async () => {
    const all = await maker.fetch([
      { target: { ...target, reference: { ...target.reference, dataKind: "SNAP" } } },
    ]);
    assert.ok((await all.panels[0]?.panel.prefetched?.blocks) !== undefined);
    const cancel = new AbortController();
    const writing = maker.write(all, placeIn(vscode.Uri.file(folder.path)), cancel.signal);
    cancel.abort();
    await assert.rejects(writing, { name: "AbortError" });
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("leaves nothing behind where there is no room", async () => {
    disk.isFull = true;
    const error = await rejection(maker.make([{ target }], placeIn(onDisk)), WriteError);
    assert.match(error.message, /no space left|no room|full/i);
    assert.deepEqual(disk.contents(), {});
  });

  it("says that a folder cannot be written to", async () => {
    disk.isProtected = true;
    const error = await rejection(maker.make([{ target }], placeIn(onDisk)), WriteError);
    assert.equal(error.message, "the folder /notebooks/data is not writable");
    assert.deepEqual(disk.contents(), {});
  });

  /** As they are told, and the text of the script. */
  async function insertInto(
    document: vscode.TextDocument,
  ): Promise<(readonly [error: unknown, context: FailureContext])[]> {
    const reported: (readonly [unknown, FailureContext])[] = [];
    const parts: InsertFlowDependencies = {
      services,
      worker,
      workspaceState: memento(),
      context: windowContext(),
      reporter: {
        report: (error, context) => {
          reported.push([error, context]);
          return Promise.resolve();
        },
      },
      recent: withMembers(recent, { documents: [document] }),
    };
    await acceptAll(insertSeries(parts, { subjects: [{ target }], inheritKind: true }));
    await until("the message", () => reported[0]);
    return reported;
  }

  it("changes no text, and is told once, with a way to try again", async () => {
    const file = path.join(folder.path, "a.py");
    writeFileSync(file, "# %%\n");
    const data = path.join(folder.path, "data");
    writeFileSync(data, "mine");
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const [first, ...others] = await insertInto(document);
    assert.deepEqual(others, []);
    assert.match(String(first?.[0]), /^WriteError: .*data is not a folder$/);
    assert.equal(typeof first?.[1].retry, "function");
    assert.deepEqual([document.getText(), document.isDirty], ["# %%\n", false]);
    assert.deepEqual(readdirSync(folder.path).sort(), ["a.py", "data"]);
    assert.equal(readFileSync(data, "utf8"), "mine");
  });
});
