import assert from "node:assert/strict";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "../../../src/store/frameWorker";
import { fetchTable } from "../../../src/store/tables";
import {
  type SaveParts,
  type SaveRequest,
  saveTable,
  writeTable,
} from "../../../src/features/documents/save/saveTable";
import { saveTitles } from "../../../src/features/documents/save/saveText";
import { tableSources } from "../../../src/connect/tableSources";
import { WriteError } from "../../../src/editor/files/writeLocation";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { FullFileSystem } from "../../support/fullFileSystem";
import { hostSetting } from "../../support/hostResult";
import { pastPanel } from "../../support/openedPanels";
import { type TestServer, startServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";

const target = { connectionId: "acme", reference: pastPanel("INFL", 2, { country_iso: "*" }) };
const other = { connectionId: "acme", reference: pastPanel("INFL", 1, { country_iso: "*" }) };

describe("saving a panel of a service that fails", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  const { workspace } = hostSetting();
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);
  let server: TestServer;
  let services: TestServices;
  let broken: Set<string>;
  let reported: FailureContext[];
  let options: SaveParts;

  before(() => dialog(true));
  beforeEach(async () => {
    [broken, reported] = [new Set(), []];
    server = await startServer((request, response) => {
      const country = /[?&]country_iso=([^&]*)/.exec(request.url ?? "")?.[1];
      const version = Number(/signal\/INFL\/(\d)/.exec(request.url ?? "")?.[1]);
      const tags = [{ kind: "country_iso", values: ["DE", "US"] }];
      if (country === undefined) {
        response.end(JSON.stringify({ code: "INFL", version, name: "Inflation", tags }));
        return;
      }
      if (broken.has(country)) response.statusCode = 400;
      response.end(`Date,Level\n2024-01-02,${version}\n`);
    });
    services = new TestServices(server.origin, worker, { key: "key", transferFormat: "csv" });
    const reporter = {
      report: (_: unknown, context: FailureContext): Promise<void> => {
        reported.push(context);
        return Promise.resolve();
      },
    };
    options = { services, worker, reporter };
  });
  afterEach(async () => {
    services.dispose();
    await server.close();
    for (const name of saved()) rmSync(path.join(workspace, name));
    await vscode.commands.executeCommand("notifications.clearAll");
  });
  after(async () => {
    await dialog(undefined);
    worker.dispose();
  });

  const saved = (): string[] => readdirSync(workspace).filter((name) => name.startsWith("INFL-v"));
  const linesOf = (name: string): string[] =>
    readFileSync(path.join(workspace, name), "utf8").trimEnd().split("\n");
  const content = { kind: "panel", member: target } as const;
  const layout = { kind: "long" } as const;
  const long = { content, format: "csv", layout } as const;

  /** Answers the question where to, as offered. */
  async function save(request: SaveRequest): Promise<void> {
    await saveTable(options, request, await saveTitles(request.content, services));
  }

  async function accepted(): Promise<string> {
    return until("the file", () => {
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return saved()[0];
    });
  }

  it("writes what came, and after Retry all of it into the same file", async () => {
    broken.add("US");
    const saving = save(long);
    const name = await accepted();
    await saving;
    assert.deepEqual(linesOf(name), ["Date,country_iso,Level", "2024-01-02,DE,2"]);
    broken.clear();
    const { offers } = await until("the message", () => reported[0]);
    assert.equal(offers?.[0]?.title, "Retry");
    await offers[0].run();
    assert.deepEqual(saved(), [name]);
    assert.deepEqual(linesOf(name).slice(1), ["2024-01-02,DE,2", "2024-01-02,US,2"]);
    assert.equal(reported.length, 1);
  });

  it("joins what came of several, and after Retry all of it in the same file", async () => {
    broken.add("US");
    const members = [target, other];
    const joined = { content: { kind: "join", members }, format: "parquet", layout } as const;
    const saving = save(joined);
    const name = await until("the table", () => {
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return readdirSync(workspace).find((each) => each.endsWith(".parquet"));
    });
    await saving;
    const file = path.join(workspace, name);
    try {
      const { length } = readFileSync(file);
      broken.clear();
      const { offers } = await until("the message", () => reported[0]);
      assert.equal(offers?.[0]?.title, "Retry");
      await offers[0].run();
      assert.notEqual(readFileSync(file).length, length);
      assert.equal(readdirSync(workspace).filter((each) => each.endsWith(".parquet")).length, 1);
    } finally {
      rmSync(file);
    }
  });

  it("writes nothing and tells nothing when the question where to is left", async () => {
    let isDone = false;
    const saving = save(long).then(() => (isDone = true));
    await until("the answer", () => {
      void vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      return isDone ? true : undefined;
    });
    await saving;
    assert.deepEqual([saved(), reported], [[], []]);
  });

  it("leaves nothing behind on a full disk and in a folder that cannot be written to", async () => {
    const files = new FullFileSystem();
    const scheme = "macro-signals-full-panel";
    const registration = vscode.workspace.registerFileSystemProvider(scheme, files);
    const location = vscode.Uri.from({ scheme, path: "/folder/panel.csv" });
    try {
      const table = await fetchTable(tableSources(services), content);
      const writing = (): Promise<unknown> => writeTable(worker, table, {}, location);
      files.isFull = true;
      await assert.rejects(writing(), WriteError);
      assert.deepEqual(files.contents(), {});
      files.empty();
      files.isProtected = true;
      await assert.rejects(writing(), {
        message: "the folder /folder is not writable",
      });
      assert.deepEqual(files.contents(), {});
    } finally {
      registration.dispose();
    }
  });
});
