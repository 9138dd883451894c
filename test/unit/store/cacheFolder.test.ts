import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { signalRef } from "../../../src/shared/reference";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { marketsForm, signalsForm } from "../../../src/store/listingFiles";
import { temporaryName } from "../../../src/store/wholeFile";
import { bodyOf } from "../../support/bodies";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const reference = signalRef({
  code: "INFL",
  version: 2,
  tags: {},
  dataKind: "FIT",
  asOf: "latest",
});
const body = bodyOf(new Uint8Array(1000), "csv");
const listing = { items: [], unreadable: [], isComplete: true, fetchedAtMs: 5 };
const definition = { code: "INFL", version: 2, name: "Inflation", tags: [], unreadable: [] };

describe("CacheFolder", () => {
  let root: TemporaryFolder;
  beforeEach(() => (root = temporaryFolder("cache-folder")));
  afterEach(() => root.remove());

  async function fill(owner: string): Promise<void> {
    const { series, definitions, listings } = folderAt(root.path).filesOf(owner);
    await series.write(reference, { body, fetchedAtMs: 5 });
    await definitions.write({ ...definition, fetchedAtMs: 5 });
    await listings.write(signalsForm, listing);
    await listings.write(marketsForm, listing);
  }

  function folderAt(own: string): CacheFolder {
    return new CacheFolder(own, () => 1 << 20);
  }

  it("makes nothing before something is kept (LIFE-01)", () => {
    folderAt(root.path).filesOf("acme");
    assert.deepEqual(readdirSync(root.path), []);
  });

  it("frees all that is kept of all owners, and tells what that was", async () => {
    await fill("acme");
    await fill("other");
    const { bytes, ...counts } = await folderAt(root.path).clearAll();
    assert.deepEqual(counts, { series: 2, definitions: 2, listings: 4 });
    assert.ok(bytes > 2000 && bytes < 6000, `${bytes} bytes`);
    assert.deepEqual(readdirSync(root.path), []);
    const { series, definitions, listings } = new CacheFolder(root.path, () => 1).filesOf("acme");
    assert.equal(await series.read(reference), undefined);
    await definitions.update();
    assert.equal(definitions.get(definition), undefined);
    assert.equal(await listings.read(signalsForm), undefined);
  });

  it("bounds series, definitions and listings of all owners together", async () => {
    await fill("acme");
    const block = 4096;
    const folder = new CacheFolder(root.path, () => 5 * block);
    const { definitions } = folder.filesOf("other");
    for (const code of ["A", "B", "C", "D"]) {
      await definitions.write({ ...definition, code, fetchedAtMs: 5 });
    }
    const names = readdirSync(root.path, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    assert.ok(files.length <= 5, `${files.length} files`);
    await definitions.update();
    assert.notEqual(definitions.get({ code: "D", version: 2 }), undefined);
  });

  it("forgets one owner and leaves the others alone", async () => {
    await fill("acme");
    await fill("other");
    const folder = folderAt(root.path);
    assert.deepEqual(await folder.clear((owner) => owner === "acme"), []);
    assert.deepEqual(await folder.filesOf("acme").series.read(reference), undefined);
    assert.notEqual(await folder.filesOf("other").series.read(reference), undefined);
    assert.deepEqual(
      readdirSync(root.path).flatMap((kind) => readdirSync(path.join(root.path, kind))),
      ["other", "other", "other"],
    );
  });

  it("has nothing of an owner again once a write that was under way has ended (SEC-34)", async () => {
    const folder = new CacheFolder(root.path, () => 1 << 28);
    const files = folder.filesOf("acme");
    const bytes = new Uint8Array(1 << 24);
    const body = { request: "GET /", attempts: 1, format: "csv", isCloseDelimited: false } as const;
    await files.series.write(reference, { body: { ...body, bytes }, fetchedAtMs: 4 });
    const underWay = files.series.write(reference, { body: { ...body, bytes }, fetchedAtMs: 5 });
    files.close();
    assert.deepEqual(await folder.clear(() => true), []);
    await underWay;
    assert.deepEqual(readdirSync(path.join(root.path, "series")), []);
  });

  it("writes nothing for an owner whose files are closed (SEC-34)", async () => {
    const folder = folderAt(root.path);
    const files = folder.filesOf("acme");
    files.close();
    await files.listings.write(marketsForm, listing);
    await files.definitions.write({ ...definition, fetchedAtMs: 5 });
    assert.deepEqual(readdirSync(root.path), []);
    await folder.filesOf("acme").listings.write(marketsForm, listing);
    assert.deepEqual(readdirSync(root.path), ["listings"]);
  });

  it("names the folder whose owners it cannot tell (SEC-34)", async () => {
    await fill("acme");
    const series = path.join(root.path, "series");
    rmSync(series, { recursive: true });
    writeFileSync(series, "no folder");
    const folder = folderAt(root.path);
    assert.deepEqual(await folder.clear(() => true), [series]);
    assert.deepEqual(readdirSync(path.join(root.path, "listings")), []);
  });

  const mayReadAll = process.platform === "win32" || process.getuid?.() === 0;
  (mayReadAll ? it.skip : it)(
    `names the folders that cannot be deleted (SEC-34)${mayReadAll ? " (skipped: nothing is forbidden to this user)" : ""}`,
    async () => {
      await fill("acme");
      const left = path.join(root.path, "series", "acme");
      chmodSync(left, 0o500);
      const folder = folderAt(root.path);
      assert.deepEqual(await folder.clear(() => true), [left]);
      chmodSync(left, 0o700);
    },
  );

  it("deletes a file whose write was still pending", async () => {
    const folder = folderAt(root.path);
    const written = folder.filesOf("acme").series.write(reference, { body, fetchedAtMs: 5 });
    assert.equal((await folder.clearAll()).series, 1);
    await written;
    assert.deepEqual(readdirSync(root.path), []);
  });

  const links: [where: string, at: readonly string[], tail: readonly string[]][] = [
    ["a kind", ["series"], ["acme"]],
    ["an owner", ["series", "acme"], []],
  ];
  for (const [where, at, tail] of links) {
    it(`deletes nothing through a link in place of ${where}, and names it (SEC-34)`, async () => {
      await fill("acme");
      const [link, aim] = [path.join(root.path, ...at), path.join(root.path, "elsewhere")];
      renameSync(link, aim);
      symlinkSync(aim, link, "junction");
      const linked = path.join(aim, ...tail);
      const names = readdirSync(linked);
      const folder = folderAt(root.path);
      assert.deepEqual(await folder.clear(() => true), [link]);
      assert.equal((await folder.clearAll()).series, 0);
      const { definitions } = new CacheFolder(root.path, () => 1).filesOf("other");
      await definitions.write({ ...definition, fetchedAtMs: 5 });
      assert.deepEqual([names.length, readdirSync(linked)], [1, names]);
    });
  }

  it("deletes only its own files, even to make room", async () => {
    await fill("acme");
    const own = path.join(root.path, "series", "acme");
    mkdirSync(path.join(own, "copy"));
    const [name = ""] = readdirSync(own).filter((each) => each.endsWith(".series"));
    writeFileSync(path.join(own, "notes.txt"), "mine");
    writeFileSync(path.join(own, "copy", name), "mine");
    symlinkSync(path.join(own, "notes.txt"), path.join(own, `${"0".repeat(64)}.series`));
    const others = readdirSync(own).filter((each) => each !== name);
    const small = new CacheFolder(root.path, () => 1);
    await small.filesOf("acme").definitions.write({ ...definition, fetchedAtMs: 5 });
    assert.deepEqual(readdirSync(own), others);
    await fill("acme");
    assert.deepEqual(await small.clear(() => true), []);
    const left = readdirSync(path.join(root.path, "series"));
    assert.deepEqual(
      left.flatMap((each) => readdirSync(path.join(root.path, "series", each))),
      others,
    );
    assert.equal(existsSync(own), false);
  });

  it("frees nothing where nothing is kept", async () => {
    const nothing = { series: 0, definitions: 0, listings: 0, bytes: 0 };
    assert.deepEqual(await folderAt(root.path).clearAll(), nothing);
    assert.deepEqual(await folderAt(path.join(root.path, "none")).clearAll(), nothing);
  });

  it("frees what killed writers left, which was no series, and leaves what is none of its own", async () => {
    const folder = path.join(root.path, "series", "acme");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, temporaryName()), "half");
    writeFileSync(path.join(root.path, "mine.json"), "{}");
    assert.deepEqual(await folderAt(root.path).clearAll(), {
      series: 0,
      definitions: 0,
      listings: 0,
      bytes: 4,
    });
    assert.deepEqual(readdirSync(root.path), ["mine.json"]);
    assert.equal(existsSync(folder), false);
  });
});
