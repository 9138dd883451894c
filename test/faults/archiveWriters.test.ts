import assert from "node:assert/strict";
import { chmodSync, readdirSync } from "node:fs";
import path from "node:path";
import { AnswerArchive } from "../../src/store/answerArchive";
import { isTemporaryName } from "../../src/store/wholeFile";
import { jobTimeMs } from "../support/archiveJob";
import { buildWriter, CacheWriter } from "../support/cacheWriterProgram";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

const day = 86_400_000;

describe("the archive on disk, with windows that rename and thin out the same answers", function () {
  this.timeout(120_000);
  let root: TemporaryFolder;
  let folder: string;
  let program: string;
  before(async () => {
    root = temporaryFolder("archive-writers");
    chmodSync(root.path, 0o755);
    program = await buildWriter(root.path, "archiveWriter");
  });
  beforeEach(() => (folder = path.join(root.path, `archive-${readdirSync(root.path).length}`)));
  after(() => root.remove());

  function keptBy(writers: readonly CacheWriter[]): readonly number[] {
    const lines = writers.flatMap(({ lines: own }) => own);
    assert.deepEqual(
      lines.filter((line) => !/^kept \d+$/.test(line)),
      [],
    );
    return lines.map((line) => Number(line.slice(5)));
  }

  /**
   * Asserts that each answer is there, or is over fourteen days old and followed by another one of its day, and that all
   * open.
   */
  async function assertNothingLost(kept: readonly number[]): Promise<void> {
    const nowMs = jobTimeMs(Math.max(...kept)) + day;
    const archive = new AnswerArchive(folder, { now: () => nowMs });
    const found = new Set<number>();
    for (const each of await archive.list("signals")) {
      const level = (await archive.signals(each))?.columns.level[0];
      assert.ok(level !== undefined, `cannot open ${each.fetchedAtMs}`);
      found.add(level);
    }
    const dayOf = (level: number): number => Math.floor(jobTimeMs(level) / day);
    const newest = dayOf(Math.max(...kept));
    const isThere = (level: number): boolean => {
      if (found.has(level)) return true;
      const isOld = newest - dayOf(level) >= 14;
      return isOld && [...found].some((each) => each > level && dayOf(each) === dayOf(level));
    };
    const lost = kept.filter((level) => !isThere(level));
    assert.deepEqual(lost, []);
    assert.ok(found.size < new Set(kept).size, "nothing was thinned out");
    const names = readdirSync(folder).filter((name) => !isTemporaryName(name));
    assert.ok(
      names.every((name) => name.endsWith(".answer")),
      names.join(),
    );
  }

  it("loses no answer while two windows archive the same ones (CACHE-01)", async () => {
    const writers = [1, 2].map(() => new CacheWriter(program, { folder, from: 0, count: 60 }));
    await Promise.all(writers.map((each) => each.ended()));
    await assertNothingLost(keptBy(writers));
  });

  it("loses no answer when windows are killed while they rename and thin out (CACHE-01)", async () => {
    const kept: number[] = [];
    for (let kill = 1; kill <= 6; kill++) {
      const writer = new CacheWriter(program, { folder, from: kept.at(-1) ?? 0, count: 1_000 });
      await writer.saidLines(9 + kill);
      await writer.kill();
      kept.push(...keptBy([writer]));
    }
    await assertNothingLost(kept);
  });
});
