import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parquetMetadata } from "hyparquet";
import * as vscode from "vscode";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { placeUri, sampleConnection, type SeriesTarget } from "../../../src/shared/place";
import { NetworkError } from "../../../src/service/errors";
import { chartUri } from "../../../src/shared/chartPlace";
import { forecastRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type FetchedSeries, fetchSeries } from "../../../src/store/tables";
import { type TableView } from "../../../src/data/table/content";
import { writeTable } from "../../../src/features/documents/save/saveTable";
import { savedText } from "../../../src/features/documents/save/saveText";
import { tableSources } from "../../../src/connect/tableSources";
import {
  NameInUseError,
  WriteError,
  writeLocation,
  writeNewLocation,
} from "../../../src/editor/files/writeLocation";
import { noRepairs } from "../../support/frames";
import { FullFileSystem } from "../../support/fullFileSystem";
import { hostSetting } from "../../support/hostResult";
import { describeInBoth } from "../../support/inBothEditors";
import { rejection } from "../../support/rejection";
import { fetchedCsv, pastAsOf, sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";

describe("saving a series", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let folder: TemporaryFolder;

  before(() => {
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
  });
  beforeEach(() => {
    folder = temporaryFolder("saving");
  });
  afterEach(() => folder.remove());
  after(() => {
    services.dispose();
    worker.dispose();
  });

  const target = { connectionId: "acme", reference: sampleSignal() };
  const fetched = (wanted: SeriesTarget = target): Promise<FetchedSeries> =>
    fetchSeries(tableSources(services), wanted);
  const write = async (
    member: FetchedSeries,
    location: vscode.Uri,
    view: TableView = {},
    signal?: AbortSignal,
  ): Promise<void> => {
    await writeTable(worker, { kind: "series", member }, view, location, { signal });
  };
  const at = (name: string): string => path.join(folder.path, name);

  for (const format of ["csv", "json", "parquet"] as const) {
    it(`writes ${format} that reads back as the values of the service`, async () => {
      const file = at(`INFL.${format}`);
      await write(await fetched(), vscode.Uri.file(file));
      const bytes = new Uint8Array(readFileSync(file));
      const saved = await decodeFrame(bytes, format);
      const csv = await fetchedCsv(hostSetting().sample, target.reference);
      const expected = await decodeFrame(new TextEncoder().encode(csv), "csv");
      assert.equal(valuesDigest(saved.frame), valuesDigest(expected.frame));
      assert.deepEqual(readdirSync(folder.path), [`INFL.${format}`]);
    });
  }

  it("says in a Parquet file how to ask for it again", async () => {
    const file = at("INFL.parquet");
    await write(await fetched(), vscode.Uri.file(file));
    const bytes = new Uint8Array(readFileSync(file));
    const { key_value_metadata: entries = [] } = parquetMetadata(bytes.buffer);
    const metadata = new Map(entries.map(({ key, value }) => [key, value]));
    const { frame } = await decodeFrame(bytes, "parquet");
    assert.equal(
      metadata.get("macro-signals.reference"),
      "signals/INFL/2/country_iso=US/FIT/20240628T235959Z",
    );
    assert.equal(metadata.get("macro-signals.as_of"), "20240628T235959Z");
    assert.equal(metadata.get("macro-signals.service"), services.connection.baseUrl.href);
    assert.equal(metadata.get("macro-signals.values_digest"), valuesDigest(frame));
  });

  it("resolves latest to one instant of the service", async () => {
    const latest = { ...target, reference: { ...sampleSignal(), asOf: "latest" as const } };
    const { reference, retrievedAt } = await fetched(latest);
    assert.deepEqual(reference, { ...sampleSignal(), asOf: retrievedAt });
  });

  it("saves the part that a document shows", async () => {
    const slice = { columns: ["Level"] };
    await write(await fetched(), vscode.Uri.file(at("part.csv")), { slice });
    assert.match(readFileSync(at("part.csv"), "utf8"), /^Date,Level\n/);
  });

  it("writes a formula as text into a CSV for spreadsheets alone (CSV-01)", async () => {
    const series = await fetched();
    const columns = series.frame.columns.map((column) => ({ ...column, name: "=Level" }));
    const subject = { ...series, frame: { ...series.frame, columns } };
    for (const name of ["whole.csv", "whole.spreadsheet.csv"]) {
      await write(subject, vscode.Uri.file(at(name)));
    }
    assert.match(readFileSync(at("whole.csv"), "utf8"), /^Date,=Level,/);
    assert.match(readFileSync(at("whole.spreadsheet.csv"), "utf8"), /^\uFEFFDate,'=Level,/);
  });

  it("saves forecasts", async () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const subject = await fetched({ ...target, reference });
    await write(subject, vscode.Uri.file(at("SPX.json")));
    const { frame } = await decodeFrame(new Uint8Array(readFileSync(at("SPX.json"))), "json");
    assert.equal(valuesDigest(frame), valuesDigest(subject.frame));
  });

  it("refuses a name whose ending names no format", async () => {
    const subject = await fetched();
    await assert.rejects(write(subject, vscode.Uri.file(at("INFL.xlsx"))), {
      message: "the name INFL.xlsx does not end in .csv, .json or .parquet",
    });
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("writes nothing when it is cancelled", async () => {
    const cancel = new AbortController();
    const subject = await fetched();
    const writing = write(subject, vscode.Uri.file(at("INFL.csv")), {}, cancel.signal);
    cancel.abort();
    await assert.rejects(writing, { name: "AbortError" });
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("leaves nothing behind and says why when the folder is not there", async () => {
    const subject = await fetched();
    const error = await rejection(write(subject, vscode.Uri.file(at("none/INFL.csv"))), WriteError);
    assert.equal(error.message, `the folder ${at("none")} does not exist`);
    assert.deepEqual(readdirSync(folder.path), []);
  });
});

describe("Save As…", () => {
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);
  before(() => dialog(true));
  after(() => dialog(undefined));

  for (const form of ["csv", "chart"] as const) {
    it(`starts for a ${form} in the folder of the workspace with a name that says what it is`, async () => {
      const { workspace, sample } = hostSetting();
      const place = { connectionId: sampleConnection, reference: sampleSignal(), form };
      const uri = vscode.Uri.parse(placeUri(place), true);
      const saved = vscode.commands.executeCommand("macroSignals.saveAs", uri);
      const file = path.join(workspace, "SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628.csv");
      await until("the file", () => {
        void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return existsSync(file) ? file : undefined;
      });
      await saved;
      assert.equal(readFileSync(file, "utf8"), await fetchedCsv(sample, sampleSignal()));
      assert.deepEqual(readdirSync(workspace), [path.basename(file)]);
      rmSync(file);
    });
  }

  it("saves all series of a chart as one table", async () => {
    const { workspace } = hostSetting();
    const of = (country: string): SeriesTarget => ({
      connectionId: sampleConnection,
      reference: sampleSignal(country),
    });
    const uri = vscode.Uri.parse(chartUri({ parts: [of("US"), of("DE")] }), true);
    const saved = vscode.commands.executeCommand("macroSignals.saveAs", uri);
    const name = await until("the file", () => {
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return readdirSync(workspace).find((each) => each.startsWith("SAMPLE_"));
    });
    await saved;
    const lines = readFileSync(path.join(workspace, name), "utf8").trimEnd().split("\n");
    rmSync(path.join(workspace, name));
    assert.equal(lines[0], "Date,country_iso,Level,Momentum,Aggregate");
    const countries = new Set(lines.slice(1).map((line) => line.split(",")[1]));
    assert.deepEqual([...countries], ["DE", "US"]);
  });
});

describe("what the status bar says of a saved file", () => {
  const facts = { request: "GET /a", attempts: 1 };
  const staleBecause = new NetworkError(facts, "nobody listens", "ECONNREFUSED");

  const days = Int32Array.from({ length: 9_625 }, (_, day) => day);
  const target = { connectionId: "acme", reference: sampleSignal() };
  const series: FetchedSeries = {
    ...{ target, reference: target.reference, service: "https://api.acme.com/", isSample: false },
    ...{ frame: { days, columns: [] }, repairs: noRepairs },
    retrievedAt: pastAsOf,
  };
  const savedLine = (change: Partial<FetchedSeries>, name: string, view: TableView = {}): string =>
    savedText({ kind: "series", member: { ...series, ...change }, failed: [] }, view, name);

  it("has the name first, and how many rows there are", () => {
    assert.equal(savedLine({}, "INFL_US.parquet"), "Saved INFL_US.parquet (9,625 rows)");
  });

  it("counts the rows of the slice that is saved", () => {
    const slice = { from: 3, to: 5 };
    assert.equal(savedLine({}, "INFL.csv", { slice }), "Saved INFL.csv (3 rows)");
  });

  it("says that it is stale and why", () => {
    const words = savedLine({ staleBecause }, "INFL.csv");
    assert.match(words, /^Saved INFL\.csv \(9,625 rows\) · out of date \(.+\)$/);
  });

  it("says that a forecast is the latest in a window with an as-of", () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const lineOf = (member: FetchedSeries): string =>
      savedText({ kind: "series", member, failed: [] }, {}, "SPX.csv", pastAsOf);
    assert.equal(
      lineOf({ ...series, reference }),
      "Saved SPX.csv (9,625 rows) · latest, not as of 28 Jun 2024",
    );
    assert.equal(lineOf(series), "Saved SPX.csv (9,625 rows)");
  });

  it("says which rows of the answer it does not have (DATA-10)", () => {
    const repairs = { ...noRepairs, duplicateRows: 2, isReordered: true };
    const words = savedLine({ repairs }, "INFL.csv");
    assert.equal(words, "Saved INFL.csv (9,625 rows) · duplicate rows counted once: 2");
  });

  it("names the scores that contain text, and reports days after the as-of (DATA-17)", () => {
    // 19,901 days after 1970-01-01: `date -u -d @$((19901 * 86400))`.
    const textInstead = [{ column: "Level", day: 19_901, text: "$(x)\nn.a." }];
    const repairs = { ...noRepairs, textInstead, hasDaysAfterAsOf: true } as const;
    assert.equal(
      savedLine({ repairs }, "INFL.csv"),
      "Saved INFL.csv (9,625 rows) · Level contains text instead of numbers: “\\$(x) n.a.” on 27 Jun 2024 · has days after its as-of",
    );
  });
});

describeInBoth("writeLocation over a file on disk", () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = temporaryFolder("write")));
  afterEach(() => folder.remove());

  it("keeps its mode (KEEP-02)", async () => {
    const file = path.join(folder.path, "a.csv");
    writeFileSync(file, "one");
    chmodSync(file, 0o640);
    await writeLocation(vscode.Uri.file(file), Buffer.from("two"));
    assert.equal(readFileSync(file, "utf8"), "two");
    assert.equal(statSync(file).mode & 0o777, 0o640);
  });

  for (const [what, text] of [
    ["a file", "one"],
    ["nothing yet", undefined],
  ] as const) {
    it(`writes through a link to ${what} (KEEP-02)`, async () => {
      const target = path.join(folder.path, "target.csv");
      const link = path.join(folder.path, "link.csv");
      if (text !== undefined) writeFileSync(target, text);
      symlinkSync("target.csv", link);
      await writeLocation(vscode.Uri.file(link), Buffer.from("two"));
      assert.equal(lstatSync(link).isSymbolicLink(), true);
      assert.equal(readFileSync(target, "utf8"), "two");
      assert.deepEqual(readdirSync(folder.path).sort(), ["link.csv", "target.csv"]);
    });
  }
});

