import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { dayOfIso } from "../../../src/shared/day";
import { endOfDay, type Instant } from "../../../src/shared/instant";
import { type SignalRef } from "../../../src/shared/reference";
import { vintageFiles } from "../../../src/store/vintageFiles";
import { tableSources } from "../../../src/connect/tableSources";
import { insertVintages } from "../../../src/features/notebook/insertVintages";
import { type InsertChoice, RememberedChoice } from "../../../src/features/notebook/insertChoice";
import { RecentEditors } from "../../../src/features/notebook/recentEditors";
import { acceptAll } from "../../support/acceptAll";
import { LineBench } from "../../support/lineBench";
import { memento } from "../../support/memento";
import { closeWithoutSaving } from "../../support/openedNotebook";
import { sampleSignal } from "../../support/sampleSeries";
import { windowContext } from "../../support/windowContext";

const asOfs = ["2024-01-31", "2024-02-29"].map((day) => endOfDay(dayOfIso(day) ?? Number.NaN));

describe("inserting a saved table of vintages", function () {
  this.timeout(60_000);
  const recent = new RecentEditors();
  let bench: LineBench;
  let failures: unknown[];
  beforeEach(() => {
    bench = new LineBench();
    failures = [];
  });
  afterEach(async () => {
    await closeWithoutSaving();
    await bench.dispose();
  });
  after(() => recent.dispose());

  async function saved(
    name: string,
    format: "parquet" | "csv",
    isPartitioned: boolean,
    members: readonly SignalRef[] = [sampleSignal("US"), sampleSignal("DE")],
  ): Promise<vscode.Uri> {
    const source = await tableSources(bench.services).get("acme");
    const files = vintageFiles(
      bench.worker,
      { source, members, asOfs },
      { name, format, isPartitioned },
      {},
    );
    for await (const file of files) {
      const location = path.join(bench.path, "data", file.path);
      mkdirSync(path.dirname(location), { recursive: true });
      const blocks: Uint8Array[] = [];
      for await (const block of file.blocks) blocks.push(block);
      writeFileSync(location, Buffer.concat(blocks));
    }
    const place = isPartitioned ? name : `${name}.${format}`;
    return vscode.Uri.file(path.join(bench.path, "data", place));
  }

  /** The text of a script, after the answer to at most one question. */
  async function inserted(
    location: vscode.Uri,
    file = "study.py",
    last?: InsertChoice,
  ): Promise<string> {
    const script = vscode.Uri.file(path.join(bench.path, file));
    writeFileSync(script.fsPath, "");
    const document = await vscode.workspace.openTextDocument(script);
    await vscode.window.showTextDocument(document);
    const { services, worker, connections } = bench;
    const reporter = { report: (error: unknown) => Promise.resolve(void failures.push(error)) };
    const parts = { services, worker, connections, recent, reporter };
    const workspaceState = memento();
    if (last !== undefined) await new RememberedChoice(workspaceState, "vintages").remember(last);
    const all = { ...parts, workspaceState, context: windowContext() };
    await acceptAll(insertVintages(all, location));
    return document.getText();
  }

  it("reads a file by the path from the script, into a table named after it", async () => {
    const text = await inserted(await saved("INFL-v2_2-vintages_asof-20240131", "csv", false));
    assert.deepEqual(failures, []);
    assert.match(text, /parent\s+\/ "data\/INFL-v2_2-vintages_asof-20240131.csv"/);
    assert.match(text, /^infl_v2_2_vintages = pd\.read_csv\($/m);
    assert.match(text, /"country_iso": "category",/);
    assert.match(text, /^infl_v2_2_vintages_known = pd\.merge_asof\($/m);
  });

  it("reads the files of a folder, from Parquet", async () => {
    const text = await inserted(await saved("vintages", "parquet", true));
    assert.deepEqual(failures, []);
    assert.match(text, /vintages_folder\.glob\("as_of=\*\/part-\*\.parquet"\)/);
    assert.match(text, /"country_iso": "str",/);
  });

  it("has CSV alone in R, and says so", async () => {
    await inserted(await saved("vintages", "parquet", false), "study.R");
    assert.match(String(failures[0]), /R can read vintages only from CSV/);
  });

  it("refuses what is no table of vintages", async () => {
    const location = vscode.Uri.file(path.join(bench.path, "vintages.csv"));
    writeFileSync(location.fsPath, "Date,Level\n2024-01-01,1\n");
    assert.equal(await inserted(location), "");
    assert.match(String(failures[0]), /it is not a table of vintages/);
  });

  it("offers a cluster for the requests of a Parquet file, with all its vintages", async () => {
    const location = await saved("INFL-v2_2-vintages", "parquet", false);
    const text = await inserted(location, "study.py", "dask");
    assert.deepEqual(failures, []);
    assert.match(text, /^infl_v2_2_vintages = dd\.from_map\($/m);
    assert.match(text, /"2024-01-31T23:59:59",\n +"2024-02-29T23:59:59",/);
    assert.match(text, /\{"country_iso": "US"\}/);
    assert.match(text, /parameters=\{"kind": "FIT"\}/);
  });

  it("offers no cluster for another service, several signals or a later as-of", async () => {
    const { gate } = bench.services;
    const several = [sampleSignal("US"), { ...sampleSignal("US"), dataKind: "SNAP" as const }];
    const text = await inserted(
      await saved("vintages", "parquet", false, several),
      "study.py",
      "dask",
    );
    assert.match(text, /read_parquet/);
    const location = await saved("vintages", "parquet", false);
    gate.set("20240215T000000Z" as Instant);
    assert.match(await inserted(location, "study.py", "dask"), /read_parquet/);
    gate.set("latest");
    bench.connections.services.splice(0);
    assert.match(await inserted(location, "study.py", "dask"), /read_parquet/);
    assert.deepEqual(failures, []);
  });
});
