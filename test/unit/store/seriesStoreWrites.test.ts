import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { buffersOf } from "../../../src/data/frame";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { type WriteFile, writeCheckedFile } from "../../../src/store/checkedFile";
import { FrameWorker } from "../../../src/store/frameWorker";
import { SeriesFiles } from "../../../src/store/seriesFiles";
import { SeriesFolder } from "../../../src/store/seriesFolder";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { type Deferred, deferred } from "../../support/deferred";
import { StoppableServer } from "../../support/stoppableServer";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { testClient } from "../../support/testClient";

const first = readFileSync("test/fixtures/polars-date.parquet");
const second = readFileSync("test/fixtures/polars-datetime.parquet");
const latest = signalRef({ code: "INFL", version: 2, tags: {}, dataKind: "SNAP", asOf: "latest" });

describe("SeriesStore with a slow disk", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  const answers = [first, second];
  const server = new StoppableServer((_, response) => response.end(answers.shift()));
  let folder: TemporaryFolder;
  before(() => server.start());
  beforeEach(() => {
    folder = temporaryFolder("series-writes");
    answers.splice(0, Infinity, first, second);
  });
  afterEach(() => folder.remove());
  after(async () => {
    await server.stop();
    transport.dispose();
    worker.dispose();
  });

  function filesWith(writeFile: WriteFile): SeriesFiles {
    return new SeriesFiles(new SeriesFolder(folder.path, () => 1 << 24), "acme", writeFile);
  }

  function storeWith(files: SeriesFiles): SeriesStore {
    return new SeriesStore({
      client: testClient(server.origin, { transport }).client,
      worker,
      files,
      writeDelayMs: 0,
    });
  }

  it("has uncached series whose numbers can move, and frees their bodies when they are on disk", async () => {
    answers.unshift(readFileSync("test/fixtures/forecast.parquet"));
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const store = storeWith(filesWith(writeCheckedFile));
    const uncached = store.uncached();
    const { frame, body } = await uncached.series(reference);
    assert.equal(uncached.cachedSeries(reference), undefined);
    await uncached.written();
    assert.equal(body.bytes.byteLength, 0);
    const moved = structuredClone(frame, { transfer: [...buffersOf(frame)] as ArrayBuffer[] });
    assert.equal(frame.days.length, 0);
    assert.deepEqual((await store.series(reference)).frame, moved);
    assert.equal(answers.length, 2);
  });

  it("returns a series before it is on disk; a later read waits for the write", async () => {
    const [disk, begun] = [deferred<undefined>(), deferred<undefined>()];
    const files = filesWith(async (file, content) => {
      begun.resolve(undefined);
      await disk.promise;
      await writeCheckedFile(file, content);
    });
    const store = storeWith(files);
    const fetched = await store.series(latest);
    await begun.promise;
    assert.equal(await files.read(latest), undefined);
    store.forgetCached();
    const opened = store.openCached(latest);
    disk.resolve(undefined);
    assert.deepEqual((await opened)?.body.bytes, fetched.body.bytes);
  });

  it("leaves the newest answer on disk, however long an older write takes", async () => {
    const disk: Deferred<undefined>[] = [];
    const files = filesWith(async (file, content) => {
      const held = deferred<undefined>();
      disk.push(held);
      await held.promise;
      await writeCheckedFile(file, content);
    });
    const store = storeWith(files);
    await store.series(latest);
    while (disk.length < 1) await new Promise(setImmediate);
    await store.series(latest, { isRefresh: true });
    const opened = store.cachedBody(latest);
    await new Promise(setImmediate);
    // The second one waits for the first.
    assert.equal(disk.at(1), undefined);
    disk[0]?.resolve(undefined);
    while (disk.length < 2) await new Promise(setImmediate);
    disk[1]?.resolve(undefined);
    await opened;
    assert.deepEqual((await files.read(latest))?.body.bytes, new Uint8Array(second));
  });

  it("writes nothing after it was disposed of (LIFE-01, SEC-34)", async () => {
    let begun = 0;
    const files = filesWith(() => Promise.resolve((begun += 1)));
    const store = storeWith(files);
    await store.series(latest);
    store.dispose();
    // A pending write would begin now.
    await store.cachedBody(latest);
    assert.equal(begun, 0);
  });

  it("drops a write that has not begun when the cache is forgotten", async () => {
    const [disk, firstBegun] = [deferred<undefined>(), deferred<undefined>()];
    let begun = 0;
    const files = filesWith(async (file, content) => {
      begun += 1;
      firstBegun.resolve(undefined);
      await disk.promise;
      await writeCheckedFile(file, content);
    });
    const store = storeWith(files);
    await store.series(latest);
    await firstBegun.promise;
    await store.series(latest, { isRefresh: true });
    store.forgetCached();
    const opened = store.cachedBody(latest);
    disk.resolve(undefined);
    assert.deepEqual((await opened)?.body.bytes, new Uint8Array(first));
    assert.equal(begun, 1);
  });
});
