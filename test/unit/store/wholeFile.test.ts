import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PendingFile, writeWholeFile } from "../../../src/store/wholeFile";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

describe("writeWholeFile", () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = temporaryFolder("whole-file")));
  afterEach(() => folder.remove());

  const at = (name: string): string => path.join(folder.path, name);

  it("writes a new file and replaces an old one", async () => {
    await writeWholeFile(at("a.csv"), "one");
    await writeWholeFile(at("a.csv"), new TextEncoder().encode("two"));
    assert.equal(readFileSync(at("a.csv"), "utf8"), "two");
    assert.deepEqual(readdirSync(folder.path), ["a.csv"]);
  });

  it("writes parts one after another", async () => {
    const parts = ["one", "", "two"].map((part) => new TextEncoder().encode(part));
    await writeWholeFile(at("a.csv"), parts);
    assert.equal(readFileSync(at("a.csv"), "utf8"), "onetwo");
    await writeWholeFile(at("a.csv"), []);
    assert.equal(readFileSync(at("a.csv"), "utf8"), "");
  });

  it("leaves nothing behind and what was there alone when it cannot take the name", async () => {
    mkdirSync(at("a.csv"));
    writeFileSync(at("a.csv/inside"), "kept");
    await assert.rejects(writeWholeFile(at("a.csv"), "one"), { syscall: "rename" });
    assert.deepEqual(readdirSync(folder.path), ["a.csv"]);
    assert.equal(readFileSync(at("a.csv/inside"), "utf8"), "kept");
  });

  it("tells of a folder that does not exist", async () => {
    await assert.rejects(writeWholeFile(at("none/a.csv"), "one"), { code: "ENOENT" });
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("writes a name as long as names can be", async () => {
    const name = `${"x".repeat(251)}.csv`;
    await writeWholeFile(at(name), "one");
    assert.deepEqual(readdirSync(folder.path), [name]);
  });
});

describe("PendingFile", () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = temporaryFolder("pending-file")));
  afterEach(() => folder.remove());

  const at = (name: string): string => path.join(folder.path, name);
  const started = async (): Promise<PendingFile> => {
    const pending = await PendingFile.create(at("a.csv"));
    await pending.append("one");
    await pending.append("two");
    return pending;
  };

  it("has its name only once it is whole", async () => {
    writeFileSync(at("a.csv"), "before");
    const pending = await started();
    await pending.finish();
    assert.equal(readFileSync(at("a.csv"), "utf8"), "before");
    await pending.commit();
    assert.equal(readFileSync(at("a.csv"), "utf8"), "onetwo");
    assert.deepEqual(readdirSync(folder.path), ["a.csv"]);
  });

  it("takes a new name", async () => {
    const pending = await started();
    await pending.finish();
    await pending.commitNew();
    assert.equal(readFileSync(at("a.csv"), "utf8"), "onetwo");
    assert.deepEqual(readdirSync(folder.path), ["a.csv"]);
  });

  it("takes no name that something has when it shall be new", async () => {
    const pending = await started();
    await pending.finish();
    writeFileSync(at("a.csv"), "before");
    await assert.rejects(pending.commitNew(), { code: "EEXIST" });
    await pending.discard();
    assert.equal(readFileSync(at("a.csv"), "utf8"), "before");
    assert.deepEqual(readdirSync(folder.path), ["a.csv"]);
  });

  it("leaves nothing behind when it is given up, finished or not", async () => {
    await (await started()).discard();
    const finished = await started();
    await finished.finish();
    await finished.discard();
    assert.deepEqual(readdirSync(folder.path), []);
  });
});
