import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatasetPartsError } from "../../../src/dataset/errors";
import { fetchDataset } from "../../../src/dataset/fetchDataset";
import { lockParts } from "../../../src/dataset/lockParts";
import { verifyDataset } from "../../../src/dataset/verifyDataset";
import { referencePath } from "../../../src/shared/referencePath";
import { DatasetService, datasetFixture, parsedSpec } from "../../support/datasetService";
import { filesIn } from "../../support/filesIn";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const { specText, expected } = datasetFixture;
const n = 4;

describe("lockParts", () => {
  let service: DatasetService;
  let folder: TemporaryFolder;

  before(async () => {
    service = await DatasetService.start();
  });
  beforeEach(() => {
    folder = temporaryFolder("dataset");
  });
  afterEach(() => folder.remove());
  after(() => service.stop());

  const job = (text = specText) => ({ root: folder.path, name: "study", spec: parsedSpec(text) });

  async function fetchParts(text = specText, from = 1): Promise<void> {
    for (let k = from; k <= n; k++) {
      await fetchDataset(service.source(), job(text), { part: { k, n } });
    }
  }

  /** The problems that a merge reports. */
  async function problems(): Promise<readonly string[]> {
    try {
      await lockParts(job(), n);
    } catch (error) {
      assert.ok(error instanceof DatasetPartsError, String(error));
      return error.problems;
    }
    return [];
  }

  it("merges parts to the series and the tables of one fetch", async () => {
    await fetchParts();
    const lock = await lockParts(job(), n);
    assert.ok((await verifyDataset(undefined, { root: folder.path, lock })).isSame);
    const retrieved = JSON.stringify(lock.series).replace(/\d{8}T\d{6}Z(?="[^}]*"rows":2)/, "");
    const whole = await fetchDataset(service.source(), { ...job(), name: "whole" });
    const other = JSON.stringify(whole.lock.series).replace(/\d{8}T\d{6}Z(?="[^}]*"rows":2)/, "");
    assert.equal(retrieved, other);
  });

  it("splits the rows of partitioned tables only", async () => {
    await fetchParts();
    const files = filesIn(folder.path);
    for (const [name, text] of Object.entries(expected.files)) {
      if (!name.includes("as_of=")) {
        assert.equal(files[name], text);
        continue;
      }
      const parts = Object.entries(files).filter(
        ([each]) => path.dirname(each) === path.dirname(name),
      );
      assert.ok(parts.length >= 1 && parts.every(([each]) => /\/part-[1-4]\.csv$/.test(each)));
      const rows = parts.flatMap(([, part]) => part.split("\n").slice(1, -1)).sort();
      assert.deepEqual(rows, text.split("\n").slice(1, -1).sort());
    }
  });

  it("gives each signal to the part that the digest of its reference says", async () => {
    const found: Record<string, number> = {};
    for (let k = 1; k <= n; k++) {
      const { lock } = await fetchDataset(service.source(), job(), { part: { k, n } });
      for (const { table, reference } of lock.series) {
        if (table === "vintages") found[referencePath(reference).split("/")[3] ?? ""] = k;
      }
    }
    // python3: int(hashlib.sha256(b"signals/INFL/2/country_iso=US").hexdigest(), 16) % 4 + 1
    assert.deepEqual(found, {
      "country_iso=DE": 2,
      "country_iso=JP": 3,
      "country_iso=US": 1,
      "country_iso=XK": 4,
    });
  });

  it("asks in each part only for what is its own", async () => {
    service.asked();
    const { lock } = await fetchDataset(service.source(), job(), { part: { k: 2, n } });
    const data = service.asked().filter((target) => target.includes("/data/"));
    assert.equal(data.length, lock.series.length);
    assert.ok(lock.series.every(({ table }) => table === "vintages"));
  });

  it("writes no lock before all parts are there, and as they were written", async () => {
    await fetchParts(specText, 2);
    assert.deepEqual(await problems(), ["part 1 of 4 is missing"]);
    await fetchParts();
    const [name = ""] = Object.keys(filesIn(folder.path)).filter((each) =>
      /=20240229.*part/.test(each),
    );
    const file = path.join(folder.path, name);
    const text = readFileSync(file);
    await writeFile(file, "mine");
    assert.deepEqual(await problems(), [`${name} differs`]);
    await rm(file);
    assert.deepEqual(await problems(), [`${name} is missing`]);
    await writeFile(file, text);
    await writeFile(path.join(path.dirname(file), "part-9.csv"), text);
    assert.deepEqual(await problems(), [
      "delete these files, which belong to no part: their rows would be read twice",
      `${path.posix.dirname(name)}/part-9.csv`,
    ]);
    assert.ok(!existsSync(path.join(folder.path, "study.macrodata.lock.json")));
    await rm(path.join(path.dirname(file), "part-9.csv"));
    assert.deepEqual(await problems(), []);
  });

  it("leaves a whole fetch no rows twice: it deletes the files of parts", async () => {
    await fetchParts();
    const { lock } = await fetchDataset(service.source(), job());
    const files = Object.keys(filesIn(folder.path)).filter((each) => /^data\/[^.]/.test(each));
    assert.deepEqual(
      files.sort(),
      lock.files.map((each) => each.path),
    );
  });

  it("restores the files of parts from their lock", async () => {
    await fetchParts();
    const lock = await lockParts(job(), n);
    const before = filesIn(folder.path);
    await rm(path.join(folder.path, "data/vintages"), { recursive: true });
    await fetchDataset(service.source(), job(), { locked: lock });
    const { files } = lock;
    const after = filesIn(folder.path);
    assert.deepEqual(
      files.map((file) => after[file.path]),
      files.map((file) => before[file.path]),
    );
    assert.ok((await verifyDataset(undefined, { root: folder.path, lock })).isSame);
  });

  it("refuses a part of another number of parts before any request, until a whole fetch", async () => {
    await fetchParts();
    service.asked();
    const before = filesIn(folder.path);
    const other = { part: { k: 1, n: 2 } };
    await assert.rejects(fetchDataset(service.source(), job(), other), {
      problems: [
        "there are already parts of 4, whose rows would be read twice: use --part K/4, or delete data/.macrodata-parts and the partitioned tables",
      ],
    });
    assert.deepEqual(service.asked(), []);
    assert.deepEqual(filesIn(folder.path), before);
    await fetchDataset(service.source(), job());
    assert.ok(!existsSync(path.join(folder.path, "data/.macrodata-parts")));
    await fetchDataset(service.source(), job(), other);
  });

  it("refuses parts of another spec, and of other as-ofs", async () => {
    await fetchParts();
    await fetchDataset(service.source(), job(specText.replace("2024-06-28", "2024-06-27")), {
      part: { k: 3, n },
    });
    assert.deepEqual(await problems(), [
      "part 3 of 4 was fetched for another version of the dataset",
    ]);
    await fetchParts();
    const record = path.join(folder.path, `data/.macrodata-parts/study-3-of-${n}.json`);
    const text = readFileSync(record, "utf8").replaceAll("20240229T180000Z", "20240229T190000Z");
    await writeFile(record, text);
    const folders = path.join(folder.path, "data/vintages");
    await mkdir(path.join(folders, "as_of=20240229T190000Z"), { recursive: true });
    const moved = path.join(folders, "as_of=20240229T180000Z/part-3.csv");
    if (existsSync(moved))
      await rename(moved, path.join(folders, "as_of=20240229T190000Z/part-3.csv"));
    assert.deepEqual(await problems(), ["the parts of vintages have different as-ofs"]);
  });
});
