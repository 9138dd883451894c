import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { type Instant } from "../../../src/shared/instant";
import { forecastRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { WriteError } from "../../../src/editor/files/writeLocation";
import {
  DataFolder,
  type SavedFile,
  NameTakenError,
  type WritableSeries,
} from "../../../src/features/notebook/dataFolder";
import { DataFolderError } from "../../../src/features/notebook/insertSettings";
import { frameOf } from "../../support/frames";
import { FullFileSystem } from "../../support/fullFileSystem";
import { rejection } from "../../support/rejection";
import { sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const retrievedAt = "20261120T101500Z" as Instant;
const days = ["2024-01-01", "2024-01-02"];
const subject: WritableSeries["member"] = {
  reference: sampleSignal(),
  frame: frameOf(days, { Level: [1.5, null] }),
  retrievedAt,
  service: "https://api.acme.com",
  isSample: false,
};
const revised = { ...subject, frame: frameOf(days, { Level: [1.5, 2] }) };
const later = {
  ...subject,
  retrievedAt: "20261121T101500Z" as Instant,
  reference: { ...sampleSignal(), asOf: "20250102T235959Z" as Instant },
};
const usual = "INFL-v2_country_iso-US_FIT_asof-20240628";

async function folderSetting(value: string | undefined): Promise<void> {
  const section = vscode.workspace.getConfiguration("macroSignals");
  await section.update("insert.folder", value, vscode.ConfigurationTarget.Global);
}

describe("DataFolder", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  const files = new DataFolder(worker);
  const keep = (
    member: WritableSeries["member"],
    format: "csv" | "parquet",
    view: Parameters<DataFolder["save"]>[1] = {},
    signal?: AbortSignal,
  ): Promise<SavedFile> => files.save({ kind: "series", member }, view, home, format, { signal });
  let folder: TemporaryFolder;
  let home: vscode.Uri;

  beforeEach(() => {
    folder = temporaryFolder("data-files");
    home = vscode.Uri.file(folder.path);
  });
  afterEach(() => folder.remove());
  after(() => worker.dispose());

  const inData = (name: string): string => path.join(folder.path, "data", name);

  it("writes a file that reads back into a folder that it makes", async () => {
    const kept = await keep(subject, "parquet");
    assert.equal(kept.relativePath, `data/${usual}.parquet`);
    assert.equal(kept.location.fsPath, inData(`${usual}.parquet`));
    assert.equal(kept.isReused, false);
    const { frame } = await decodeFrame(readFileSync(kept.location.fsPath), "parquet");
    assert.equal(valuesDigest(frame), valuesDigest(subject.frame));
  });

  for (const format of ["parquet", "csv"] as const) {
    it(`reuses the ${format} of its as-of that already has these values`, async () => {
      const first = await keep(subject, format);
      const again = await keep({ ...subject, retrievedAt: later.retrievedAt }, format);
      assert.deepEqual([again.isReused, again.relativePath], [true, first.relativePath]);
      assert.deepEqual(readdirSync(path.join(folder.path, "data")), [`${usual}.${format}`]);
    });

    it(`writes another ${format} for another as-of`, async () => {
      await keep(subject, format);
      const other = await keep(later, format);
      assert.equal(other.relativePath, `data/${usual.replace("20240628", "20250102")}.${format}`);
    });

    it(`overwrites no ${format} that has the name and other values`, async () => {
      const first = await keep(subject, format);
      const before = readFileSync(first.location.fsPath);
      const other = await keep(revised, format);
      assert.match(other.relativePath, /_asof-20240628_values-[0-9a-f]{10}\.(parquet|csv)$/);
      assert.deepEqual(readFileSync(first.location.fsPath), before);
      const again = await keep(revised, format);
      assert.deepEqual([again.isReused, again.relativePath], [true, other.relativePath]);
    });
  }

  it("reuses a CSV file with the same values and CRLF, as Git writes it on Windows (CODE-02)", async () => {
    const first = await keep(subject, "csv");
    const csv = readFileSync(first.location.fsPath, "utf8");
    writeFileSync(first.location.fsPath, csv.replaceAll("\n", "\r\n"));
    const again = await keep(subject, "csv");
    assert.deepEqual([again.isReused, again.relativePath], [true, first.relativePath]);
    assert.deepEqual(readdirSync(path.join(folder.path, "data")), [`${usual}.csv`]);
  });

  it("takes a file of another service for another's", async () => {
    await keep(subject, "parquet");
    const other = await keep({ ...subject, service: "https://b.com" }, "parquet");
    assert.equal(other.isReused, false);
  });

  it("writes a file for each retrieval of a forecast", async () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const forecast = { ...subject, reference };
    for (const format of ["csv", "parquet"] as const) {
      const first = await keep(forecast, format);
      assert.equal(
        first.relativePath,
        `data/SPX_USD_12-Months_retrieved-20261120T101500Z.${format}`,
      );
      assert.equal((await keep(forecast, format)).isReused, true);
    }
  });

  it("writes one file for two that want the same at once", async () => {
    const both = await Promise.all([1, 2].map(() => keep(subject, "csv")));
    assert.deepEqual(both.map(({ isReused }) => isReused).sort(), [false, true]);
    assert.deepEqual(readdirSync(path.join(folder.path, "data")), [`${usual}.csv`]);
  });

  it("writes two files for two that want the same name at once", async () => {
    const both = [subject, revised].map((each) => keep(each, "csv"));
    const paths = (await Promise.all(both)).map(({ relativePath }) => relativePath);
    assert.equal(new Set(paths).size, 2);
    assert.ok(paths.includes(`data/${usual}.csv`));
  });

  it("takes no file that says it has these values and has others", async () => {
    const first = await keep(subject, "parquet");
    const bytes = readFileSync(first.location.fsPath);
    const other = await keep(revised, "parquet");
    const foreign = readFileSync(other.location.fsPath);
    await other.discard();
    const reported = Buffer.from(valuesDigest(subject.frame));
    const at = foreign.indexOf(Buffer.from(valuesDigest(revised.frame)));
    assert.ok(at > 0 && bytes.includes(reported));
    reported.copy(foreign, at);
    writeFileSync(first.location.fsPath, foreign);
    const again = await keep(subject, "parquet");
    assert.equal(again.isReused, false);
    assert.match(again.relativePath, /_values-[0-9a-f]{10}\.parquet$/);
  });

  it("says which name is taken when the one with the digest is, too", async () => {
    const first = await keep(revised, "csv");
    writeFileSync(first.location.fsPath, "edited");
    const second = await keep(revised, "csv");
    writeFileSync(second.location.fsPath, "edited");
    await rejection(keep(revised, "csv"), NameTakenError);
  });

  it("keeps the part that is wanted, under its own name", async () => {
    const kept = await keep(subject, "csv", { slice: { from: 19_724 } });
    assert.equal(kept.relativePath, `data/${usual}_from-20240102.csv`);
    assert.equal(readFileSync(kept.location.fsPath, "utf8"), "Date,Level\n2024-01-02,\n");
  });

  it("discards what it wrote with its folder, and nothing that was there before", async () => {
    const kept = await keep(subject, "csv");
    const again = await keep(subject, "csv");
    await again.discard();
    assert.equal(existsSync(kept.location.fsPath), true);
    await kept.discard();
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("writes nothing when it is cancelled", async () => {
    const cancel = new AbortController();
    const keeping = keep(subject, "parquet", {}, cancel.signal);
    cancel.abort();
    await assert.rejects(keeping, { name: "AbortError" });
    assert.deepEqual(readdirSync(folder.path), []);
  });

  describe("in the folder of the setting", () => {
    afterEach(() => folderSetting(undefined));

    it("makes folders below folders", async () => {
      await folderSetting("macro/series");
      const kept = await keep(subject, "csv");
      assert.equal(kept.relativePath, `macro/series/${usual}.csv`);
      await kept.discard();
      assert.deepEqual(readdirSync(folder.path), []);
    });

    it("writes beside the notebook itself when it is empty", async () => {
      await folderSetting("");
      const kept = await keep(subject, "csv");
      assert.equal(kept.relativePath, `${usual}.csv`);
    });

    for (const outside of [
      "..",
      "a/../../b",
      "/tmp",
      "~/data",
      "C:\\data",
      "a\\..\\..",
      "a:b",
      "data/NUL",
      "com1.d",
    ]) {
      it(`refuses ${outside} (SEC-20)`, async () => {
        await folderSetting(outside);
        await rejection(keep(subject, "csv"), DataFolderError);
        assert.deepEqual(readdirSync(folder.path), []);
      });
    }
  });

  for (const place of ["data", "data/inner"]) {
    it(`writes nothing through a link in the place of ${place} (SEC-20)`, async () => {
      const outside = temporaryFolder("outside");
      try {
        await folderSetting(place);
        if (place !== "data") mkdirSync(path.join(folder.path, "data"));
        symlinkSync(outside.path, path.join(folder.path, place), "dir");
        const error = await rejection(keep(subject, "csv"), DataFolderError);
        assert.match(error.message, /^the folder data(\/inner)? is a link to a place outside/);
        assert.deepEqual(readdirSync(outside.path), []);
      } finally {
        await folderSetting(undefined);
        outside.remove();
      }
    });
  }

  it("makes no folder where a link leads to none (SEC-20)", async () => {
    const outside = path.join(folder.path, "..", `${path.basename(folder.path)}-outside`);
    symlinkSync(outside, path.join(folder.path, "data"), "dir");
    await rejection(keep(subject, "csv"), WriteError);
    assert.equal(existsSync(outside), false);
  });

  it("writes through a link that stays in the folder", async () => {
    mkdirSync(path.join(folder.path, "series"));
    symlinkSync("series", path.join(folder.path, "data"), "dir");
    const kept = await keep(subject, "csv");
    assert.equal(kept.relativePath, `data/${usual}.csv`);
    assert.deepEqual(readdirSync(path.join(folder.path, "series")), [`${usual}.csv`]);
  });

  it("leaves nothing behind when there is a file in the place of the folder", async () => {
    writeFileSync(path.join(folder.path, "data"), "mine");
    const error = await rejection(keep(subject, "csv"), WriteError);
    assert.equal(error.message, `${path.join(folder.path, "data")} is not a folder`);
    assert.deepEqual(readdirSync(folder.path), ["data"]);
  });
});

describe("DataFolder on a disk that takes nothing", () => {
  const scheme = "macro-signals-full";
  const disk = new FullFileSystem();
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let registration: vscode.Disposable;
  before(() => {
    registration = vscode.workspace.registerFileSystemProvider(scheme, disk);
  });
  after(() => {
    registration.dispose();
    worker.dispose();
  });

  beforeEach(() => disk.empty());

  const folder = vscode.Uri.from({ scheme, path: "/notebooks" });
  const table = { kind: "series", member: subject } as const;

  it("leaves nothing behind where there is no room", async () => {
    disk.isFull = true;
    await rejection(new DataFolder(worker).save(table, {}, folder, "csv"), WriteError);
    assert.deepEqual(disk.contents(), {});
  });

  it("says that a folder cannot be written to", async () => {
    disk.isProtected = true;
    const error = await rejection(
      new DataFolder(worker).save(table, {}, folder, "csv"),
      WriteError,
    );
    assert.equal(error.message, "the folder /notebooks/data is not writable");
  });
});
