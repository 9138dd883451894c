import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parquetMetadata } from "hyparquet";
import { longLayout } from "../../../src/data/table/long";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { DecodeError } from "../../../src/data/errors";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { type Body } from "../../../src/service/body";
import { FrameWorker } from "../../../src/store/frameWorker";
import { MovedClock } from "../../support/movedClock";
import { frameWorkerFile } from "../../support/builtFiles";

async function bodyOf(fixture: string): Promise<Body> {
  const bytes = new Uint8Array(await readFile(`test/fixtures/${fixture}`));
  const facts = { request: "GET /", attempts: 1, isCloseDelimited: false };
  return { ...facts, bytes, format: "parquet" };
}

/** One value a day from the year 1000 on. */
function csvOf(rows: number): Body {
  const [firstMs, dayMs] = [Date.UTC(1000, 0, 1), 86_400_000];
  const lines = Array.from({ length: rows }, (_, at) => {
    const day = new Date(firstMs + at * dayMs).toISOString().slice(0, 10);
    return `${day},${at}`;
  });
  const bytes = Buffer.from(["Date,Level", ...lines].join("\n"));
  return { request: "GET /", attempts: 1, isCloseDelimited: false, bytes, format: "csv" };
}

describe("FrameWorker", () => {
  let worker: FrameWorker;
  beforeEach(() => (worker = new FrameWorker(frameWorkerFile)));
  afterEach(() => worker.dispose());

  it("gives the same frame as decoding in this thread, with the bundled code", async () => {
    for (const fixture of ["pandas-index-ns.parquet", "arrow-types.parquet"]) {
      const body = await bodyOf(fixture);
      const here = await decodeFrame(body.bytes, "parquet");
      const there = await worker.decode(body);
      assert.equal(valuesDigest(there.frame), valuesDigest(here.frame));
      assert.deepEqual(there.repairs, here.repairs);
    }
  });

  for (const format of ["csv", "json", "parquet"] as const) {
    it(`encodes a frame as ${format} that holds the same values`, async () => {
      const { frame } = await worker.decode(await bodyOf("arrow-types.parquet"));
      const bytes = await worker.encode(frame, format);
      const again = await decodeFrame(bytes, format);
      assert.equal(valuesDigest(again.frame), valuesDigest(frame));
    });
  }

  it("writes metadata and the digest of the values into a Parquet file", async () => {
    const { frame } = await worker.decode(await bodyOf("forecast.parquet"));
    const bytes = await worker.encode(frame, "parquet", { "macro-signals.service": "sample" });
    const { key_value_metadata: entries = [] } = parquetMetadata(new Uint8Array(bytes).buffer);
    const metadata = new Map(entries.map(({ key, value }) => [key, value]));
    assert.equal(metadata.get("macro-signals.service"), "sample");
    assert.equal(metadata.get("macro-signals.values_digest"), valuesDigest(frame));
  });

  it("leaves the body's bytes to their owner", async () => {
    const body = await bodyOf("polars-date.parquet");
    const size = body.bytes.byteLength;
    await worker.decode(body);
    assert.equal(body.bytes.byteLength, size);
  });

  it("returns a small frame in shared memory, from which it encodes the same", async () => {
    const { frame } = await worker.decode(csvOf(1_000));
    assert.ok(frame.days.buffer instanceof SharedArrayBuffer);
    const again = await decodeFrame(await worker.encode(frame, "parquet"), "parquet");
    assert.equal(valuesDigest(again.frame), valuesDigest(frame));
  });

  it("moves a large frame", async () => {
    const { frame } = await worker.decode(csvOf(400_000));
    assert.equal(frame.days.length, 400_000);
    assert.ok(frame.days.buffer instanceof ArrayBuffer);
  });

  it("answers each of many bodies asked for at once", async () => {
    const names = ["polars-date", "arrow-nulls", "forecast", "pandas-empty"];
    const bodies = await Promise.all(names.map((name) => bodyOf(`${name}.parquet`)));
    const decoded = await Promise.all(bodies.map((body) => worker.decode(body)));
    const rows = decoded.map(({ frame }) => frame.days.length);
    assert.deepEqual(rows, [67, 67, 67, 0]);
  });

  it("passes typed failures on, and decodes the next body", async () => {
    const body = await bodyOf("polars-date.parquet");
    const cut = { ...body, bytes: body.bytes.slice(0, -9) };
    await assert.rejects(worker.decode(cut), DecodeError);
    assert.equal((await worker.decode(body)).frame.days.length, 67);
  });

  it("ends a thread that has had no work for two minutes, and starts another one when there is work", async () => {
    const clock = new MovedClock();
    const idle = new FrameWorker(frameWorkerFile, { clock });
    const body = await bodyOf("polars-date.parquet");
    await idle.decode(body);
    assert.deepEqual(clock.waiting, [120_000]);
    clock.advance(119_999);
    await idle.decode(body);
    assert.equal(idle.threadCount, 1);
    clock.advance(120_000);
    assert.deepEqual(clock.waiting, []);
    assert.equal((await idle.decode(body)).frame.days.length, 67);
    assert.equal(idle.threadCount, 2);
    idle.dispose();
    assert.deepEqual(clock.waiting, []);
  });

  it("keeps a thread that holds a table that is not complete", async () => {
    const clock = new MovedClock();
    const own = new FrameWorker(frameWorkerFile, { clock });
    await own.writeTable({ kind: "begin", spec: { format: "csv", layout: longLayout([], []) } });
    assert.deepEqual(clock.waiting, []);
    own.dispose();
  });

  it("rejects at once when it is cancelled", async () => {
    const cancel = new AbortController();
    const decoding = worker.decode(await bodyOf("polars-date.parquet"), { signal: cancel.signal });
    cancel.abort();
    await assert.rejects(decoding, { name: "AbortError" });
  });

  it("rejects what is under way when it is disposed, and everything afterwards", async () => {
    const body = await bodyOf("polars-date.parquet");
    const decoding = worker.decode(body);
    worker.dispose();
    await assert.rejects(decoding, /disposed/);
    await assert.rejects(worker.decode(body), /disposed/);
  });

  it("tells when its worker cannot start, and tries again for the next body", async () => {
    const lost = new FrameWorker(path.resolve("no-such-file.cjs"));
    const body = await bodyOf("polars-date.parquet");
    await assert.rejects(lost.decode(body), DecodeError);
    await assert.rejects(lost.decode(body), DecodeError);
    lost.dispose();
  });
});
