import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { type RequestListener } from "node:http";
import path from "node:path";
import { systemClock } from "../../../src/shared/clock";
import { dayOfIso } from "../../../src/shared/day";
import { type AsOf, endOfDay } from "../../../src/shared/instant";
import { type SignalRef, signalRef } from "../../../src/shared/reference";
import {
  AsOfNotHonouredError,
  IncompleteError,
  NetworkError,
  NotFoundError,
  RepeatedKeyError,
  TimeoutError,
  UnauthorizedError,
} from "../../../src/service/errors";
import { Outage } from "../../../src/service/outage";
import { type RequestOptions } from "../../../src/service/serviceClient";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { Urgency } from "../../../src/service/urgency";
import { silentLog } from "../../../src/shared/log";
import { AsOfGate } from "../../../src/store/asOfGate";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type Series, SeriesStore, type SeriesStoreOptions } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { deferred } from "../../support/deferred";
import { MovedClock } from "../../support/movedClock";
import { rejection } from "../../support/rejection";
import { StoppableServer } from "../../support/stoppableServer";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { testClient, testKey } from "../../support/testClient";
import { withMembers } from "../../support/withMembers";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Their last day is 2026-11-19, a day before the clock of these tests starts.
const parquet = readFileSync("test/fixtures/polars-date.parquet");
const otherParquet = readFileSync("test/fixtures/polars-datetime.parquet");

function signalAsOf(asOf: AsOf, version = 2): SignalRef {
  return signalRef({ code: "INFL", version, tags: {}, dataKind: "SNAP", asOf });
}

function endOf(iso: string): AsOf {
  const found = dayOfIso(iso);
  assert.ok(found !== undefined);
  return endOfDay(found);
}

const latest = signalAsOf("latest");

/** Returns a series only once it is on disk, where another window can read it. */
class WrittenSeriesStore extends SeriesStore {
  override async series(...asked: Parameters<SeriesStore["series"]>): Promise<Series> {
    const series = await super.series(...asked);
    // Waits until the series has been written.
    await this.cachedBody(series.reference);
    return series;
  }
}

