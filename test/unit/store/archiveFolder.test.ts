import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
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

  it("deletes the oldest answers of all services when they take too much space", async () => {
    await keep(first, [1, 4], 500);
    await keep(other, [2, 3], 500);
    const { bytes = 0 } = (await archives.size(all)) ?? {};
    capacity = bytes + 500;
    await keep(other, [5], 500);
    assert.deepEqual([await times(first), await times(other)], [[4], [2, 3, 5]]);
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
