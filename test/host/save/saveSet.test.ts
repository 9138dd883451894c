import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { sampleConnection, type SeriesTarget } from "../../../src/shared/place";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type FetchedSeries, fetchSet, fetchTable } from "../../../src/store/tables";
import { reportFailures } from "../../../src/editor/report/failedSeries";
import { writeTable } from "../../../src/features/documents/save/saveTable";
import { namedSeries, writeFiles } from "../../../src/editor/files/writeFiles";
import { tableSources } from "../../../src/connect/tableSources";
import { WriteError } from "../../../src/editor/files/writeLocation";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { FullFileSystem } from "../../support/fullFileSystem";
import { hostSetting } from "../../support/hostResult";
import { itWith } from "../../support/interpreters";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";

const countries = ["US", "DE", "JP"];
const sorted = [...countries].sort();

describe("saving several series", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let folder: TemporaryFolder;
  let duck: DuckFiles;
  let series: readonly FetchedSeries[];

  const targets = countries.map((country): SeriesTarget => {
    return { connectionId: "acme", reference: sampleSignal(country) };
  });
  const table = (): { kind: "set"; members: readonly FetchedSeries[] } => {
    return { kind: "set", members: series };
  };
  const at = (name: string): vscode.Uri => vscode.Uri.file(path.join(folder.path, name));
  /** The lines of what the service gives for a country, without the head. */
  const linesOf = async (country: string): Promise<string[]> =>
    (await fetchedCsv(hostSetting().sample, sampleSignal(country))).trimEnd().split("\n").slice(1);

  before(async () => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
    duck = await DuckFiles.open();
    series = (await fetchSet(tableSources(services), targets)).members;
  });
  beforeEach(() => (folder = temporaryFolder("saving-several")));
  afterEach(() => folder.remove());
  after(async () => {
    await duck.close();
    services.dispose();
    worker.dispose();
  });

  it("writes one below the other what single requests give, as CSV", async () => {
    await writeTable(worker, table(), {}, at("long.csv"));
    const expected = ["Date,country_iso,Level,Momentum,Aggregate"];
    for (const country of sorted) {
      const lines = await linesOf(country);
      expected.push(...lines.map((line) => line.replace(",", `,${country},`)));
    }
    assert.equal(readFileSync(at("long.csv").fsPath, "utf8"), `${expected.join("\n")}\n`);
    assert.deepEqual(readdirSync(folder.path), ["long.csv"]);
  });

  itWith(duckDb, "DuckDB")(
    "writes the same as Parquet, which DuckDB reads with a real date",
    async () => {
      const file = at("long.parquet").fsPath;
      await writeTable(worker, table(), {}, at("long.parquet"));
      const read = await duck.rows("SELECT * FROM FILE", file);
      const expected: unknown[][] = [];
      for (const country of sorted) {
        for (const line of await linesOf(country)) {
          const [day, ...values] = line.split(",");
          const numbers = values.map((text) => (text === "" ? null : Number(text)));
          expected.push([day, country, ...numbers]);
        }
      }
      assert.deepEqual(read, expected);
      assert.deepEqual((await duck.columns(file))[0], ["Date", "DATE"]);
      const metadata = await duck.metadata(file);
      assert.deepEqual(
        JSON.parse(metadata["macro-signals.references"] ?? ""),
        sorted.map((country) => `signals/INFL/2/country_iso=${country}/FIT/20240628T235959Z`),
      );
      assert.equal(metadata["macro-signals.service"], services.connection.baseUrl.href);
      assert.equal(metadata["macro-signals.as_of"], "20240628T235959Z");
    },
  );

  it("writes one column side by side", async () => {
    await writeTable(worker, table(), { column: "Level" }, at("wide.parquet"));
    const bytes = new Uint8Array(readFileSync(at("wide.parquet").fsPath));
    const { frame } = await decodeFrame(bytes, "parquet");
    assert.deepEqual(
      frame.columns.map(({ name }) => name),
      sorted,
    );
    const [us] = series;
    const row = frame.days.length - 1;
    assert.equal(
      frame.columns[2]?.values[row],
      us?.frame.columns.find(({ name }) => name === "Level")?.values.at(-1),
    );
  });

  it("writes a file for each, named and filled as single ones are", async () => {
    const named = namedSeries(series, "csv");
    assert.deepEqual(await writeFiles(worker, named, at(""), "csv"), []);
    for (const country of countries) {
      const file = at(`INFL-v2_country_iso-${country}_FIT_asof-20240628.csv`).fsPath;
      const expected = await fetchedCsv(hostSetting().sample, sampleSignal(country));
      assert.equal(readFileSync(file, "utf8"), expected);
    }
    assert.equal(readdirSync(folder.path).length, countries.length);
  });

  it("leaves nothing behind when it is cancelled, of a table or of files", async () => {
    for (const write of [
      (signal: AbortSignal) => writeTable(worker, table(), {}, at("long.parquet"), { signal }),
      (signal: AbortSignal) =>
        writeFiles(worker, namedSeries(series, "json"), at(""), "json", { signal }),
    ]) {
      const cancelled = new AbortController();
      const writing = write(cancelled.signal);
      cancelled.abort();
      await assert.rejects(writing, { name: "AbortError" });
      assert.deepEqual(readdirSync(folder.path), []);
    }
  });

  it("names what could not take its place, and writes the others", async () => {
    const named = namedSeries(series, "csv");
    const [first] = named;
    assert.ok(first !== undefined);
    mkdirSync(path.join(at(first.name).fsPath, "inside"), { recursive: true });
    const failed = await writeFiles(worker, named, at(""), "csv");
    assert.deepEqual(
      failed.map(({ target, error }) => [target, error instanceof WriteError]),
      [[targets[0], true]],
    );
    assert.equal(readdirSync(folder.path).length, countries.length);
  });

  it("leaves nothing behind on a full disk", async () => {
    const files = new FullFileSystem();
    const scheme = "macro-signals-full";
    const registration = vscode.workspace.registerFileSystemProvider(scheme, files);
    try {
      files.isFull = true;
      const location = vscode.Uri.from({ scheme, path: "/folder/long.csv" });
      await assert.rejects(writeTable(worker, table(), {}, location), WriteError);
      assert.deepEqual(files.contents(), {});
    } finally {
      registration.dispose();
    }
  });

  it("asks for what failed again as of the instant of the others", async () => {
    const latest = ["US", "XX"].map((country): SeriesTarget => {
      return { connectionId: "acme", reference: { ...sampleSignal(country), asOf: "latest" } };
    });
    const content = { kind: "set", members: latest } as const;
    const first = await fetchTable(tableSources(services), content);
    assert.ok(first.kind === "set");
    const [us] = first.members;
    assert.ok(us?.reference.family === "signal");
    const again = await fetchTable(tableSources(services), content, {}, first);
    const { asOf } = us.reference;
    assert.notEqual(asOf, "latest");
    assert.ok(again.kind === "set");
    assert.deepEqual(again.members, [us]);
    assert.deepEqual(
      again.failed.map(({ target }) => target.reference),
      [{ ...sampleSignal("XX"), asOf }],
    );
  });

  it("tells of what failed in one message, with a retry of that alone", async () => {
    const unknown = { connectionId: "acme", reference: sampleSignal("XX") };
    const all = [...targets, unknown];
    const { members, failed } = await fetchSet(tableSources(services), all);
    assert.equal(members.length, countries.length);
    const reports: [words: string, context: FailureContext][] = [];
    const reporter = {
      report: (error: unknown, context: FailureContext): Promise<void> => {
        reports.push([String(error), context]);
        return Promise.resolve();
      },
    };
    let retries = 0;
    const retry = (): void => void (retries += 1);
    await reportFailures(reporter, {
      failed,
      of: 4,
      title: "Saving",
      attempt: "Could not save",
      retry,
    });
    const [[words, { offers }] = assert.fail()] = reports;
    assert.match(words, /1 of 4 failed: INFL XX.*: the service returned 404/);
    assert.ok(offers !== undefined);
    assert.deepEqual(
      offers.map(({ title }) => title),
      ["Retry", "Show Details"],
    );
    await offers[0]?.run();
    assert.equal(retries, 1);
  });
});

describe("Save As… of several rows", () => {
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);
  before(() => dialog(true));
  after(() => dialog(undefined));

  it("makes one long table of signals and forecasts, as of one instant", async () => {
    const { workspace } = hostSetting();
    const latest = { ...sampleSignal("US"), asOf: "latest" } as const;
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const rows = [latest, signalRef({ ...latest, tags: { country_iso: "DE" } }), forecast].map(
      (reference) => ({ target: { connectionId: sampleConnection, reference } }),
    );
    const saved = vscode.commands.executeCommand("macroSignals.saveAs", rows[0], rows);
    const name = await until("the file", () => {
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return readdirSync(workspace).find((each) => each.endsWith(".csv"));
    });
    await saved;
    assert.match(
      name,
      /^SAMPLE_macro-signals_3-series_asof-\d{8}T\d{6}Z_retrieved-\d{8}T\d{6}Z_id-\w{10}\.csv$/,
    );
    const text = readFileSync(path.join(workspace, name), "utf8");
    assert.match(
      text,
      /^Date,code,country_iso,market,currency,horizon,Forecast,.*,Level,Momentum,Aggregate\n/,
    );
    assert.deepEqual(readdirSync(workspace), [name]);
    rmSync(path.join(workspace, name));
  });
});
