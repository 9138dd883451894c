import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { NotFoundError } from "../../../src/service/errors";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { dayOfIso } from "../../../src/shared/day";
import { type DocumentPlace, type SeriesPlace } from "../../../src/shared/documentPlace";
import { signalRef } from "../../../src/shared/reference";
import { DocumentStore, type DocumentStoreOptions } from "../../../src/store/documentStore";
import { DocumentTooLargeError } from "../../../src/store/documentTooLargeError";
import { latestInstant } from "../../../src/store/freshness";
import { FrameWorker } from "../../../src/store/frameWorker";
import { Latest } from "../../../src/store/latest";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { deferred } from "../../support/deferred";
import { rejection } from "../../support/rejection";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { withMembers } from "../../support/withMembers";

const inflation = { code: "INFL", version: 2, tags: {}, asOf: "latest" } as const;
const place: SeriesPlace = {
  connectionId: "acme",
  reference: signalRef({ ...inflation, dataKind: "SNAP" }),
  form: "csv",
};
const asJson: DocumentPlace = { ...place, form: "json" };
const fit: SeriesPlace = { ...place, reference: signalRef({ ...inflation, dataKind: "FIT" }) };
const oneDay = "Date,Level\n2024-01-01,1.5\n";
const twoDays = `${oneDay}2024-01-02,-0.25\n`;

