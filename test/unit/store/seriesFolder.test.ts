import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SeriesFolder } from "../../../src/store/seriesFolder";
import { temporaryName } from "../../../src/store/wholeFile";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const block = 4096;

describe("SeriesFolder", () => {
  let root: TemporaryFolder;
  let folder: string;
  beforeEach(() => {
    root = temporaryFolder("series-folder");
    folder = path.join(root.path, "series");
  });
  afterEach(() => root.remove());

  /** The name of a series, which ends with this number. */
  const named = (number: number): string => `${String(number).padStart(64, "0")}.series`;

  /** A file of one block, used this many hours after 2026-01-01. */
  function put(owner: string, name: string, usedHour: number): void {
    mkdirSync(path.join(folder, owner), { recursive: true });
    const file = path.join(folder, owner, name);
    const used = new Date(Date.UTC(2026, 0, 1, usedHour));
    writeFileSync(file, "x");
    utimesSync(file, used, used);
  }

  function names(): string[] {
    return readdirSync(folder).flatMap((owner) => readdirSync(path.join(folder, owner)));
  }

  it("deletes the least recently used of all owners, down to nine tenths", async () => {
    for (let index = 0; index < 12; index += 1)
      put(index % 2 === 0 ? "a" : "b", named(index), index);
    await new SeriesFolder(folder, () => 10 * block).added(1);
    assert.deepEqual(
      names()
        .map((name) => Number.parseInt(name, 10))
        .sort((a, b) => a - b),
      [3, 4, 5, 6, 7, 8, 9, 10, 11],
    );
  });

  it("deletes nothing up to its capacity", async () => {
    for (let index = 0; index < 10; index += 1) put("a", named(index), index);
    await new SeriesFolder(folder, () => 10 * block).added(1);
    assert.equal(names().length, 10);
  });

  it("counts what other windows write, after a twentieth of its capacity at the latest", async () => {
    const bounded = new SeriesFolder(folder, () => 100 * block);
    await bounded.added(1);
    for (let index = 0; index < 200; index += 1) put("other", named(index), index);
    for (let index = 0; index < 6; index += 1) await bounded.added(1);
    assert.equal(names().length, 90);
  });

  it("follows a capacity that is made smaller, to nothing", async () => {
    let capacity = 10 * block;
    const bounded = new SeriesFolder(folder, () => capacity);
    for (let index = 0; index < 8; index += 1) put("a", named(index), index);
    await bounded.added(1);
    capacity = 0;
    assert.equal(bounded.takes(1), false);
    await bounded.added(0);
    assert.deepEqual(names(), []);
  });

  it("takes no file that would not leave room for others", () => {
    const bounded = new SeriesFolder(folder, () => 10 * block);
    assert.ok(bounded.takes(9 * block));
    assert.equal(bounded.takes(9 * block + 1), false);
  });

  it("removes what killed writers left, and not what is being written (CACHE-01)", async () => {
    const [abandoned, young] = [temporaryName(), temporaryName()];
    put("a", abandoned, 0);
    put("a", young, 0);
    const now = new Date();
    utimesSync(path.join(folder, "a", young), now, now);
    put("a", named(1), 0);
    await new SeriesFolder(folder, () => 10 * block).added(1);
    assert.deepEqual(names().sort(), [named(1), young].sort());
  });

  it("looks at nothing before a file is written (LIFE-01)", () => {
    const bounded = new SeriesFolder(folder, () => 0);
    assert.equal(bounded.path, folder);
    assert.equal(existsSync(folder), false);
  });

  it("has nothing to say about a folder that is none", async () => {
    writeFileSync(folder, "");
    await new SeriesFolder(folder, () => block).added(1);
    assert.ok(existsSync(folder));
  });
});
