import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { CacheFolder } from "../../src/store/cacheFolder";
import { type SeriesFiles } from "../../src/store/seriesFiles";
import { isTemporaryName } from "../../src/store/wholeFile";
import { bodyOf } from "../support/bodies";
import { jobReference } from "../support/cacheJob";
import { CacheWriter, type CacheWriterOptions, buildWriter } from "../support/cacheWriterProgram";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

const mebibyte = 1 << 20;

describe("the cache on disk, with writers that fail", () => {
  let root: TemporaryFolder;
  let folder: string;
  let files: SeriesFiles;
  let program: string;
  before(async () => {
    root = temporaryFolder("cache-writers");
    // Others must be able to run the program.
    chmodSync(root.path, 0o755);
    program = await buildWriter(root.path, "cacheWriter");
  });
  beforeEach(() => {
    folder = path.join(root.path, `storage-${readdirSync(root.path).length}`);
    mkdirSync(folder);
    files = new CacheFolder(folder, () => Number.MAX_SAFE_INTEGER).filesOf("acme").series;
  });
  after(() => root.remove());

  function writer(
    letter: string,
    count: number,
    options?: CacheWriterOptions,
    isOffline = false,
  ): CacheWriter {
    const job = { folder, letter, sizeBytes: 8 * mebibyte, count, isOffline };
    return new CacheWriter(program, job, options);
  }

  async function keep(letter: string, sizeBytes: number): Promise<void> {
    const body = bodyOf(Buffer.alloc(sizeBytes, letter), "csv");
    await files.write(jobReference, { body, fetchedAtMs: 5 });
  }

  /** `miss`, or which letter the kept body consists of and how often: `a4194304`. */
  async function found(): Promise<string> {
    const kept = await files.read(jobReference);
    if (kept === undefined) return "miss";
    const { bytes } = kept.body;
    const letter = Buffer.from(bytes.subarray(0, 1)).toString();
    const isAll = Buffer.alloc(bytes.length, letter).equals(bytes);
    return isAll ? `${letter}${bytes.length}` : "a part";
  }

  const whole = ["a", "b"].map((letter) => `${letter}${8 * mebibyte}`);

  function temporaryFiles(): string[] {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.filter((name) => isTemporaryName(path.basename(name)));
  }

  /**
   * Kills a writer as soon as a part of a file can be seen; whether it was in the middle of it shows in what is left.
   */
  async function killWriting(letter: string, isOffline = false): Promise<void> {
    const known = temporaryFiles().length;
    const killed = writer(letter, 1_000, {}, isOffline);
    while (temporaryFiles().length === known) await new Promise((resolve) => setImmediate(resolve));
    await killed.kill();
  }

  it("has the old, the new or nothing after writers were killed in the middle (CACHE-01)", async () => {
    const all = new Set<string>();
    let interrupted = 0;
    for (let kill = 1; kill <= 60 && interrupted < 4; kill += 1) {
      await killWriting(kill % 2 === 0 ? "a" : "b");
      all.add(await found());
      interrupted = temporaryFiles().length;
    }
    assert.equal(interrupted, 4);
    assert.deepEqual(
      [...all].filter((each) => each !== "miss" && !whole.includes(each)),
      [],
    );
  });

  it("has one of two whole ones while two windows write the same (CACHE-01)", async () => {
    const writers = [writer("a", 40), writer("b", 40)];
    const all = new Set<string>();
    while (writers.some(({ isRunning }) => isRunning)) all.add(await found());
    await Promise.all(writers.map((each) => each.ended()));
    const last = await found();
    assert.deepEqual(
      [...all].filter((each) => each !== "miss" && !whole.includes(each)),
      [],
    );
    assert.ok(whole.includes(last), last);
    assert.deepEqual(temporaryFiles(), []);
    const failures = writers.flatMap(({ lines }) => lines.filter((line) => line !== "writing"));
    assert.deepEqual(failures, []);
  });

  it("keeps the old one when the disk is full in the middle of a write (CACHE-01)", async function () {
    if (process.platform === "win32") this.skip();
    await keep("o", 100);
    const full = writer("a", 2, { fileLimitKiB: 1024 });
    await full.ended();
    assert.deepEqual(full.lines, ["writing", "failed EFBIG", "writing", "failed EFBIG"]);
    assert.equal(await found(), "o100");
    assert.deepEqual(temporaryFiles(), []);
  });

  it("keeps the old one in a folder that may only be read (CACHE-01)", async function () {
    if (process.platform === "win32") this.skip();
    await keep("o", 100);
    const owner = path.join(folder, "series", "acme");
    chmodSync(owner, 0o555);
    const stranger = writer("a", 1, { isStranger: true });
    await stranger.ended();
    chmodSync(owner, 0o755);
    assert.deepEqual(stranger.lines, ["writing", "failed EACCES"]);
    assert.equal(await found(), "o100");
    assert.deepEqual(temporaryFiles(), []);
  });

  it("has a whole offline copy after writers were killed, and while another window tidies up (CACHE-01)", async () => {
    await files.keepOffline(jobReference, {
      body: bodyOf(Buffer.alloc(8 * mebibyte, "a"), "csv"),
      fetchedAtMs: 5,
    });
    // Every write of this window deletes all that the cache may delete.
    const tidying = new CacheFolder(folder, () => 8192).filesOf("other").series;
    const all = new Set<string>();
    let interrupted = 0;
    for (let kill = 1; kill <= 60 && interrupted < 4; kill += 1) {
      await killWriting(kill % 2 === 0 ? "a" : "b", true);
      await tidying.write(jobReference, {
        body: bodyOf(Buffer.alloc(5000, "t"), "csv"),
        fetchedAtMs: 5,
      });
      all.add(await found());
      interrupted = temporaryFiles().length;
    }
    assert.equal(interrupted, 4);
    assert.deepEqual(
      [...all].filter((each) => !whole.includes(each)),
      [],
    );
  });

  it("keeps the offline copy, and says so, when the disk is full (CACHE-01)", async function () {
    if (process.platform === "win32") this.skip();
    const old = bodyOf(Buffer.alloc(100, "o"), "csv");
    await files.keepOffline(jobReference, { body: old, fetchedAtMs: 5 });
    const full = writer("a", 1, { fileLimitKiB: 1024 }, true);
    await full.ended();
    assert.deepEqual(full.lines, ["writing", "failed EFBIG"]);
    assert.equal(await found(), "o100");
    assert.deepEqual(temporaryFiles(), []);
  });
});
