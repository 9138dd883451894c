import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { type LatestSignals } from "../../../src/service/latestSignals";
import { AnswerArchive, type AnswerArchiveOptions } from "../../../src/store/answerArchive";
import { inspectFile, writeCheckedFile } from "../../../src/store/checkedFile";
import { type KeptAnswer } from "../../../src/store/keptAnswer";
import { type WireRecord } from "../../../src/service/wireRecord";
import { type Arrival } from "../../../src/service/serviceClock";
import { attribution, forecastsOf, node, summary } from "../../support/forecastSummaries";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const shortFile = "/sys/kernel/address_bits";
const noon = Date.parse("2026-11-25T12:00Z");
const hour = 3_600_000;

/** An answer with one record of this level. */
function signals(level: number): LatestSignals {
  return signalsOf([latestRecord({ level })]);
}

function given<T>(items: T, fetchedAtMs: number, isComplete = true) {
  return { items, fetchedAtMs, isComplete };
}

/** The arrival of an answer while the clocks of this machine and of the service agreed. */
function agreed(ms: number): Arrival {
  return { ms, isConfirmed: true, agreedMs: ms };
}

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

  /** The level of each archived answer of signals, and how many hours after noon it was fetched. */
  async function held(from = archive): Promise<readonly (readonly [number | undefined, number])[]> {
    const kept = await from.list("signals");
    const all = kept.map(async (each) => {
      const level = (await from.signals(each))?.columns.level[0];
      return [level, (each.fetchedAtMs - noon) / hour] as const;
    });
    return Promise.all(all);
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
    assert.deepEqual(await held(), [[1, 0]]);
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
    assert.deepEqual(await held(), []);
  });

  it("keeps a repeated answer once, and records when it was last given", async () => {
    for (const at of [0, 1, 2]) await archive.keep("signals", given(signals(1), noon + at * hour));
    const kept = await archive.list("signals");
    assert.deepEqual(
      kept.map(({ fetchedAtMs, seenAtMs }) => [fetchedAtMs - noon, seenAtMs - noon]),
      [[0, 2 * hour]],
    );
    assert.deepEqual(await held(), [[1, 0]]);
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
    assert.deepEqual(await held(), [
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
      (await held()).map(([level]) => level),
      levels,
    );
    assert.equal(readdirSync(folder).length, levels.length);
  });

  const damages: [what: string, damage: (file: string) => void][] = [
    [
      "a flipped bit",
      (file) => {
        const bytes = readFileSync(file);
        const last = bytes.length - 1;
        bytes[last] = (bytes[last] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
    ],
    ["no content", (file) => truncateSync(file)],
    [
      "half of its content",
      (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
    ],
    ["the content of another one", (file) => writeFileSync(file, readFileSync(newestFile()))],
  ];
  const newestFile = (): string => path.join(folder, readdirSync(folder).sort().at(-1) ?? "");
  for (const [what, damage] of damages) {
    it(`deletes nothing when a file has ${what}, but renames that file and logs it once (CACHE-02)`, async () => {
      const said: string[] = [];
      const own = archiveWith({ log: { warn: (words) => said.push(words) } });
      for (const level of [1, 2, 3]) {
        await own.keep("signals", given(signals(level), noon + level * hour));
      }
      const names = readdirSync(folder).sort();
      const damaged = path.join(folder, names[1] ?? "");
      damage(damaged);
      const bytes = readFileSync(damaged);
      assert.deepEqual(await held(own), [
        [1, 1],
        [undefined, 2],
        [3, 3],
      ]);
      assert.deepEqual(await held(own), [
        [1, 1],
        [3, 3],
      ]);
      assert.deepEqual(said, [
        `an archived answer is damaged and is no longer used: ${names[1]}.damaged`,
      ]);
      assert.deepEqual(readdirSync(folder).sort(), [names[0], `${names[1]}.damaged`, names[2]]);
      assert.ok(readFileSync(`${damaged}.damaged`).equals(bytes));
    });
  }

  /** Archives three answers, does something to the file of the second, and returns its name. */
  async function withSecond(change: (file: string) => unknown): Promise<string> {
    for (const level of [1, 2, 3]) {
      await archive.keep("signals", given(signals(level), noon + level * hour));
    }
    const name = readdirSync(folder).sort()[1] ?? "";
    await change(path.join(folder, name));
    return name;
  }

  it("neither changes nor lists files of another release", async () => {
    const said: string[] = [];
    const name = await withSecond((file) => {
      const [, , ...rest] = readFileSync(file, "latin1").split("\n");
      const head = createHash("sha3-256").update(rest.join("\n")).digest("hex");
      writeFileSync(file, [head, "5", ...rest].join("\n"), "latin1");
    });
    const bytes = readFileSync(path.join(folder, name));
    const own = archiveWith({ log: { warn: (words) => said.push(words) } });
    for (const level of [4, 5]) {
      nowMs = noon + (level + 24 * 800) * hour;
      await own.keep("signals", given(signals(level), nowMs), agreed(nowMs));
    }
    assert.deepEqual(
      (await held(own)).map(([level]) => level),
      [3, 4, 5],
    );
    assert.deepEqual(said, []);
    assert.ok(readFileSync(path.join(folder, name)).equals(bytes));
  });

  const unreadable: [what: string, change: (file: string) => unknown, canChange: boolean][] = [
    // The system reports a size of 4,096 bytes for a file of two bytes.
    [
      "is shorter than its reported size",
      (file) => {
        rmSync(file);
        symlinkSync(shortFile, file);
      },
      existsSync(shortFile),
    ],
    // Sparse, with the head of a sound file.
    [
      "needs more memory than there is",
      (file) => truncateSync(file, 2 ** 42),
      process.platform === "linux",
    ],
    [
      "inflates to more than its stated size",
      (file) => rewrite(file, ({ size }) => ({ size: Number(size) - 1 })),
      true,
    ],
    [
      "states a size larger than that of any answer",
      (file) => rewrite(file, () => ({ size: 2 ** 41 })),
      true,
    ],
    ["has columns of another release", (file) => rewrite(file, () => ({ lengths: [1] })), true],
  ];
  for (const [what, change, canChange] of unreadable) {
    (canChange ? it : it.skip)(
      `leaves a file that ${what} as it is, logs it once, and uses the others${canChange ? "" : " (skipped: not on this system)"}`,
      async () => {
        const said: string[] = [];
        const own = archiveWith({ log: { warn: (words) => said.push(words) } });
        const listed = await withSecond(() => own.list("signals"));
        const kept = await own.list("signals");
        await change(path.join(folder, listed));
        for (const _ of [1, 2]) {
          const opened = await Promise.all(kept.map((each) => own.signals(each)));
          assert.deepEqual(
            opened.map((each) => each?.columns.level[0]),
            [1, undefined, 3],
          );
        }
        assert.equal(said.length, 1, said.join());
        assert.match(said[0] ?? "", new RegExp(`^could not open the archived ${listed}: .`));
        assert.ok(readdirSync(folder).includes(listed));
      },
    );
  }

  /** Changes the metadata of a file, with a correct digest. */
  async function rewrite(
    file: string,
    change: (metadata: WireRecord) => WireRecord,
    bytes = (own: Uint8Array): Uint8Array => own,
  ): Promise<void> {
    const found = await inspectFile(file);
    assert.ok(found.is === "sound");
    const { metadata, bytes: own } = found.content;
    const changed = { ...metadata, ...change(metadata) };
    await writeCheckedFile(file, { metadata: changed, bytes: bytes(own) });
  }

  it("stops decompressing at the size that a file states (HOST-04)", async () => {
    const said: string[] = [];
    const name = await withSecond((file) =>
      rewrite(
        file,
        () => ({}),
        () => brotliCompressSync(new Uint8Array(2 ** 16)),
      ),
    );
    const own = archiveWith({ log: { warn: (words) => said.push(words) } });
    const kept = await own.list("signals");
    assert.equal(await own.signals(kept[1] ?? assert.fail()), undefined);
    // Without the limit, all would be decompressed before the columns are found not to fit.
    assert.match(said[0] ?? "", new RegExp(`${name}: Cannot create a Buffer larger than `));
  });

  it("does not open an answer with impossible columns", async () => {
    const name = await withSecond((file) =>
      rewrite(
        file,
        () => ({}),
        (own) => {
          const columns = brotliDecompressSync(own);
          // The first column of a record is its version.
          columns.writeDoubleLE(1.5, 0);
          return brotliCompressSync(columns);
        },
      ),
    );
    assert.deepEqual(await held(), [
      [1, 1],
      [undefined, 2],
      [3, 3],
    ]);
    assert.ok(readdirSync(folder).includes(name));
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
      log: { warn: (words) => said.push(words) },
      writeFile: async (file, content) => {
        if (isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        const { writeCheckedFile } = await import("../../../src/store/checkedFile");
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
    assert.equal((await held()).length, 5);
    await archive.keep("signals", given(signals(9), noon), agreed(noon + 1));
    nowMs += 1;
    assert.deepEqual(
      (await held()).map(([level]) => level),
      [1, 2, 3, 8, 9],
    );
  });

  it("dates an answer from the future to the present", async () => {
    nowMs = noon;
    await archive.keep("signals", given(signals(1), noon + 10_000 * hour));
    assert.deepEqual(await held(), [[1, 0]]);
  });

  it("continues and loses nothing when the clock is moved ahead and back, and skips answers with a date in the future", async () => {
    for (const [level, at] of [0, 1, 90_000, 2, 3].entries()) {
      nowMs = noon + at * hour;
      await archive.keep("signals", given(signals(level), nowMs));
    }
    assert.deepEqual(
      (await held()).map(([level]) => level),
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
    assert.deepEqual(await held(), [[1, 0]]);
    assert.equal(readFileSync(path.join(folder, "notes.txt"), "utf8"), "mine");
  });
});
