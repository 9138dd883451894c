import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { silentLog } from "../../../src/shared/log";
import { ArchiveFolder, type ArchiveOwner } from "../../../src/store/archiveFolder";
import { temporaryName } from "../../../src/store/wholeFile";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const noon = Date.parse("2026-11-25T12:00Z");
const [first, second, other]: readonly [ArchiveOwner, ArchiveOwner, ArchiveOwner] = [
  { service: "acme-1", account: "first" },
  { service: "acme-1", account: "second" },
  { service: "other-1", account: "first" },
];

describe("ArchiveFolder", () => {
  let root: TemporaryFolder;
  let capacity: number;
  let archives: ArchiveFolder;
  beforeEach(() => {
    root = temporaryFolder("archive-folder");
    capacity = 1_000_000;
    archives = new ArchiveFolder(root.path, {
      capacityBytes: () => capacity,
      log: silentLog,
      now: () => noon + 1_000,
    });
  });
  afterEach(() => root.remove());

  /** Answers with this many records, about ten bytes each. */
  async function keep(owner: ArchiveOwner, times: readonly number[], records = 1): Promise<void> {
    const archive = archives.of(owner);
    await archive.begin();
    for (const at of times) {
      const all = Array.from({ length: records }, (_, n) =>
        latestRecord({ level: Math.sin(at + n) }),
      );
      await archive.keep("signals", {
        items: signalsOf(all),
        isComplete: true,
        fetchedAtMs: noon + at,
      });
    }
  }

  async function times(owner: ArchiveOwner): Promise<readonly number[]> {
    const kept = await archives.of(owner).list("signals");
    return kept.map(({ fetchedAtMs }) => fetchedAtMs - noon);
  }

  const all = (): boolean => true;

  it("creates nothing before an answer is archived (LIFE-01)", async () => {
    assert.deepEqual(await archives.of(first).list("signals"), []);
    assert.equal(await archives.size(all), undefined);
    assert.deepEqual(readdirSync(root.path), []);
  });

  it("keeps services and accounts apart", async () => {
    await keep(first, [1]);
    await keep(second, [2]);
    await keep(other, [3]);
    assert.deepEqual(
      [await times(first), await times(second), await times(other)],
      [[1], [2], [3]],
    );
  });

  it("reports the size of a service's archive and its start", async () => {
    await keep(first, [2, 3]);
    await keep(second, [1]);
    await keep(other, [0]);
    const size = await archives.size((service) => service.startsWith("acme-"));
    assert.deepEqual([size?.answers, size?.oldestMs], [3, noon + 1]);
    assert.ok((size?.bytes ?? 0) > 300);
  });

  it("deletes the archives of one service, for all accounts", async () => {
    await keep(first, [1]);
    await keep(second, [2]);
    await keep(other, [3]);
    assert.deepEqual(await archives.clear((service) => service.startsWith("acme-")), []);
    assert.deepEqual([await times(first), await times(second), await times(other)], [[], [], [3]]);
  });

  it("archives nothing of a deleted service until it begins again", async () => {
    await keep(first, [1]);
    const archive = archives.of(first);
    await archives.clear(all);
    const given = { items: signalsOf([latestRecord({})]), isComplete: true, fetchedAtMs: noon };
    assert.equal(await archive.keep("signals", given), undefined);
    await archive.begin();
    assert.notEqual(await archive.keep("signals", given), undefined);
  });

  it("deletes the oldest answers of the service over its share when they take too much space", async () => {
    await keep(first, [1, 4], 500);
    await keep(other, [2, 3], 500);
    const { bytes = 0 } = (await archives.size(all)) ?? {};
    capacity = bytes + 500;
    await keep(other, [5], 500);
    assert.deepEqual(
      [await times(first), await times(other)],
      [
        [1, 4],
        [3, 5],
      ],
    );
    await keep(second, [6], 500);
    assert.deepEqual([await times(first), await times(second)], [[4], [6]]);
  });

  it("neither counts nor deletes files of another release", async () => {
    await keep(first, [1, 2], 500);
    const folder = path.join(root.path, "archive", first.service, first.account);
    const [name = ""] = readdirSync(folder).sort();
    const newer = readFileSync(path.join(folder, name), "latin1").replace("\n4\n", "\n5\n");
    const large = newer + "x".repeat(1_000_000);
    writeFileSync(path.join(folder, name), large, "latin1");
    archives = new ArchiveFolder(root.path, {
      capacityBytes: () => capacity,
      log: silentLog,
      now: () => noon + 1_000,
    });
    await keep(first, [3], 500);
    assert.deepEqual(await times(first), [2, 3]);
    assert.equal(readFileSync(path.join(folder, name), "latin1"), large);
  });

  it("deletes damaged files first when the archive takes too much space", async () => {
    await keep(first, [1, 2, 3], 500);
    const folder = path.join(root.path, "archive", first.service, first.account);
    const name = readdirSync(folder).sort()[2] ?? "";
    renameSync(path.join(folder, name), path.join(folder, `${name}.damaged`));
    const size = await archives.size(all);
    assert.deepEqual([size?.answers, size?.damaged], [3, 1]);
    capacity = (size?.bytes ?? 0) + 300;
    await keep(first, [4], 500);
    assert.deepEqual(await times(first), [1, 2, 4]);
    assert.equal(readdirSync(folder).length, 3);
  });

  it("leaves the newest when the clock went back, and all when one alone is too large", async () => {
    await keep(first, [1, 2], 500);
    capacity = (await archives.size(all))?.bytes ?? 0;
    await keep(first, [-1_000_000], 500);
    assert.deepEqual(await times(first), [-1_000_000, 2]);
    await keep(first, [3], 5_000);
    assert.deepEqual(await times(first), [-1_000_000, 2]);
  });

  it("deletes nothing when the archive is turned off", async () => {
    await keep(first, [1]);
    capacity = 0;
    await keep(first, [2]);
    assert.deepEqual(await times(first), [1]);
  });

  it("deletes nothing when the archive is turned off at any time while an answer is archived", async function () {
    this.timeout(60_000);
    const some = [1, 2, 3];
    for (const owner of [first, other]) await keep(owner, some, 50);
    const reads = async (limit: number, at: number): Promise<number> => {
      let count = 0;
      const folder = new ArchiveFolder(root.path, {
        capacityBytes: () => (count++ < limit ? 1_000_000 : 0),
        log: silentLog,
      });
      const given = { items: signalsOf([latestRecord({ level: at })]), isComplete: true };
      await folder.of(first).keep("signals", { ...given, fetchedAtMs: noon + at });
      return count;
    };
    // The capacity is read a few times for each answer: it becomes 0 before each of them.
    const all = await reads(Infinity, 4);
    for (let limit = 0; limit < all; limit++) await reads(limit, 5 + limit);
    assert.deepEqual((await times(first)).slice(0, 4), [...some, 4]);
    assert.deepEqual(await times(other), some);
  });

  it("writes nothing if the archive is turned off while an answer is compressed", async () => {
    await keep(first, [1]);
    const given = { items: signalsOf([latestRecord({})]), isComplete: true, fetchedAtMs: noon + 2 };
    const keeping = archives.of(first).keep("signals", given);
    capacity = 0;
    assert.equal(await keeping, undefined);
    assert.deepEqual(await times(first), [1]);
  });

  it("finds the account that was used last before a new one", async () => {
    await keep(first, [1]);
    await keep(second, [2]);
    await keep(other, [3]);
    const third = { service: "acme-1", account: "third" };
    assert.equal(await archives.earlierAccount(third), "second");
    assert.equal(await archives.earlierAccount(first), undefined);
    assert.equal(await archives.earlierAccount({ service: "new", account: "third" }), undefined);
    await archives.of(third).begin();
    assert.equal(await archives.earlierAccount(third), undefined);
  });

  it("moves an archive to another account, beside the answers already there", async () => {
    await keep(first, [1, 2]);
    await keep(second, [3]);
    await archives.take(second, first.account);
    assert.deepEqual([await times(first), await times(second)], [[], [1, 2, 3]]);
    const [kept] = await archives.of(second).list("signals");
    assert.equal(kept && (await archives.of(second).signals(kept))?.length, 1);
    assert.ok(!existsSync(path.join(root.path, "archive", first.service, first.account)));
  });

  it("moves every file of an archive, and deletes nothing else with the old folder", async () => {
    await keep(first, [1, 2]);
    const from = path.join(root.path, "archive", first.service, first.account);
    const [name = ""] = readdirSync(from);
    renameSync(path.join(from, name), path.join(from, `${name}.damaged`));
    writeFileSync(path.join(from, "notes.txt"), "mine");
    await archives.take(second, first.account);
    assert.equal((await archives.size(all))?.answers, 2);
    assert.deepEqual(readdirSync(from), ["notes.txt"]);
  });

  it("deletes nothing when the folder of an archive cannot be read while it moves", async () => {
    await keep(first, [1, 2]);
    const from = path.join(root.path, "archive", first.service, first.account);
    renameSync(from, `${from}-elsewhere`);
    writeFileSync(from, "no folder");
    await assert.rejects(archives.take(second, first.account), { code: "ENOTDIR" });
    assert.equal(readFileSync(from, "utf8"), "no folder");
  });

  const links: [where: string, at: readonly string[], tail: readonly string[]][] = [
    ["the archive", ["archive"], [first.service, first.account]],
    ["a service", ["archive", first.service], [first.account]],
    ["an account", ["archive", first.service, first.account], []],
  ];
  for (const [where, at, tail] of links) {
    it(`deletes nothing through a link in place of ${where}`, async () => {
      await keep(first, [1, 2, 3], 500);
      const [link, aim] = [path.join(root.path, ...at), path.join(root.path, "elsewhere")];
      renameSync(link, aim);
      symlinkSync(aim, link, "junction");
      assert.equal((await archives.clear(all)).length, 1);
      capacity = 1;
      await keep(other, [1], 500);
      assert.equal(readdirSync(path.join(aim, ...tail)).length, 3);
    });
  }

  it("deletes only its own files, and renames their folder", async () => {
    await keep(first, [1, 2]);
    const folder = path.join(root.path, "archive", first.service, first.account);
    const [name = ""] = readdirSync(folder);
    mkdirSync(path.join(folder, "copy"));
    for (const each of ["notes.txt", "signals-1-2-3.answer.bak", `copy/${name}`]) {
      writeFileSync(path.join(folder, each), "mine");
    }
    writeFileSync(path.join(folder, `${name}.damaged`), "ours");
    const linked = name.replace("signals", "forecasts");
    symlinkSync(path.join(folder, "notes.txt"), path.join(folder, linked));
    const archive = archives.of(first);
    assert.deepEqual(await archives.clear(all), []);
    assert.equal(existsSync(folder), false);
    const given = { items: signalsOf([latestRecord({})]), isComplete: true, fetchedAtMs: noon };
    assert.equal(await archive.keep("signals", given), undefined);
    const service = path.dirname(folder);
    const [left = ""] = readdirSync(service);
    const expected = ["copy", linked, "notes.txt", "signals-1-2-3.answer.bak"].sort();
    assert.deepEqual(readdirSync(path.join(service, left)).sort(), expected);
    assert.deepEqual(readdirSync(path.join(service, left, "copy")), [name]);
    assert.deepEqual(await archives.clear(all), []);
    assert.deepEqual(readdirSync(service), [left]);
  });

  it("deletes an answer that is being archived, at any stage of its write (SEC-34)", async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(300), { minLength: 2, maxLength: 4 }), async (waits) => {
        const [clearing = 0, ...keeping] = waits;
        // Each as a window of its own, and each begun after some turns: the stages of a write take turns too.
        await archives.of(first).begin();
        const work = keeping.map(async (turns, at) => {
          const window = new ArchiveFolder(root.path, {
            capacityBytes: () => capacity,
            log: silentLog,
          });
          const items = signalsOf([latestRecord({ level: at })]);
          const given = { items, isComplete: true, fetchedAtMs: noon };
          const own = at === 0 ? archives.of(first) : window.of(first);
          for (let turn = 0; turn < turns; turn++) await nextTurn();
          return own.keep("signals", given);
        });
        for (let turn = 0; turn < clearing; turn++) await nextTurn();
        assert.deepEqual(await archives.clear(all), []);
        await Promise.all(work);
        assert.deepEqual(await times(first), []);
      }),
      { numRuns: 60 },
    );
  });

  it("deletes leftovers of a killed process", async () => {
    const folder = path.join(root.path, "archive", first.service, first.account);
    mkdirSync(folder, { recursive: true });
    const [old, fresh] = [temporaryName(), temporaryName()];
    for (const name of [old, fresh]) writeFileSync(path.join(folder, name), "part");
    utimesSync(path.join(folder, old), 1, 1);
    await keep(first, [1]);
    assert.deepEqual(
      [old, fresh].map((name) => existsSync(path.join(folder, name))),
      [false, true],
    );
  });
});
