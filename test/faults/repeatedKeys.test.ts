import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { DecodeError } from "../../src/data/errors";
import { toParquet } from "../../src/data/parquetWriter";
import { RepeatedKeyError } from "../../src/service/errors";
import { Redaction } from "../../src/service/redaction";
import { type Body } from "../../src/service/body";
import { signalRef } from "../../src/shared/reference";
import { CacheFolder } from "../../src/store/cacheFolder";
import { FrameWorker } from "../../src/store/frameWorker";
import { SeriesStore } from "../../src/store/seriesStore";
import { frameWorkerFile } from "../support/builtFiles";
import { codecs, notesOf, parquetOf } from "../support/packedTexts";
import { rejection } from "../support/rejection";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { testClient, testKey } from "../support/testClient";
import { startServer, type TestServer } from "../support/testServer";
import { keyWritings } from "../support/writtenKeys";

describe("a key that the service repeats in a series", () => {
  const reference = signalRef({
    code: "INFL",
    version: 0,
    tags: {},
    dataKind: "SNAP",
    asOf: "latest",
  });
  let worker: FrameWorker;
  let server: TestServer;
  let folder: TemporaryFolder;
  let answer: Uint8Array;
  let dispose: () => void;
  let store: SeriesStore;

  before(() => (worker = new FrameWorker(frameWorkerFile)));
  after(() => worker.dispose());
  beforeEach(async () => {
    folder = temporaryFolder("repeated-keys");
    server = await startServer((_, response) => response.end(answer));
    const test = testClient(server.origin);
    const { series: files } = new CacheFolder(folder.path, () => 1 << 24).filesOf("acme");
    dispose = test.dispose;
    store = new SeriesStore({ client: test.client, worker, files });
  });
  afterEach(async () => {
    store.dispose();
    dispose();
    await server.close();
    folder.remove();
  });

  function bodyOf(bytes: Uint8Array): Body {
    const facts = { request: "GET /", attempts: 1, isCloseDelimited: false };
    return { ...facts, bytes, format: "parquet", redaction: new Redaction(testKey) };
  }

  async function assertRefused(): Promise<void> {
    const error = await rejection(store.series(reference), RepeatedKeyError);
    assert.equal(error.request.startsWith("GET /api/v3/signal/INFL/0/data/"), true);
    assert.equal(server.requests.length, 1, "it is not asked for in another format");
    assert.deepEqual(
      [store.cachedSeries(reference), await store.cachedBody(reference)],
      [undefined, undefined],
    );
    assert.deepEqual(readdirSync(folder.path, { recursive: true }).filter(isSeries), []);
  }

  function isSeries(name: string | Buffer): boolean {
    return String(name).endsWith(".series");
  }

  for (const codec of codecs) {
    it(`is refused and kept nowhere when it is packed with ${codec} (SEC-32)`, async () => {
      answer = parquetOf(notesOf(testKey), codec);
      if (codec !== "UNCOMPRESSED") assert.ok(!Buffer.from(answer).includes(testKey));
      await assertRefused();
    });
  }

  for (const { how, write } of keyWritings) {
    it(`is refused in a packed text that repeats it ${how} (SEC-32)`, async () => {
      answer = parquetOf(notesOf(write(testKey)));
      await assertRefused();
      await rejection(store.refuseKey(bodyOf(answer), {}), RepeatedKeyError);
    });
  }

  it("is refused in the name of a column (SEC-32)", async () => {
    answer = parquetOf({ Date: ["2024-01-01"], [`for ${testKey}`]: ["1"] });
    await assertRefused();
    await rejection(store.refuseKey(bodyOf(answer), {}), RepeatedKeyError);
  });

  it("is refused in what a file says of itself, however it is written there (SEC-32)", async () => {
    const note = Array.from(testKey, (each) => `&#${each.charCodeAt(0)};`).join("");
    answer = toParquet({ days: Int32Array.of(0), columns: [] }, { note });
    await assertRefused();
  });

  it("is refused in the last of many rows (SEC-32)", async () => {
    const { Note = [] } = notesOf(testKey);
    const notes = [...Array.from({ length: 25_000 }, () => "-"), ...Note];
    answer = parquetOf({ Date: notes.map(() => "2024-01-01"), Note: notes });
    await assertRefused();
  });

  it("is refused in a body whose rows make no series (SEC-32)", async () => {
    const { Note = [] } = notesOf(testKey);
    answer = parquetOf({ Date: Note.map(() => "2024-01-01"), Note, " Note": Note });
    await rejection(store.refuseKey(bodyOf(answer), {}), RepeatedKeyError);
  });

  it("is in no words of an error that quotes a cell (14.2.2)", async () => {
    const { Note = [] } = notesOf(testKey);
    const broken = bodyOf(parquetOf({ Date: Note, Level: Note.map(() => "1") }));
    const quoted = await rejection(worker.decode(broken), Error);
    assert.doesNotMatch(quoted.message + (quoted.stack ?? ""), /canary/);
    const begun = ["x".repeat(270), testKey].join("");
    const cut = bodyOf(parquetOf({ Date: [begun, "2024-01-02"], Level: ["1", "2"] }));
    const error = await rejection(worker.decode(cut), DecodeError);
    assert.doesNotMatch(error.message, /cana/);
  });

  it("leaves a series alone that holds a part of it (SEC-32)", async () => {
    answer = parquetOf(notesOf(testKey.slice(0, -1)));
    const { frame } = await store.series(reference);
    assert.equal(frame.days.length, 4);
    await store.refuseKey(bodyOf(Buffer.from("no Parquet at all")), {});
  });
});
