import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { type Body } from "../../../src/service/body";
import { forecastRef, signalRef, type SeriesRef } from "../../../src/shared/reference";
import { referencePath } from "../../../src/shared/referencePath";
import { writeCheckedFile } from "../../../src/store/checkedFile";
import { type CachedBody, SeriesFiles } from "../../../src/store/seriesFiles";
import { SeriesFolder } from "../../../src/store/seriesFolder";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const latest = signalRef({
  code: "../INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

const body: Body = {
  request: "GET /api/v3/signal/INFL/2/data/?fmt=csv",
  attempts: 2,
  bytes: Uint8Array.from([0, 10, 255]),
  format: "csv",
  isCloseDelimited: true,
  serverDateMs: 7,
};
const cached: CachedBody = { body, fetchedAtMs: 5 };

describe("SeriesFiles", () => {
  let root: TemporaryFolder;
  let capacity: number;
  beforeEach(() => {
    root = temporaryFolder("series-files");
    capacity = 1 << 20;
  });
  afterEach(() => root.remove());

  function filesOf(owner: string): SeriesFiles {
    return new SeriesFiles(new SeriesFolder(root.path, () => capacity), owner);
  }

  function onlyFileOf(owner: string): string {
    const folder = path.join(root.path, owner);
    const [name, ...more] = readdirSync(folder);
    assert.ok(name !== undefined && more.length === 0);
    return path.join(folder, name);
  }

  it("gives back an answer byte for byte, with all that is known of it (DATA-07)", async () => {
    await filesOf("acme").write(latest, cached);
    assert.deepEqual(await filesOf("acme").read(latest), cached);
  });

  it("gives back an answer of a service without a Date", async () => {
    const { serverDateMs, ...dateless } = body;
    assert.equal(serverDateMs, 7);
    await filesOf("acme").write(forecast, { body: dateless, fetchedAtMs: 5 });
    assert.deepEqual(await filesOf("acme").read(forecast), { body: dateless, fetchedAtMs: 5 });
  });

  it("names files by digests, whatever the reference holds", async () => {
    await filesOf("acme").write(latest, cached);
    assert.match(path.basename(onlyFileOf("acme")), /^[0-9a-f]{64}\.series$/);
  });

  it("gives nothing to another owner, or for another reference (HTTP-14)", async () => {
    await filesOf("acme").write(latest, cached);
    assert.equal(await filesOf("acme-2").read(latest), undefined);
    assert.equal(await filesOf("acme").read(forecast), undefined);
  });

  it("deletes a file that stands under another's name (CACHE-02)", async () => {
    await filesOf("acme").write(latest, cached);
    const own = onlyFileOf("acme");
    const spare = path.join(root.path, "spare");
    copyFileSync(own, spare);
    await filesOf("acme").delete(latest);
    await filesOf("acme").write(forecast, cached);
    const other = onlyFileOf("acme");
    renameSync(spare, other);
    assert.equal(await filesOf("acme").read(forecast), undefined);
    assert.equal(existsSync(other), false);
  });

  const facts = { reference: referencePath(latest), fetchedAtMs: 5, ...body, bytes: undefined };
  const wrong: [field: string, value: unknown][] = [
    ["fetchedAtMs", "5"],
    ["request", 1],
    ["attempts", null],
    ["format", "xlsx"],
    ["isCloseDelimited", 0],
  ];
  for (const [field, value] of wrong) {
    it(`deletes a file whose ${field} is ${JSON.stringify(value)} (CACHE-02)`, async () => {
      await filesOf("acme").write(latest, cached);
      const file = onlyFileOf("acme");
      await writeCheckedFile(file, { metadata: { ...facts, [field]: value }, bytes: body.bytes });
      assert.equal(await filesOf("acme").read(latest), undefined);
      assert.equal(existsSync(file), false);
    });
  }

  it("lists what it has, and what is no such file not (15.1.9)", async () => {
    const files = filesOf("acme");
    assert.deepEqual(await files.list(), []);
    await files.write(latest, cached);
    await files.write(forecast, { ...cached, fetchedAtMs: 6 });
    const folder = path.join(root.path, "acme");
    mkdirSync(path.join(folder, "folder.series"));
    writeFileSync(path.join(folder, "damaged.series"), "x\n4\n{");
    writeFileSync(path.join(folder, "foreign.txt"), "x");
    const found = (await files.list()).toSorted((a, b) => a.fetchedAtMs - b.fetchedAtMs);
    assert.deepEqual(found, [
      { reference: latest, fetchedAtMs: 5 },
      { reference: forecast, fetchedAtMs: 6 },
    ]);
    assert.deepEqual(await filesOf("acme-2").list(), []);
  });

  it("keeps nothing larger than the room there is, and not an older one in its place", async () => {
    await filesOf("acme").write(latest, cached);
    capacity = 0;
    await filesOf("acme").write(latest, cached);
    assert.equal(await filesOf("acme").read(latest), undefined);
  });

  it("tells when it cannot write, and leaves nothing half (CACHE-01)", async () => {
    await filesOf("acme").write(latest, cached);
    const taken = onlyFileOf("acme");
    await filesOf("acme").delete(latest);
    mkdirSync(path.join(taken, "inside"), { recursive: true });
    await assert.rejects(filesOf("acme").write(latest, cached), { syscall: "rename" });
    assert.deepEqual(readdirSync(path.dirname(taken)), [path.basename(taken)]);
    assert.equal(await filesOf("acme").read(latest), undefined);
  });

  it("keeps as many series as fit", async () => {
    capacity = 20 * 4096;
    const files = filesOf("acme");
    const references = Array.from({ length: 60 }, (_, version): SeriesRef => {
      return signalRef({ ...latest, version });
    });
    for (const reference of references) await files.write(reference, cached);
    const found = await Promise.all(references.map((reference) => files.read(reference)));
    const count = found.filter((each) => each !== undefined).length;
    assert.ok(count >= 18 && count <= 20, `${count} of 60`);
    assert.deepEqual(found.at(-1), cached);
  });
});