describe("DocumentStore", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let server: TestServer;
  let listener: RequestListener;
  let series: SeriesStore;
  let changed: DocumentPlace[];

  beforeEach(async () => {
    server = await startServer((request, response) => listener(request, response));
    series = newSeries();
    changed = [];
    answer(oneDay);
  });
  afterEach(() => server.close());
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  function newSeries(): SeriesStore {
    const { client } = testClient(server.origin, { transport });
    return new SeriesStore({ client, worker, transferFormat: () => "csv" });
  }

  function answer(csv: string): void {
    listener = (_, response) => response.end(csv);
  }

  function documents(options: Partial<DocumentStoreOptions> = {}): DocumentStore {
    return new DocumentStore({
      seriesOf: () => Promise.resolve(series),
      panelsOf: () => Promise.reject(new Error("only series are read here")),
      worker,
      limitBytes: () => 1_000_000,
      didChange: (which) => changed.push(which),
      now: () => 1_700_000_000_000,
      ...options,
    });
  }

  async function textOf(store: DocumentStore, which = place): Promise<string> {
    return Buffer.from(await store.read(which)).toString("utf8");
  }

  it("knows nothing of a document before it is read, and asks nothing", async () => {
    assert.deepEqual(await documents().stamp(place), { mtimeMs: 0, sizeBytes: 0 });
    assert.equal(server.requests.length, 0);
  });

  it("knows time and size of a document that was read", async () => {
    const store = documents();
    assert.equal(await textOf(store), oneDay);
    const { mtimeMs, sizeBytes } = await store.stamp(place);
    assert.deepEqual({ mtimeMs, sizeBytes }, { mtimeMs: 1_700_000_000_000, sizeBytes: 26 });
  });

  it("reads a document under way once, and its stamp waits for it", async () => {
    const asked = deferred<() => void>();
    listener = (_, response) => asked.resolve(() => response.end(oneDay));
    const store = documents();
    const reads = Promise.all([store.read(place), store.read(place)]);
    const stamp = store.stamp(place);
    (await asked.promise)();
    assert.equal((await stamp).sizeBytes, 26);
    await reads;
    assert.equal(server.requests.length, 1);
  });

  for (const way of ["read", "refresh"] as const) {
    it(`brings one latest when a ${way} joins one that was begun alone (DATA-13)`, async () => {
      const { client } = testClient(server.origin, { transport });
      const source = { client, series };
      const store = documents({
        seriesOf: () =>
          Promise.resolve({
            series: (reference, { latest = new Latest(), ...options }) =>
              latest.series({ source, reference }, options),
          }),
      });
      const asked = deferred<() => void>();
      let nowMs = Date.parse("2026-11-22T09:45:00Z");
      listener = (_, response) => {
        response.setHeader("date", new Date((nowMs += 1_000)).toUTCString());
        const end = (): void => void response.end(oneDay);
        if (server.requests.length === 1) asked.resolve(end);
        else end();
      };
      const alone = store[way](place);
      const answerFirst = await asked.promise;
      const latest = new Latest();
      const both = [place, fit].map((each) => store[way](each, undefined, latest));
      await both[1];
      answerFirst();
      await Promise.all([alone, ...both]);
      const instants = [place, fit].map(({ reference }) => {
        const cached = series.cachedSeries(reference);
        return cached && latestInstant(cached);
      });
      assert.deepEqual(instants, ["20261122T094502Z", "20261122T094502Z"]);
      assert.equal(server.requests.length, 3);
    });
  }

  it("has CSV and JSON from one request", async () => {
    const store = documents();
    await store.read(place);
    assert.equal(await textOf(store, asJson), '[\n{"Date":"2024-01-01","Level":1.5}\n]\n');
    assert.equal(server.requests.length, 1);
  });

  it("shows a part of the series and asks for all of it", async () => {
    answer(twoDays);
    const from = dayOfIso("2024-01-02");
    assert.ok(from !== undefined);
    const part = { ...place, slice: { from } };
    assert.equal(await textOf(documents(), part), "Date,Level\n2024-01-02,-0.25\n");
    assert.equal(server.requests[0]?.target.includes("2024"), false);
  });

  it("makes the text of one and the same series once", async () => {
    const store = documents();
    assert.equal(await store.read(place), await store.read(place));
    assert.equal(server.requests.length, 1);
  });

  it("shows what its series has become when that does not stand any more", async () => {
    const store = documents();
    await store.read(place);
    answer(twoDays);
    series = newSeries();
    assert.equal(await textOf(store), twoDays);
    assert.deepEqual(changed, [place]);
    assert.equal((await store.stamp(place)).sizeBytes, twoDays.length);
  });

  it("leaves everything as it was when a refresh brings the same", async () => {
    const store = documents();
    await store.read(place);
    const before = await store.stamp(place);
    await store.refresh(place);
    assert.equal(server.requests.length, 2);
    assert.deepEqual(await store.stamp(place), before);
    assert.deepEqual(changed, []);
  });

  it("has a later time after every change, also within a millisecond", async () => {
    const store = documents();
    await store.read(place);
    const before = await store.stamp(place);
    answer(twoDays);
    await store.refresh(place);
    const between = await store.stamp(place);
    answer(oneDay);
    await store.refresh(place);
    const after = await store.stamp(place);
    assert.ok(before.mtimeMs < between.mtimeMs && between.mtimeMs < after.mtimeMs);
    assert.deepEqual(changed, [place, place]);
    assert.equal(await textOf(store), oneDay);
  });

  it("refreshes the other form of a series with it, for one request", async () => {
    const store = documents();
    await store.read(asJson);
    await store.read(place);
    answer(twoDays);
    await store.refresh(place);
    assert.deepEqual(changed, [place, asJson]);
    assert.match(await textOf(store, asJson), /2024-01-02/);
    assert.equal(server.requests.length, 2);
  });

  it("keeps what it had when a refresh fails", async () => {
    const store = documents();
    await store.read(place);
    const before = await store.stamp(place);
    listener = (_, response) => response.writeHead(404).end("gone");
    await assert.rejects(store.refresh(place), NotFoundError);
    assert.deepEqual(await store.stamp(place), before);
    assert.equal(await textOf(store), oneDay);
  });

  it("keeps no failure", async () => {
    const store = documents();
    listener = (_, response) => response.writeHead(404).end("unknown");
    await assert.rejects(store.read(place), NotFoundError);
    assert.deepEqual(await store.stamp(place), { mtimeMs: 0, sizeBytes: 0 });
    answer(oneDay);
    assert.equal(await textOf(store), oneDay);
  });

  it("asks anew for what it has forgotten, and notices that it is the same", async () => {
    const store = documents();
    await store.read(place);
    const before = await store.stamp(place);
    store.forget("acme");
    series = newSeries();
    assert.equal(server.requests.length, 1);
    assert.equal(await textOf(store), oneDay);
    assert.equal(server.requests.length, 2);
    assert.deepEqual(await store.stamp(place), before);
  });

  it("forgets one connection and leaves those whose ids begin alike", async () => {
    const store = documents();
    await store.read(place);
    store.forget("ac");
    await store.read(place);
    assert.equal(server.requests.length, 1);
  });

  it("never shows what a connection gave that was forgotten meanwhile", async () => {
    const asked = deferred<() => void>();
    listener = (_, response) => asked.resolve(() => response.end(twoDays));
    const store = documents();
    const text = textOf(store);
    const answerOld = await asked.promise;
    const old = series;
    series = newSeries();
    answer(oneDay);
    store.forget("acme");
    old.dispose();
    answerOld();
    assert.equal(await text, oneDay);
  });

  it("refuses what is over the limit before formatting, and names the newest rows that fit (UI-01)", async () => {
    answer(twoDays);
    const store = documents({ limitBytes: () => 70 });
    const { sizeBytes, newest } = await rejection(store.read(place), DocumentTooLargeError);
    assert.ok(sizeBytes > 70 && newest !== undefined);
    const day = dayOfIso("2024-01-02");
    assert.deepEqual(newest, { from: day, to: day });
    const part = { ...place, slice: newest };
    assert.equal(await textOf(store, part), "Date,Level\n2024-01-02,-0.25\n");
    assert.equal(server.requests.length, 1);
  });

  it("keeps no more bytes than its capacity", async () => {
    const store = documents({ capacityBytes: 10 });
    await store.read(place);
    series = newSeries();
    await store.read(place);
    assert.equal(server.requests.length, 2);
    assert.equal((await store.stamp(place)).sizeBytes, 26);
  });

  it("formats large series in the worker, to the same text", async () => {
    const day = (row: number): string =>
      new Date(Date.UTC(1700, 0, 1) + row * 86_400_000).toISOString().slice(0, 10);
    const rows = Array.from({ length: 101_000 }, (_, row) => `${day(row)},${row + 0.5}\n`);
    const csv = `Date,Level\n${rows.join("")}`;
    answer(csv);
    const formats: string[] = [];
    const counting = withMembers(worker, {
      encode: (...given: Parameters<FrameWorker["encode"]>) => {
        formats.push(given[1]);
        return worker.encode(...given);
      },
      takeBack: () => assert.fail(),
    });
    const store = documents({ worker: counting, limitBytes: () => 1e8 });
    assert.equal(await textOf(store), csv);
    assert.deepEqual(formats, ["csv"]);
  });

  it("closes the socket when the only reader gives up (HTTP-07)", async () => {
    const closed = deferred<undefined>();
    listener = (request) => request.once("close", () => closed.resolve(undefined));
    const cancel = new AbortController();
    const read = documents().read(place, cancel.signal);
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    cancel.abort();
    await assert.rejects(read, { name: "AbortError" });
    await closed.promise;
  });
});
