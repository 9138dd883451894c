import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { fetchDataset } from "../../../src/dataset/fetchDataset";
import { type DatasetLock } from "../../../src/dataset/lock";
import { parseDatasetSpec } from "../../../src/dataset/parseSpec";
import { type DatasetSpec } from "../../../src/dataset/spec";
import { serviceNameOf } from "../../../src/connect/connection";
import { openTable } from "../../../src/features/dataset/openTable";
import { insertTable, type TableOfDataset } from "../../../src/features/notebook/insertTable";
import { RecentEditors } from "../../../src/features/notebook/recentEditors";
import { acceptAll } from "../../support/acceptAll";
import { LineBench } from "../../support/lineBench";
import { memento } from "../../support/memento";
import { closeWithoutSaving } from "../../support/openedNotebook";
import { pastAsOf, sampleSignal } from "../../support/sampleSeries";
import { windowContext } from "../../support/windowContext";

describe("inserting a table of a dataset", function () {
  this.timeout(60_000);
  const recent = new RecentEditors();
  let bench: LineBench;
  let failures: string[];
  beforeEach(() => {
    bench = new LineBench();
    failures = [];
  });
  afterEach(async () => {
    await closeWithoutSaving();
    await bench.dispose();
  });
  after(() => recent.dispose());

  /** A dataset in the folder `sets`, fetched. */
  async function fetched(
    tables: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly uri: vscode.Uri; readonly spec: DatasetSpec; readonly lock: DatasetLock }> {
    const { connection } = bench.services;
    const service = serviceNameOf(connection);
    const output = { folder: "data", format: "csv" };
    const head = { macrodata: 1, service, kind: "FIT", asOf: pastAsOf, output };
    const parsed = parseDatasetSpec(JSON.stringify({ ...head, tables }));
    assert.ok("spec" in parsed);
    const { client, series, catalog } = await bench.services.get(connection.id);
    const { worker } = bench;
    const source = { client, series, catalog, worker, service, isSample: false };
    const root = path.join(bench.path, "sets");
    const uri = vscode.Uri.file(path.join(root, "study.macrodata.json"));
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(root));
    writeFileSync(uri.fsPath, JSON.stringify({ ...head, tables }));
    const { spec } = parsed;
    const { lock } = await fetchDataset(
      source,
      { root, name: "study", spec },
      {
        signal: new AbortController().signal,
      },
    );
    return { uri, spec, lock };
  }

  async function inserted(table: TableOfDataset, file = "study.py"): Promise<string> {
    const document = await bench.script("", file);
    const { services, worker, connections } = bench;
    const report = (error: unknown): Promise<void> => {
      failures.push(String(error));
      return Promise.resolve();
    };
    const parts = { services, worker, connections, recent, reporter: { report } };
    const all = { ...parts, workspaceState: memento(), context: windowContext() };
    await acceptAll(insertTable(all, table));
    return document.getText();
  }

  it("reads its file, below a line that names the dataset", async () => {
    const { uri: dataset } = await fetched({
      us: { series: "signals/INFL/2/country_iso=US" },
      all: { panel: "signals/INFL/2/country_iso=*" },
    });
    const connectionId = bench.services.connection.id;
    const reference = { ...sampleSignal("US"), asOf: pastAsOf };
    const at = (name: string): vscode.Uri => vscode.Uri.joinPath(dataset, "..", "data", name);
    const us = { dataset, location: at("us.csv"), target: { connectionId, reference } };
    const text = await inserted(us);
    assert.deepEqual(failures, []);
    assert.match(text, /^# macro-signals: .*\/FIT\/\w+ @ \S+ from sets\/study\.macrodata\.json$/m);
    assert.match(text, /"sets\/data\/us\.csv"/);
    const [header = ""] = readFileSync(us.location.fsPath, "utf8").split("\n");
    for (const name of header.trim().split(",").slice(1))
      assert.ok(text.includes(`"${name}"`), name);
    assert.match(await inserted(us, "study.R"), / from sets\/study\.macrodata\.json$/m);
    assert.equal(
      await inserted(
        { ...us, dataset: vscode.Uri.file(path.resolve("/x.macrodata.json")) },
        "a.py",
      ),
      "",
    );
    assert.match(failures.join(), /the dataset is not in the folder of a\.py or below/);
  });

  it("reads vintages whatever their table is called, and names the dataset", async () => {
    const { uri, spec, lock } = await fetched({
      history: { vintages: ["signals/INFL/2/country_iso=US"], asOfs: ["2024-01-31", "2024-02-29"] },
    });
    const { gate } = bench.services;
    const tables: TableOfDataset[] = [];
    const insert = (table: TableOfDataset): Promise<void> =>
      Promise.resolve(void tables.push(table));
    const dataset = { uri, root: path.dirname(uri.fsPath), name: "study", spec };
    await acceptAll(openTable(dataset, lock, { connection: undefined, gate, insert }));
    const [table] = tables;
    assert.ok(table);
    const text = await inserted(table);
    assert.deepEqual(failures, []);
    assert.match(text, /^# from sets\/study\.macrodata\.json\n/);
    assert.match(text, /"sets\/data\/history\.csv"[^]*^history_known = pd\.merge_asof\($/m);
  });
});
