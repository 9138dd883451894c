import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { type LatestForecasts } from "../../../src/service/latestForecasts";
import { type WireRecord } from "../../../src/service/wireRecord";
import { AnswerArchive, type AnswerArchiveOptions } from "../../../src/store/answerArchive";
import { inspectFile, writeCheckedFile } from "../../../src/store/checkedFile";
import { agreed, given, held, hour, noon, signals } from "../../support/archivedLevels";
import { forecastsOf, node, summary } from "../../support/forecastSummaries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { silentLog } from "../../../src/shared/log";

const shortFile = "/sys/kernel/address_bits";

describe("AnswerArchive with damaged and foreign files", () => {
  let root: TemporaryFolder;
  let folder: string;
  let archive: AnswerArchive;
  let nowMs: number;
  beforeEach(async () => {
    root = temporaryFolder("answer-archive-files");
    folder = path.join(root.path, "service", "account");
    nowMs = noon + 100 * hour;
    archive = archiveWith();
    await archive.begin();
  });
  afterEach(() => root.remove());

  function archiveWith(options: AnswerArchiveOptions = {}): AnswerArchive {
    return new AnswerArchive(folder, { now: () => nowMs, ...options });
  }

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
      const own = archiveWith({ log: { ...silentLog, warn: (words) => said.push(words) } });
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
    const own = archiveWith({ log: { ...silentLog, warn: (words) => said.push(words) } });
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
        const own = archiveWith({ log: { ...silentLog, warn: (words) => said.push(words) } });
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

  const earlierDigest = "6f868d5268d114195cccc4961f9e471e";
  /** Gives the only file the digest of an earlier release, which computed it in another way. */
  async function digestedEarlier(): Promise<void> {
    const [name = ""] = readdirSync(folder);
    const earlier = name.replace(/[0-9a-f]{32}/, earlierDigest);
    renameSync(path.join(folder, name), path.join(folder, earlier));
    await rewrite(path.join(folder, earlier), () => ({
      digest: earlierDigest,
      digestForm: undefined,
    }));
  }

  it("archives an answer of an earlier release again only when its records change", async () => {
    await archive.keep("signals", given(signals(1), noon));
    await digestedEarlier();
    const own = archiveWith();
    for (const [level, hours] of [
      [1, 1],
      [1, 2],
      [2, 3],
      [1, 4],
    ] as const) {
      await own.keep("signals", given(signals(level), noon + hours * hour));
    }
    assert.deepEqual(await held(own), [
      [1, 0],
      [2, 3],
      [1, 4],
    ]);
    const seen = `signals-${noon}-${noon + 2 * hour}-${earlierDigest}.answer`;
    assert.ok(readdirSync(folder).includes(seen));
  });

  it("archives forecasts of an earlier release again only when they change", async () => {
    const forecasts = (total: number): LatestForecasts =>
      forecastsOf([summary({ latest: node("Forecast", total) })]);
    await archive.keep("forecasts", given(forecasts(0.05), noon));
    await digestedEarlier();
    const own = archiveWith();
    await own.keep("forecasts", given(forecasts(0.05), noon + hour));
    assert.equal((await own.list("forecasts")).length, 1);
    await own.keep("forecasts", given(forecasts(0.06), noon + 2 * hour));
    assert.equal((await own.list("forecasts")).length, 2);
  });

  it("corrects the date of an answer of an earlier release that was dated ahead", async () => {
    await archive.keep("signals", given(signals(1), nowMs));
    await digestedEarlier();
    nowMs = noon;
    await archiveWith().keep("signals", given(signals(1), noon), agreed(noon));
    assert.deepEqual(await held(archiveWith()), [[1, 0]]);
    assert.equal(readdirSync(folder).length, 1);
  });

  it("stops decompressing at the size that a file states (HOST-04)", async () => {
    const said: string[] = [];
    const name = await withSecond((file) =>
      rewrite(
        file,
        () => ({}),
        () => brotliCompressSync(new Uint8Array(2 ** 16)),
      ),
    );
    const own = archiveWith({ log: { ...silentLog, warn: (words) => said.push(words) } });
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
    assert.deepEqual(await held(archive), [
      [1, 1],
      [undefined, 2],
      [3, 3],
    ]);
    assert.ok(readdirSync(folder).includes(name));
  });
});
