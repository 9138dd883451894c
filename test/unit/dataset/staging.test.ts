import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Staging } from "../../../src/dataset/staging";
import { filesIn } from "../../support/filesIn";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const lock = "study.macrodata.lock.json";
const waiting = ".macro-signals-1.part";

describe("a commit whose process was killed", () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder("staging");
    mkdirSync(path.join(folder.path, "data", waiting), { recursive: true });
    mkdirSync(path.join(folder.path, "data/gone"));
    for (const name of ["a.csv", "b.csv", "gone/c.csv"]) write(`data/${name}`, "old");
    write("data/mine.csv", "changed");
    write(lock, "old");
    ["0", "1", "2"].forEach((name) => write(`data/${waiting}/${name}`, "new"));
    const targets = [
      ["data/a.csv", "0"],
      ["data/new.csv", "1"],
      ["data/b.csv", "2"],
    ];
    const sha256 = createHash("sha256").update("new").digest("hex");
    const obsolete = [
      { path: "data/gone/c.csv", sha256: createHash("sha256").update("old").digest("hex") },
      { path: "data/mine.csv", sha256: createHash("sha256").update("old").digest("hex") },
    ];
    const journal = { last: { path: lock, sha256 }, targets, obsolete };
    write(`data/${waiting}/commit.json`, JSON.stringify(journal));
  });
  afterEach(() => folder.remove());

  const at = (name: string): string => path.join(folder.path, name);
  const write = (name: string, text: string): void => writeFileSync(at(name), text);
  const mine = { "data/mine.csv": "changed" };
  const old = {
    ...{ "data/a.csv": "old", "data/b.csv": "old", "data/gone/c.csv": "old", ...mine },
    [lock]: "old",
  };

  /** Gives a waiting file its name, as a commit does. */
  function replace(target: string, name: string, hasBefore = true): void {
    if (hasBefore) linkSync(at(target), at(`data/${waiting}/${name}.before`));
    renameSync(at(`data/${waiting}/${name}`), at(target));
  }

  async function cleaned(): Promise<Record<string, string>> {
    await Staging.clean(folder.path, "data", waiting);
    return filesIn(folder.path);
  }

  it("is undone before any file has its name", async () => {
    assert.deepEqual(await cleaned(), old);
  });

  it("is undone after some files have their names", async () => {
    replace("data/a.csv", "0");
    replace("data/new.csv", "1", false);
    linkSync(at("data/b.csv"), at(`data/${waiting}/2.before`));
    assert.deepEqual(await cleaned(), old);
  });

  it("is undone where all files but the lock have their names", async () => {
    replace("data/a.csv", "0");
    replace("data/new.csv", "1", false);
    replace("data/b.csv", "2");
    assert.deepEqual(await cleaned(), old);
  });

  it("is undone by a second attempt where a file could not be restored at first", async () => {
    replace("data/a.csv", "0");
    replace("data/new.csv", "1", false);
    replace("data/b.csv", "2");
    rmSync(at("data/b.csv"));
    mkdirSync(at("data/b.csv/full"), { recursive: true });
    await assert.rejects(cleaned(), { code: /EISDIR|ENOTEMPTY|EEXIST|EPERM/ });
    rmSync(at("data/b.csv"), { recursive: true });
    assert.deepEqual(await cleaned(), old);
  });

  it("is completed if the lock was written: what it made obsolete is deleted", async () => {
    replace("data/a.csv", "0");
    replace("data/new.csv", "1", false);
    replace("data/b.csv", "2");
    write(lock, "new");
    assert.deepEqual(await cleaned(), {
      ...{ "data/a.csv": "new", "data/b.csv": "new", "data/new.csv": "new", [lock]: "new" },
      ...mine,
    });
    assert.ok(!existsSync(at("data/gone")));
  });

  it("moves no file that a journal names elsewhere", async () => {
    const journal = {
      ...{ last: { path: lock, sha256: "" }, targets: [["../outside.csv", "0"]] },
    };
    write(`data/${waiting}/commit.json`, JSON.stringify(journal));
    write(`data/${waiting}/0.before`, "wrong");
    assert.deepEqual(await cleaned(), old);
  });
});