describeInBoth("writeLocation outside the disk", () => {
  const otherScheme = "macro-signals-test";
  const files = new FullFileSystem();
  let registration: vscode.Disposable;
  before(() => {
    registration = vscode.workspace.registerFileSystemProvider(otherScheme, files);
  });
  after(() => {
    registration.dispose();
  });
  beforeEach(() => files.empty());

  const location = vscode.Uri.from({ scheme: otherScheme, path: "/folder/INFL.csv" });

  it("writes whole files and replaces old ones", async () => {
    await writeLocation(location, Buffer.from("one"));
    await writeLocation(location, Buffer.from("two"));
    assert.deepEqual(files.contents(), { "/folder/INFL.csv": "two" });
  });

  it("replaces nothing when the file shall be new", async () => {
    await writeNewLocation(location, Buffer.from("one"));
    const error = await rejection(writeNewLocation(location, Buffer.from("two")), NameInUseError);
    assert.equal(error.message, "another file already has the name INFL.csv");
    assert.deepEqual(files.contents(), { "/folder/INFL.csv": "one" });
  });

  it("leaves nothing behind when there is no room, and what was there alone", async () => {
    await writeLocation(location, Buffer.from("one"));
    files.isFull = true;
    await assert.rejects(writeLocation(location, Buffer.from("two")), WriteError);
    assert.deepEqual(files.contents(), { "/folder/INFL.csv": "one" });
  });
});
