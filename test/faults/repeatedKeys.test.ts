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
import { duckDb } from "../support/duckDb";
import { DuckFiles } from "../support/duckFiles";
import { describeWith } from "../support/interpreters";
import { codecs, notesOf, parquetOf } from "../support/packedTexts";
import { rejection } from "../support/rejection";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { testClient, testKey } from "../support/testClient";
import { startServer, type TestServer } from "../support/testServer";
import { keyWritings } from "../support/writtenKeys";

/** Columns whose values are neither numbers nor texts, by their type in DuckDB. */
const leftOut: Readonly<Record<string, string>> = {
  blob: "encode(note)",
  list: "[note]",
  "list of blobs": "[encode(note)]",
  struct: "{'a': 1, 'b': note}",
  "struct of lists": "{'a': [note], 'b': [1.5, 2]}",
  "list of structs": "[{'at': DATE '2024-01-01', 'b': note}]",
  map: "MAP {note: 1}",
  "map of maps": "MAP {1: MAP {2: note}}",
};

/**
 * A table of four rows; the first ones contain the beginning of the text, so that a codec writes only its end in the
 * third.
 */
function notesIn(written: string): string {
  const { Note = [] } = notesOf(written);
  return `(VALUES ${Note.map((note, index) => `(${index}, '${note.replaceAll("'", "''")}')`).join()}) t(i, note)`;
}

function leftOutSql(expression: string, written: string): string {
  return `SELECT DATE '2024-01-01' + i AS "Date", i * 1.5 AS "Level", ${expression} AS note
    FROM ${notesIn(written)}`;
}

describeWith(duckDb, "DuckDB")("a key that the service repeats in a series", () => {
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

  let duck: DuckFiles;

  before(async () => {
    worker = new FrameWorker(frameWorkerFile);
    duck = await DuckFiles.open();
  });
  after(async () => {
    worker.dispose();
    await duck.close();
  });
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

  for (const [type, expression] of Object.entries(leftOut)) {
    it(`is refused in a left-out column: ${type} (SEC-32)`, async () => {
      answer = await duck.parquetOf(leftOutSql(expression, testKey));
      assert.ok(!Buffer.from(answer).includes(testKey), "it is packed");
      await assertRefused();
      await rejection(store.refuseKey(bodyOf(answer), {}), RepeatedKeyError);
    });

    it(`does not affect a body whose left-out column does not contain it: ${type} (SEC-32)`, async () => {
      answer = await duck.parquetOf(leftOutSql(expression, testKey.slice(0, -1)));
      const { frame, repairs } = await store.series(reference);
      assert.deepEqual([frame.days.length, repairs.leftOutColumns.length], [4, 1]);
      await store.refuseKey(bodyOf(answer), {});
      const kept = await store.cachedBody(reference);
      assert.deepEqual(Buffer.from(kept?.body.bytes ?? []), Buffer.from(answer));
    });
  }

  for (const { how, write } of keyWritings) {
    it(`is refused in a left-out column that contains it ${how} (SEC-32)`, async () => {
      answer = await duck.parquetOf(leftOutSql("[note, note]", write(testKey)));
      await assertRefused();
    });
  }

  it("is refused in a file with only bytes or lists, or without days (SEC-32)", async () => {
    const notes = notesIn(testKey);
    for (const sql of [
      `SELECT encode(note) AS note FROM ${notes}`,
      `SELECT DATE '2024-01-01' AS "Date", [note] AS note FROM ${notes}`,
      `SELECT note, 1 AS level FROM ${notes}`,
    ]) {
      const bytes = await duck.parquetOf(sql);
      assert.ok(!Buffer.from(bytes).includes(testKey), "it is packed");
      await rejection(store.refuseKey(bodyOf(bytes), {}), RepeatedKeyError);
    }
  });

  it("is found in left-out columns of a hundred thousand rows, even in the last row (SEC-32)", async () => {
    const rows = (key: string): string =>
      `SELECT DATE '1900-01-01' + CAST(i AS INTEGER) AS "Date", random() AS "Level",
       [CASE WHEN i = 99_999 THEN '${key}' ELSE 'n' || i END] AS note FROM range(100_000) t(i)`;
    answer = await duck.parquetOf(rows(testKey));
    await assertRefused();
    const free = bodyOf(await duck.parquetOf(rows("none")));
    assert.equal((await worker.decode(free)).frame.days.length, 100_000);
  });

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
    for (const cells of [Note, [`${"x".repeat(270)}${testKey}`, "2024-01-02"]]) {
      const packed = bodyOf(parquetOf({ Date: cells, Level: cells.map(() => "1") }));
      await rejection(worker.decode(packed), RepeatedKeyError);
      const csv = Buffer.from(`Date,Level\n${cells.map((cell) => `${cell},1\n`).join("")}`);
      const quoted = await rejection(
        worker.decode({ ...packed, bytes: csv, format: "csv" }),
        DecodeError,
      );
      assert.doesNotMatch(quoted.message + (quoted.stack ?? ""), /cana/);
    }
  });

  it("leaves a series alone that holds a part of it (SEC-32)", async () => {
    answer = parquetOf(notesOf(testKey.slice(0, -1)));
    const { frame } = await store.series(reference);
    assert.equal(frame.days.length, 4);
    await store.refuseKey(bodyOf(Buffer.from("no Parquet at all")), {});
  });
});