describe("SeriesStore with files", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let folder: TemporaryFolder;
  let clock: MovedClock;
  let server: StoppableServer;
  let listener: RequestListener;
  beforeEach(async () => {
    folder = temporaryFolder("series-store");
    clock = new MovedClock();
    server = new StoppableServer((request, response) => listener(request, response));
    answer(parquet);
    await server.start();
  });
  afterEach(async () => {
    await server.stop();
    folder.remove();
  });
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  function answer(bytes: Uint8Array): void {
    listener = (_, response) => {
      response.sendDate = false;
      response.end(bytes);
    };
  }

  /** The store of a window: nothing is in its memory yet. */
  function window(options: Partial<SeriesStoreOptions> = {}, owner = "acme"): SeriesStore {
    const { client } = testClient(server.origin, {
      transport,
      random: () => 0,
      clock: { ...systemClock, now: clock.now },
    });
    const files = new CacheFolder(folder.path, () => 1 << 24).filesOf(owner).series;
    return new WrittenSeriesStore({ client, worker, files, now: clock.now, ...options });
  }

  function cachedFiles(): string[] {
    const names = readdirSync(folder.path, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(".series"))
      .map((name) => path.join(folder.path, name));
  }

  function cachedFile(): string {
    const [file, ...more] = cachedFiles();
    assert.ok(file !== undefined && more.length === 0);
    return file;
  }

  it("opens what another window fetched, byte for byte, for no request (DATA-07)", async () => {
    const fetched = await window().series(latest);
    clock.advance(minute);
    const opened = await window().series(latest);
    assert.deepEqual(opened, fetched);
    assert.deepEqual(Buffer.from(opened.body.bytes), parquet);
    assert.equal(server.targets.length, 1);
  });

  it("asks anew for the latest when its time is over, in memory and on disk", async () => {
    const store = window();
    await store.series(latest);
    clock.advance(15 * minute);
    answer(otherParquet);
    assert.deepEqual(Buffer.from((await store.series(latest)).body.bytes), otherParquet);
    clock.advance(15 * minute);
    assert.equal((await window().series(latest)).fetchedAtMs, clock.now());
    assert.equal(server.targets.length, 3);
  });

  it("keeps a final series for good", async () => {
    const final = signalAsOf(endOf("2026-11-18"));
    clock.advance(2 * day);
    const fetched = await window().series(final);
    await server.stop();
    clock.advance(1000 * day);
    assert.deepEqual(await window().series(final), fetched);
  });

  it("asks anew for a series whose as-of was too young when it was fetched", async () => {
    const young = signalAsOf(endOf("2026-11-19"));
    await window().series(young);
    clock.advance(10 * day);
    await window().series(young);
    assert.equal(server.targets.length, 2);
    // The second time it was final.
    clock.advance(10 * day);
    await window().series(young);
    assert.equal(server.targets.length, 2);
  });

  it("follows limits that change", async () => {
    let latestForMs = hour;
    const freshness = (): { latestForMs: number; finalAfterMs: number } => ({
      latestForMs,
      finalAfterMs: day,
    });
    const store = window({ freshness });
    await store.series(latest);
    clock.advance(30 * minute);
    await store.series(latest);
    latestForMs = 10 * minute;
    await store.series(latest);
    assert.equal(server.targets.length, 2);
  });

  it("takes what another window fetched since, rather than to ask", async () => {
    const [one, other] = [window(), window()];
    await one.series(latest);
    clock.advance(20 * minute);
    const newer = await other.series(latest);
    assert.deepEqual(await one.series(latest), newer);
    assert.equal(server.targets.length, 2);
  });

  it("opens what is kept without a request, however old, and asks for no more than that", async () => {
    assert.equal(await window().openCached(latest), undefined);
    const fetched = await window().series(latest);
    clock.advance(20 * minute);
    const store = window();
    assert.deepEqual(await store.openCached(latest), fetched);
    assert.equal(server.targets.length, 1);
    // Old it still is.
    assert.equal((await store.series(latest)).fetchedAtMs, clock.now());
  });

  it("opens nothing that is damaged, and nothing for who has cancelled", async () => {
    await window().series(latest);
    const signal = AbortSignal.abort();
    await assert.rejects(window().openCached(latest, { signal }), { name: "AbortError" });
    const damaged = readFileSync(cachedFile());
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 100) ^ 1, damaged.length - 100);
    writeFileSync(cachedFile(), damaged);
    assert.equal(await window().openCached(latest), undefined);
    assert.equal(server.targets.length, 1);
  });

  it("knows what is kept of a signal nearest before an as-of, else after it, in memory or on disk (15.1.9)", async () => {
    const past = signalAsOf(endOf("2026-11-18"));
    const asked = signalAsOf(endOf("2026-11-17"));
    clock.advance(2 * day);
    await window().series({ ...past, dataKind: "FIT" });
    await window().series(signalAsOf(endOf("2026-11-18"), 3));
    assert.equal(await window().nearestCached(asked, true), undefined);
    await window().series(past);
    const pastAtMs = clock.now();
    clock.advance(minute);
    const store = window({}, "another key");
    await store.series(latest);
    const { length } = server.targets;
    const ofPast = { reference: past, fetchedAtMs: pastAtMs, isLater: true };
    assert.deepEqual(await window().nearestCached(asked, true), ofPast);
    assert.deepEqual(await window().nearestCached(latest, true), { ...ofPast, isLater: false });
    assert.equal(await window().nearestCached(past, true), undefined);
    const ofLatest = { reference: latest, fetchedAtMs: clock.now(), isLater: true };
    assert.deepEqual(await store.nearestCached(asked, true), ofLatest);
    clock.advance(day);
    assert.equal(await store.nearestCached(asked, false), undefined);
    // Its as-of was two days over: the service need not be asked for it.
    assert.deepEqual(await window().nearestCached(asked, false), ofPast);
    assert.equal(server.targets.length, length);
    // What was fetched last is not what was known last before the as-of.
    await store.series(past);
    const pastAgain = { reference: past, fetchedAtMs: clock.now(), isLater: false };
    clock.advance(minute);
    await store.series(latest, { isRefresh: true });
    assert.deepEqual(await store.nearestCached(signalAsOf(endOf("2026-11-19")), true), pastAgain);
  });

  it("offers no kept vintage that is later than the window's as-of", async () => {
    const past = signalAsOf(endOf("2026-11-18"));
    await window().series(past);
    await window().series(latest);
    const gate = new AsOfGate();
    const bounded = window({ gate });
    const offered = async (bound: string): Promise<AsOf | undefined> => {
      gate.set(endOf(bound));
      const found = await bounded.nearestCached(signalAsOf(endOf("2026-11-16")), true);
      return found?.reference.asOf;
    };
    assert.equal(await offered("2026-11-17"), undefined);
    assert.equal(await offered("2026-11-18"), past.asOf);
  });

  it("serves what it has while the service cannot be reached, with the reason", async () => {
    const fetched = await window().series(latest);
    clock.advance(20 * minute);
    await server.stop();
    const store = window();
    const { staleBecause, ...old } = await store.series(latest);
    assert.deepEqual(old, fetched);
    assert.ok(staleBecause instanceof NetworkError);
    await server.start();
    // For some seconds nobody asks again in vain; a refresh asks at once.
    assert.equal((await store.series(latest)).staleBecause, staleBecause);
    const refreshed = await store.series(latest, { isRefresh: true });
    assert.equal(refreshed.staleBecause, undefined);
    assert.equal(refreshed.fetchedAtMs, clock.now());
    assert.equal(await store.series(latest), refreshed);
  });

  it("serves what is in its memory likewise, and asks again a little later", async () => {
    const store = window();
    const fetched = await store.series(latest);
    clock.advance(20 * minute);
    listener = (_, response) => response.writeHead(503).end("down for maintenance");
    const stale = await store.series(latest);
    assert.equal(stale.frame, fetched.frame);
    assert.equal(stale.fetchedAtMs, fetched.fetchedAtMs);
    assert.match(stale.staleBecause?.message ?? "", /503 down for maintenance/);
    answer(parquet);
    clock.advance(10_000);
    assert.equal((await store.series(latest)).staleBecause, undefined);
  });

  it("tells a refresh that fails, and leaves what was kept", async () => {
    const store = window();
    const fetched = await store.series(latest);
    await server.stop();
    await assert.rejects(store.series(latest, { isRefresh: true }), NetworkError);
    assert.equal(await store.series(latest), fetched);
    assert.deepEqual(await window().series(latest), fetched);
  });

  for (const [status, type] of [
    [404, NotFoundError],
    [401, UnauthorizedError],
  ] as const) {
    it(`tells a ${status}, however much is kept`, async () => {
      await window().series(latest);
      clock.advance(20 * minute);
      listener = (_, response) => response.writeHead(status).end("no");
      await assert.rejects(window().series(latest), type);
    });
  }

  it("keeps no series that repeats the key, neither in memory nor on disk (SEC-32)", async () => {
    const csv = `Date,for ${testKey}\n2024-01-01,1.5\n`;
    answer(Buffer.from(csv));
    const store = window({ transferFormat: () => "csv" });
    await rejection(store.series(latest), RepeatedKeyError);
    assert.equal(store.cachedSeries(latest), undefined);
    assert.deepEqual(cachedFiles(), []);
  });

  it("waits once, and not long, for a connection when it has an old series", async () => {
    await window().series(latest);
    clock.advance(hour);
    const asked: RequestOptions[] = [];
    const away = new TimeoutError({ request: "GET /", attempts: 1 }, "connecting", 8_000);
    const download = (_: unknown, options: RequestOptions = {}): Promise<never> => {
      asked.push(options);
      return Promise.reject(away);
    };
    const members = { downloadSignalData: download, outage: new Outage() };
    const client = withMembers(testClient("http://127.0.0.1:9").client, members);
    assert.equal((await window({ client }).series(latest)).staleBecause, away);
    await rejection(window({ client }, "other").series(latest), TimeoutError);
    assert.deepEqual(
      asked.map(({ hasFallback }) => hasFallback),
      [true, false],
    );
  });

  it("never serves what was given to another service or key (HTTP-14)", async () => {
    await window().series(latest);
    await window({}, "other").series(latest);
    assert.equal(server.targets.length, 2);
    await server.stop();
    await assert.rejects(window({}, "third").series(latest), NetworkError);
  });

  it("fetches and keeps nothing once its key has changed, also for holders of the old one (HTTP-14)", async () => {
    const store = window();
    store.dispose();
    await assert.rejects(store.series(latest), { name: "AbortError" });
    await assert.rejects(store.series(latest, { isRefresh: true }), { name: "AbortError" });
    assert.deepEqual([server.targets, cachedFiles()], [[], []]);
  });

  it("asks once for what two ask for at once, whether it is on disk or not (HTTP-12)", async () => {
    const store = window();
    await Promise.all([
      store.series(latest),
      store.series(latest, { isRefresh: true }),
      store.series(latest),
    ]);
    assert.equal(server.targets.length, 1);
    const again = window();
    const [one, other] = await Promise.all([again.series(latest), again.series(latest)]);
    assert.equal(one, other);
    assert.equal(server.targets.length, 1);
  });

  it("leaves the other who asked for the same when one cancels (HTTP-12)", async () => {
    await window().series(latest);
    const [store, cancel] = [window(), new AbortController()];
    const cancelled = store.series(latest, { signal: cancel.signal });
    const stays = store.series(latest);
    cancel.abort();
    await assert.rejects(cancelled, { name: "AbortError" });
    assert.deepEqual(Buffer.from((await stays).body.bytes), parquet);
  });

  it("does not replace what a refresh fetched while it was opening what was kept", async () => {
    await window().series(latest);
    answer(otherParquet);
    const [begun, gate] = [deferred<undefined>(), deferred<undefined>()];
    let decodes = 0;
    const decode: FrameWorker["decode"] = async (body, options) => {
      decodes += 1;
      if (decodes === 1) {
        begun.resolve(undefined);
        await gate.promise;
      }
      return worker.decode(body, options);
    };
    const store = window({ worker: withMembers(worker, { decode }) });
    const opening = store.series(latest);
    await begun.promise;
    const refreshed = await store.series(latest, { isRefresh: true });
    gate.resolve(undefined);
    assert.equal(await opening, refreshed);
    assert.equal(store.cachedSeries(latest), refreshed);
  });

  it("asks anew when the file is damaged (CACHE-02)", async () => {
    await window().series(latest);
    const damaged = readFileSync(cachedFile());
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 100) ^ 1, damaged.length - 100);
    writeFileSync(cachedFile(), damaged);
    await window().series(latest);
    assert.equal(server.targets.length, 2);
  });

  it("asks anew when what was kept is no series, deletes it and says so (CACHE-02)", async () => {
    const bytes = Buffer.from("Date,Level\n2024-01-01\n");
    const facts = { request: "GET /kept", attempts: 1, format: "csv" } as const;
    const { series } = new CacheFolder(folder.path, () => 1 << 24).filesOf("acme");
    const body = { ...facts, bytes, isCloseDelimited: false };
    await series.write(latest, { body, fetchedAtMs: clock.now() });
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (line: string) => void warnings.push(line) };
    await server.stop();
    await assert.rejects(window({ log }).series(latest), NetworkError);
    assert.deepEqual(cachedFiles(), []);
    assert.match(warnings.join("\n"), /GET \/kept: the cached response is not used/);
    await server.start();
    await window().series(latest);
    assert.equal(server.targets.length, 1);
  });

  it("asks anew when a newer file of another window is no series, though an old one is in memory (CACHE-02)", async () => {
    const store = window();
    await store.series(latest);
    clock.advance(hour);
    const { series } = new CacheFolder(folder.path, () => 1 << 24).filesOf("acme");
    const facts = { request: "GET /kept", attempts: 1, format: "csv" } as const;
    const body = {
      ...facts,
      bytes: Buffer.from("Date,Level\n2024-01-01\n"),
      isCloseDelimited: false,
    };
    await series.write(latest, { body, fetchedAtMs: clock.now() });
    assert.equal((await store.series(latest)).fetchedAtMs, clock.now());
    assert.equal(server.targets.length, 2);
  });

  it("caches no vintage with days after the quarter of its as-of (DATA-08)", async () => {
    const vintage = signalAsOf(endOf("2026-09-30"));
    await assert.rejects(window().series(vintage), AsOfNotHonouredError);
    assert.deepEqual(cachedFiles(), []);
  });

  it("keeps nothing that did not arrive whole (DATA-03)", async () => {
    listener = (_, response) => {
      response.setHeader("content-length", parquet.length);
      response.write(parquet.subarray(0, 500), () => response.destroy());
    };
    await assert.rejects(window().series(latest), IncompleteError);
    assert.deepEqual(cachedFiles(), []);
  });

  it("keeps nothing that is no series", async () => {
    answer(Buffer.from("Date,Level\n2024-01-01\n"));
    const store = window({ transferFormat: () => "csv" });
    await assert.rejects(store.series(latest), { name: "DecodeError" });
    assert.deepEqual(cachedFiles(), []);
  });

  it("says once that series cannot be kept, until they can again (CACHE-01)", async () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (line: string) => void warnings.push(line) };
    const storage = path.join(folder.path, "storage");
    const files = new CacheFolder(storage, () => 1 << 24).filesOf("acme").series;
    writeFileSync(storage, "no folder");
    const store = window({ log, files });
    for (const version of [1, 2, 3]) await store.series(signalAsOf("latest", version));
    assert.equal(warnings.length, 1);
    assert.match(warnings.join(), /could not be cached on disk: ENOTDIR/);
    assert.equal(server.targets.length, 3);
  });

  it("lets a click overtake bulk work, also when it asks for the same", async () => {
    const answers: (() => void)[] = [];
    listener = (_, response) => answers.push(() => response.end(parquet));
    const { client } = testClient(server.origin, { transport, maxConcurrentRequests: () => 1 });
    const store = new SeriesStore({ client, worker });
    const bulk = (): { urgency: Urgency } => ({ urgency: new Urgency("bulk") });
    const asked = [1, 2, 3].map((version) => store.series(signalAsOf("latest", version), bulk()));
    const versions = (): string[] =>
      server.targets.map((target) => /INFL\/(\d)/.exec(target)?.[1] ?? "");
    const click = store.series(signalAsOf("latest", 3));
    for (const count of [1, 2, 3]) {
      while (answers.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
      answers[count - 1]?.();
    }
    assert.equal(await click, await asked[2]);
    await Promise.all(asked);
    assert.deepEqual(versions(), ["1", "3", "2"]);
  });

  it("tells a failure where nothing is kept", async () => {
    await server.stop();
    const error = await rejection(window().series(latest), NetworkError);
    assert.equal(error.kind, "network");
  });
});
