import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type LatestSignals } from "../../../src/service/latestSignals";
import { AnswerArchive, type AnswerArchiveOptions } from "../../../src/store/answerArchive";
import { writeCheckedFile } from "../../../src/store/checkedFile";
import { type KeptAnswer } from "../../../src/store/keptAnswer";
import { type Arrival } from "../../../src/service/serviceClock";
import { agreed, given, held, hour, noon, signals } from "../../support/archivedLevels";
import { attribution, forecastsOf, node, summary } from "../../support/forecastSummaries";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { silentLog } from "../../../src/shared/log";

/** The arrival of an answer while this machine's clock was wrong. */
function confirmed(ms: number): Arrival {
  return { ms, isConfirmed: true };
}

describe("AnswerArchive", () => {
  let root: TemporaryFolder;
  let folder: string;
  let archive: AnswerArchive;
  let nowMs: number;
  beforeEach(async () => {
    root = temporaryFolder("answer-archive");
    folder = path.join(root.path, "service", "account");
    nowMs = noon + 100 * hour;
    archive = archiveWith();
    await archive.begin();
  });
  afterEach(() => root.remove());

  function archiveWith(options: AnswerArchiveOptions = {}): AnswerArchive {
    return new AnswerArchive(folder, { now: () => nowMs, ...options });
  }

  async function opened(kept: KeptAnswer | undefined): Promise<LatestSignals | undefined> {
    return kept && archive.signals(kept);
  }

  it("returns archived answers, oldest first, also to another window", async () => {
    await archive.keep("signals", given(signals(2), noon + hour));
    await archive.keep("signals", given(signals(1), noon));
    assert.deepEqual(await held(archiveWith()), [
      [1, 0],
      [2, 1],
    ]);
  });

  it("returns each record and each text unchanged", async () => {
    const records = [
      latestRecord({ pointInTimeMs: 5.25, tags: { country_iso: "US", sector_name: "Énergie" } }),
      latestRecord({ level: Number.NaN, tags: {} }),
    ];
    const kept = await archive.keep("signals", given(signalsOf(records), noon));
    assert.deepEqual([...((await opened(kept)) ?? [])], records);
  });

  it("keeps forecasts beside signals", async () => {
    const attributions = [attribution("INFL", { country_iso: "US" }, 0.01)];
    const forecasts = [
      summary({ latest: node("Forecast", 0.05, [node("Trend", 0.05)]), attributions }),
    ];
    await archive.keep("signals", given(signals(1), noon));
    await archive.keep("forecasts", given(forecastsOf(forecasts), noon));
    const [kept] = await archive.list("forecasts");
    assert.deepEqual([...((kept && (await archive.forecasts(kept))) ?? [])], forecasts);
    assert.equal(await opened(kept), undefined);
  });

  it("keeps an answer with no records", async () => {
    const kept = await archive.keep("signals", given(signalsOf([]), noon));
    assert.equal((await opened(kept))?.length, 0);
  });

  it("keeps nothing before it has begun, and then takes an earlier answer", async () => {
    root.remove();
    const answer = given(signals(1), noon);
    assert.equal(await archive.keep("signals", answer), undefined);
    assert.deepEqual(await archive.list("signals"), []);
    await archive.begin();
    await archive.keep("signals", answer);
    assert.deepEqual(await held(archive), [[1, 0]]);
  });

  it("keeps nothing while it is off, and does not begin", async () => {
    let isOn = true;
    const own = archiveWith({ isOn: () => isOn });
    await own.keep("signals", given(signals(1), noon));
    isOn = false;
    assert.equal(await own.keep("signals", given(signals(2), noon + hour)), undefined);
    assert.deepEqual(await held(own), [[1, 0]]);
    root.remove();
    await own.begin();
    isOn = true;
    assert.equal(await own.keep("signals", given(signals(3), noon)), undefined);
  });

  it("keeps no answer with missing pages", async () => {
    assert.equal(await archive.keep("signals", given(signals(1), noon, false)), undefined);
    assert.deepEqual(await held(archive), []);
  });

  it("keeps a repeated answer once, and records when it was last given", async () => {
    for (const at of [0, 1, 2]) await archive.keep("signals", given(signals(1), noon + at * hour));
    const kept = await archive.list("signals");
    assert.deepEqual(
      kept.map(({ fetchedAtMs, seenAtMs }) => [fetchedAtMs - noon, seenAtMs - noon]),
      [[0, 2 * hour]],
    );
    assert.deepEqual(await held(archive), [[1, 0]]);
  });

  it("still opens an answer that was renamed after it was listed", async () => {
    const first = await archive.keep("signals", given(signals(1), noon));
    await archiveWith().keep("signals", given(signals(1), noon + hour));
    assert.equal((await opened(first))?.columns.level[0], 1);
  });

  it("keeps an answer again after another one", async () => {
    for (const [at, level] of [1, 2, 1].entries()) {
      await archive.keep("signals", given(signals(level), noon + at * hour));
    }
    assert.deepEqual(await held(archive), [
      [1, 0],
      [2, 1],
      [1, 2],
    ]);
  });

  it("keeps an answer once if several callers pass it in at once", async () => {
    const answer = given(signals(1), noon);
    const kept = await Promise.all([1, 2, 3].map(() => archive.keep("signals", answer)));
    assert.equal(new Set(kept).size, 1);
    assert.equal(readdirSync(folder).length, 1);
  });

  it("holds each answer whole and once after two windows archived the same ones (CACHE-01)", async () => {
    const windows = [archiveWith(), archiveWith()];
    const levels = Array.from({ length: 20 }, (_, at) => at);
    const keepAll = async (each: AnswerArchive, window: number): Promise<void> => {
      for (const level of levels) {
        const atMs = noon + level * hour + window * 1_000;
        await each.keep("signals", given(signals(level), atMs), agreed(atMs));
      }
    };
    await Promise.all(windows.map(keepAll));
    assert.deepEqual(
      (await held(archive)).map(([level]) => level),
      levels,
    );
    assert.equal(readdirSync(folder).length, levels.length);
  });

  it("writes nothing if it is closed while compressing an answer", async () => {
    const keeping = archive.keep("signals", given(signals(1), noon));
    archive.close();
    assert.equal(await keeping, undefined);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("keeps its answers when the disk is full, logs it once, and resumes later", async () => {
    const said: string[] = [];
    let isFull = false;
    const own = archiveWith({
      log: { ...silentLog, warn: (words) => said.push(words) },
      writeFile: async (file, content) => {
        if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        return writeCheckedFile(file, content);
      },
    });
    await own.keep("signals", given(signals(1), noon));
    isFull = true;
    const lost = given(signals(2), noon + hour);
    assert.equal(await own.keep("signals", lost), undefined);
    assert.equal(await own.keep("signals", given(signals(3), noon + 2 * hour)), undefined);
    assert.deepEqual(await held(own), [[1, 0]]);
    isFull = false;
    await own.keep("signals", lost);
    assert.deepEqual(await held(own), [
      [1, 0],
      [2, 1],
    ]);
    assert.deepEqual(said, ["could not archive an answer: no space left on device"]);
  });

  it("thins out old answers with each new one if both clocks agree on their age", async () => {
    const days = ["2026-10-01T08:00", "2026-10-01T17:00", "2026-11-24T08:00", "2026-11-24T09:00"];
    for (const [level, iso] of days.entries()) {
      nowMs = Date.parse(`${iso}Z`);
      await archive.keep("signals", given(signals(level), nowMs));
    }
    nowMs = noon;
    await archive.keep("signals", given(signals(8), noon), confirmed(noon));
    assert.equal((await held(archive)).length, 5);
    await archive.keep("signals", given(signals(9), noon), agreed(noon + 1));
    nowMs += 1;
    assert.deepEqual(
      (await held(archive)).map(([level]) => level),
      [1, 2, 3, 8, 9],
    );
  });

  it("thins out no answer once it is off, not even after a write", async () => {
    let isOn = true;
    const own = archiveWith({
      isOn: () => isOn,
      writeFile: async (file, content) => {
        await writeCheckedFile(file, content);
        isOn = nowMs < noon;
      },
    });
    const times = ["2026-10-01T08:00", "2026-10-01T17:00", "2026-11-25T08:00"];
    for (const [level, iso] of times.entries()) {
      nowMs = Date.parse(`${iso}Z`);
      await own.keep("signals", given(signals(level), nowMs));
    }
    nowMs = noon;
    await own.keep("signals", given(signals(3), noon), agreed(noon));
    assert.equal(readdirSync(folder).length, 4);
  });

  it("dates an answer from the future to the present", async () => {
    nowMs = noon;
    await archive.keep("signals", given(signals(1), noon + 10_000 * hour));
    assert.deepEqual(await held(archive), [[1, 0]]);
  });

  it("continues and loses nothing when the clock is moved ahead and back, and skips answers with a date in the future", async () => {
    for (const [level, at] of [0, 1, 90_000, 2, 3].entries()) {
      nowMs = noon + at * hour;
      await archive.keep("signals", given(signals(level), nowMs));
    }
    assert.deepEqual(
      (await held(archive)).map(([level]) => level),
      [0, 1, 3, 4],
    );
    assert.equal(readdirSync(folder).length, 5);
  });

  it("writes nothing once it is closed", async () => {
    archive.close();
    assert.equal(await archive.keep("signals", given(signals(1), noon)), undefined);
    assert.deepEqual(readdirSync(folder), []);
  });

  it("leaves other files in its folder alone", async () => {
    writeFileSync(path.join(folder, "notes.txt"), "mine");
    await archive.keep("signals", given(signals(1), noon));
    assert.deepEqual(await held(archive), [[1, 0]]);
    assert.equal(readFileSync(path.join(folder, "notes.txt"), "utf8"), "mine");
  });
});
