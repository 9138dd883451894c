import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { BusyMarker } from "../../../src/dataset/busyMarker";
import { DatasetBusyError, DatasetPathError } from "../../../src/dataset/errors";
import { type DatasetOutcome, fetchDataset } from "../../../src/dataset/fetchDataset";
import { parseDatasetLock } from "../../../src/dataset/lock";
import { lockParts } from "../../../src/dataset/lockParts";
import { type DatasetPart } from "../../../src/dataset/source";
import { DatasetService, datasetFixture, parsedSpec } from "../../support/datasetService";
import { filesIn } from "../../support/filesIn";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const { expected, specText, answers } = datasetFixture;
const lockName = "study.macrodata.lock.json";
const busyName = ".study.macrodata.busy";

describe("a fetch of a dataset", () => {
  let service: DatasetService;
  let outside: TemporaryFolder;
  let root: string;

  before(async () => {
    service = await DatasetService.start();
  });
  beforeEach(async () => {
    outside = temporaryFolder("dataset");
    root = path.join(outside.path, "root");
    await mkdir(root);
    service.answers = answers;
    service.statusOf = () => undefined;
  });
  afterEach(() => outside.remove());
  after(() => service.stop());

  function fetched(text = specText): Promise<DatasetOutcome> {
    return fetchDataset(service.source(), { root, name: "study", spec: parsedSpec(text) });
  }

  function textOf(name: string): string {
    return readFileSync(path.join(root, name), "utf8");
  }

  const links: [what: string, name: string, isFolder: boolean][] = [
    ["the output", "data", true],
    ["a table's folder", "data/core", true],
    ["an as-of's folder", "data/vintages/as_of=20240229T180000Z", true],
    ["a file", "data/us.csv", false],
    ["the lock", lockName, false],
    ["the marker", busyName, false],
  ];
  for (const [what, name, isFolder] of links) {
    it(`refuses a link in place of ${what}, and changes nothing behind it`, async () => {
      const target = path.join(outside.path, "target");
      if (isFolder) await mkdir(target);
      else await writeFile(target, "not yours");
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await symlink(target, path.join(root, name));
      await assert.rejects(fetched(), DatasetPathError);
      if (isFolder) assert.deepEqual(readdirSync(target), []);
      else assert.equal(readFileSync(target, "utf8"), "not yours");
      assert.ok(!existsSync(path.join(root, "data/inflation.csv")));
      assert.ok(what === "the lock" || !existsSync(path.join(root, lockName)));
    });
  }

  it("writes through a link to the root itself, which a person chose", async () => {
    await rename(root, `${root}-elsewhere`);
    await symlink(`${root}-elsewhere`, root);
    await fetched();
    assert.equal(textOf("data/us.csv"), expected.files["data/us.csv"]);
  });

  it("restores what it had replaced where a file cannot be replaced", async () => {
    await fetched();
    const changed = (answers.signals["US"]?.["20240628T235959Z"] ?? "").replace(/\d\n/g, "9\n");
    const own = { ...answers.signals["US"], "20240628T235959Z": changed };
    service.answers = { ...answers, signals: { ...answers.signals, US: own } };
    await rm(path.join(root, "data/spx.csv"));
    // The last file of the fetch.
    await mkdir(path.join(root, "data/spx.csv/full"), { recursive: true });
    const before = filesIn(root);
    await assert.rejects(fetched(), { code: /EISDIR|ENOTEMPTY|EEXIST|EPERM|ERR_FS_EISDIR/ });
    assert.deepEqual(filesIn(root), before);
    assert.deepEqual(readdirSync(root).sort(), ["data", lockName]);
  });

  const nonsense: [what: string, text: (lock: string) => string][] = [
    ["nothing", () => ""],
    ["a merge conflict", (lock) => `<<<<<<< HEAD\n${lock}`],
    ["half of it", (lock) => lock.slice(0, 700)],
    ["another shape", () => '{"macrodata": 1, "files": {}, "series": null}'],
    ["a file elsewhere", (lock) => lock.replace("data/us.csv", "../victim.csv")],
    ["a file that is a person's", (lock) => lock.replace("data/us.csv", "mine.csv")],
  ];
  for (const [what, change] of nonsense) {
    it(`replaces a lock that was edited to ${what}, and deletes no file of a person`, async () => {
      await fetched();
      const lock = textOf(lockName);
      await writeFile(path.join(root, lockName), change(lock));
      await writeFile(path.join(outside.path, "victim.csv"), "mine");
      await writeFile(path.join(root, "mine.csv"), "mine");
      await fetched();
      const untimed = (text: string): string => text.replace(/"retrieved": "\w+"/, "");
      assert.equal(untimed(textOf(lockName)), untimed(lock));
      assert.equal(textOf("mine.csv"), "mine");
      assert.ok(existsSync(path.join(outside.path, "victim.csv")));
    });
  }

  describe("beside another one", () => {
    const staging = ".macro-signals-0123456789abcdef.part";

    async function mark(holder: object, agoMs = 0, name = busyName): Promise<void> {
      const file = path.join(root, name);
      await writeFile(file, JSON.stringify({ staging, output: "data", ...holder }));
      const time = new Date(Date.now() - agoMs);
      await utimes(file, time, time);
    }

    function markers(): readonly string[] {
      return readdirSync(root).filter((name) => name.endsWith(".busy"));
    }

    it("is refused in the same process", async () => {
      const results = await Promise.allSettled([fetched(), fetched()]);
      const reasons = results.flatMap((each) =>
        each.status === "rejected" ? [each.reason as unknown] : [],
      );
      assert.equal(reasons.length, 1);
      assert.ok(reasons[0] instanceof DatasetBusyError);
      assert.equal(parseDatasetLock(textOf(lockName)).series.length, 18);
    });

    it("is refused while another machine is at it", async () => {
      await mark({ pid: 1, host: "elsewhere" }, 60_000);
      await assert.rejects(fetched(), DatasetBusyError);
      assert.ok(existsSync(path.join(root, busyName)));
    });

    const pairs: [own: string, part: DatasetPart | undefined, other: string, isRefused: boolean][] =
      [
        ["a whole fetch", undefined, "-3-of-4", true],
        ["a part", { k: 1, n: 4 }, "", true],
        ["a part", { k: 1, n: 4 }, "-1-of-4", true],
        ["a part", { k: 1, n: 4 }, "-2-of-8", true],
        ["a part", { k: 1, n: 4 }, "-2-of-4", false],
        ["a part", { k: 1, n: 4 }, "2-1-of-8", false],
      ];
    for (const [own, part, other, isRefused] of pairs) {
      const marker = `.study${other}.macrodata.busy`;
      it(`${own} is ${isRefused ? "refused" : "fetched"} beside ${marker}`, async () => {
        await mark({ pid: 1, host: "elsewhere" }, 60_000, marker);
        const job = { root, name: "study", spec: parsedSpec(specText) };
        const result = fetchDataset(service.source(), job, { part });
        if (isRefused) await assert.rejects(result, DatasetBusyError);
        else await result;
        assert.deepEqual(markers(), [marker]);
      });
    }

    it("merges no parts while one of them is fetched", async () => {
      await mark({ pid: 1, host: "elsewhere" }, 60_000, ".study-3-of-4.macrodata.busy");
      const job = { root, name: "study", spec: parsedSpec(specText) };
      await assert.rejects(lockParts(job, 4), DatasetBusyError);
    });

    it("ends what a killed part left, too", async () => {
      await mark({ pid: 2 ** 30, host: hostname() }, 0, ".study-3-of-4.macrodata.busy");
      await mkdir(path.join(root, "data", staging), { recursive: true });
      await fetched();
      assert.deepEqual(markers(), []);
      assert.ok(!readdirSync(path.join(root, "data")).includes(staging));
    });

    it("ends what a process left that was killed while it ended the work of another one", async () => {
      const left = [{ output: "data", staging }];
      const own = ".macro-signals-fedcba9876543210.part";
      await mark({ pid: 2 ** 30, host: hostname(), staging: own, left });
      await mkdir(path.join(root, "data", staging), { recursive: true });
      await fetched();
      assert.ok(!readdirSync(path.join(root, "data")).includes(staging));
    });

    it("is refused while another one ends what a killed one left", async () => {
      await mark({ pid: 2 ** 30, host: hostname() });
      const file = path.join(root, busyName);
      const create = (onAbandoned: () => Promise<void>): Promise<BusyMarker> =>
        BusyMarker.create(file, "data", () => false, onAbandoned);
      let second: unknown;
      const marker = await create(async () => {
        second = await create(() => Promise.resolve()).catch((error: unknown) => error);
      });
      assert.ok(second instanceof DatasetBusyError);
      await marker.end(true);
      assert.deepEqual(readdirSync(root), []);
    });

    it("leaves the work of a killed one to the next where it cannot end it", async () => {
      await mark({ pid: 2 ** 30, host: hostname() });
      const file = path.join(root, busyName);
      const seen: string[] = [];
      const create = (end: () => Promise<void>): Promise<BusyMarker> =>
        BusyMarker.create(
          ...([file, "data", () => false] as const),
          (_, name) => (seen.push(name), end()),
        );
      await assert.rejects(
        create(() => Promise.reject(new Error("locked"))),
        /locked/,
      );
      await (await create(() => Promise.resolve())).end(true);
      assert.deepEqual(
        seen.filter((name) => name === staging),
        [staging, staging],
      );
    });

    it("ends what was left in the folder that the output was then in", async () => {
      await mark({ pid: 2 ** 30, host: hostname(), output: "other" });
      await mkdir(path.join(root, "other", staging), { recursive: true });
      await fetched();
      assert.deepEqual(readdirSync(path.join(root, "other")), []);
    });

    it("takes the place of one that had the same process id before its container was restarted", async () => {
      await mark({ pid: process.pid, host: hostname() });
      await fetched();
      assert.deepEqual(markers(), []);
    });

    it("takes the place of a silent one", async () => {
      await mark({ pid: 1, host: "elsewhere" }, 301_000);
      await fetched();
      assert.deepEqual(readdirSync(root).sort(), ["data", lockName]);
    });

    it("takes the place of one that was killed, and deletes what it left", async () => {
      // The largest process id of Linux is 4,194,304.
      await mark({ pid: 2 ** 30, host: hostname() });
      await mkdir(path.join(root, "data", staging), { recursive: true });
      await writeFile(path.join(root, "data", staging, "0"), "half");
      await fetched();
      assert.ok(!readdirSync(path.join(root, "data")).includes(staging));
    });

    it("leaves the marker of one that took its place", async () => {
      const file = path.join(root, busyName);
      const onProgress = (done: number): void => {
        if (done === 1) writeFileSync(file, "of another");
      };
      await fetchDataset(
        service.source(),
        { root, name: "study", spec: parsedSpec(specText) },
        { onProgress },
      );
      assert.equal(textOf(busyName), "of another");
    });

    it("deletes nothing that a marker written by hand names", async () => {
      await mkdir(path.join(root, "data/precious"), { recursive: true });
      await mark({ pid: 2 ** 30, host: hostname(), staging: "precious" }, 301_000);
      await fetched();
      assert.ok(existsSync(path.join(root, "data/precious")));
    });
  });
});
