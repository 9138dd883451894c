import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Transferable, Worker } from "node:worker_threads";
import { toParquet } from "../../src/data/parquetWriter";
import { type Body } from "../../src/service/body";
import { FrameWorker, type FrameWorkerOptions } from "../../src/store/frameWorker";
import { type WorkerAnswer } from "../../src/store/frameWorkerProtocol";
import { Urgency } from "../../src/service/urgency";
import { silentLog } from "../../src/shared/log";
import { bodyOf, rowsOfGood, trappingBody, goodBody } from "../support/bodies";
import { frameWorkerFile } from "../support/builtFiles";
import { assertRefused } from "../support/decodeErrors";
import { MovedClock } from "../support/movedClock";
import { temporaryFolder } from "../support/temporaryFolder";

const mebibyte = 1 << 20;
const hangOnCsv = `parentPort.on("message", ({ format }) => { if (format === "csv") for (;;); });`;

/** A body of numbers that no compression makes small. */
function largeBody(rows: number): Body {
  const values = Float64Array.from({ length: rows }, (_, row) => Math.sin(row));
  const days = Int32Array.from({ length: rows }, (_, row) => row - 500_000);
  return bodyOf(toParquet({ days, columns: [{ name: "Level", type: "number", values }] }));
}

/** A frame worker that counts what it tells the log. */
function watchedWorker(options: FrameWorkerOptions = {}): {
  worker: FrameWorker;
  reported: string[];
} {
  const reported: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void reported.push(message) };
  return { worker: new FrameWorker(frameWorkerFile, { ...options, log }), reported };
}

describe("the frame worker", () => {
  const folder = temporaryFolder("worker-loss");
  after(() => folder.remove());
  let threadFiles = 0;

  /** The bundled thread, which runs this code first. */
  function threadAfter(code: string): string {
    const file = path.join(folder.path, `thread-${++threadFiles}.cjs`);
    const start = `const { parentPort } = require("node:worker_threads");`;
    writeFileSync(file, `${start}\n${code}\nrequire(${JSON.stringify(frameWorkerFile)});\n`);
    return file;
  }

  it("is replaced after a trap, and whatever else was asked for still decodes (HOST-02)", async () => {
    const { worker, reported } = watchedWorker();
    const results = await Promise.allSettled(
      [goodBody(), trappingBody(), goodBody(), goodBody()].map((body) => worker.decode(body)),
    );
    worker.dispose();
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled", "fulfilled"],
    );
    assert.equal(worker.threadCount, 2);
    assert.match(reported.join("\n"), /^a new frame worker takes over: .*unreachable/);
  });

  // A thread that stayed would hold ten megabytes: the module, and its memory.
  it("is replaced each of the 24 times a file traps; memory stays flat and a good file decodes (HOST-02)", async () => {
    const { worker } = watchedWorker();
    const trap = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) {
        await assertRefused(worker.decode(trappingBody()), "corrupt", /unreachable/);
      }
    };
    await trap(4);
    const before = process.memoryUsage().rss;
    await trap(20);
    const grown = process.memoryUsage().rss - before;
    assert.equal(worker.threadCount, 24);
    const { frame } = await worker.decode(goodBody());
    worker.dispose();
    assert.equal(frame.days.length, rowsOfGood);
    assert.ok(grown < 80 * mebibyte, `${grown} bytes more`);
  }).timeout(120_000);

  it("is given up when it hangs, and only the body it was at is lost (HOST-01)", async () => {
    const clock = new MovedClock();
    const worker = new FrameWorker(threadAfter(hangOnCsv), { clock });
    await worker.decode(goodBody());
    const hanging = worker.decode({ ...goodBody(), format: "csv" });
    const behind = [worker.decode(goodBody()), worker.decode(goodBody())];
    assert.deepEqual(clock.waiting, [60_000]);
    clock.advance(60_000);
    await assertRefused(hanging, "corrupt", /stopped: no response within 60000 ms/);
    for (const { frame } of await Promise.all(behind)) {
      assert.equal(frame.days.length, rowsOfGood);
    }
    worker.dispose();
    assert.equal(worker.threadCount, 2);
    assert.deepEqual(clock.waiting, []);
  });

  it("gives each body the whole time, from when the one before has ended", async () => {
    const clock = new MovedClock();
    const worker = new FrameWorker(threadAfter(hangOnCsv), { clock, budgetMs: 1_000 });
    const good = worker.decode(goodBody());
    const hanging = worker.decode({ ...goodBody(), format: "csv" });
    clock.advance(900);
    await good;
    assert.deepEqual(clock.waiting, [1_000]);
    worker.dispose();
    await assert.rejects(hanging, /disposed/);
  });

  it("is replaced when it ends by itself, and told from a body too large for its heap (HOST-05)", async () => {
    const code = `parentPort.on("message", ({ format }) => {
      if (format === "csv") process.exit(7);
      if (format !== "json") return;
      const held = [];
      for (;;) held.push(new Array(1_000_000).fill(0.5));
    });`;
    const worker = new FrameWorker(threadAfter(code));
    const good = goodBody();
    await assertRefused(worker.decode({ ...good, format: "csv" }), "corrupt", /code 7/);
    await assertRefused(worker.decode({ ...good, format: "json" }), "too-large", /memory limit/);
    assert.equal((await worker.decode(good)).frame.days.length, rowsOfGood);
    worker.dispose();
    assert.equal(worker.threadCount, 3);
  }).timeout(60_000);

  it("never gives the module more memory than the limit: a body that needs more fails alone (HOST-08)", async () => {
    const { worker } = watchedWorker({ maxModuleBytes: 24 * mebibyte });
    const body = largeBody(1_000_000);
    await assertRefused(worker.decode(body), "too-large", /more memory than the limit/);
    const refusedAt = worker.moduleBytes;
    assert.equal((await worker.decode(goodBody())).frame.days.length, rowsOfGood);
    worker.dispose();
    assert.ok(refusedAt <= 24 * mebibyte, `${refusedAt} bytes`);
    assert.equal(worker.threadCount, 2);
  });

  it("gives the module at most 576 MiB unless it is told otherwise (HOST-08)", async () => {
    const code = `const { maxModuleBytes } = require("node:worker_threads").workerData;
    process.exit(maxModuleBytes / 1024 / 1024);`;
    const worker = new FrameWorker(threadAfter(code));
    await assertRefused(worker.decode(goodBody()), "corrupt", /ended with code 576$/);
    worker.dispose();
  });

  it("is replaced when the module's memory has grown, and not before (HOST-01)", async () => {
    const { worker, reported } = watchedWorker({ keptModuleBytes: 16 * mebibyte });
    await worker.decode(goodBody());
    await worker.decode(goodBody());
    assert.equal(worker.threadCount, 1);
    await worker.decode(largeBody(1_000_000));
    await worker.decode(goodBody());
    await worker.decode(goodBody());
    worker.dispose();
    assert.equal(worker.threadCount, 2);
    assert.match(
      reported.join("\n"),
      /^a new frame worker takes over: its memory has grown to \d+ bytes$/,
    );
  });

  it("is not told of what was cancelled before its turn (HTTP-07)", async () => {
    const clock = new MovedClock();
    const worker = new FrameWorker(threadAfter(hangOnCsv), { clock });
    const cancel = new AbortController();
    const hanging = [1, 2, 3].map(() =>
      worker.decode({ ...goodBody(), format: "csv" }, { signal: cancel.signal }),
    );
    const good = worker.decode(goodBody());
    cancel.abort();
    for (const decoding of hanging) await assert.rejects(decoding, { name: "AbortError" });
    clock.advance(60_000);
    assert.equal((await good).frame.days.length, rowsOfGood);
    worker.dispose();
    assert.equal(worker.threadCount, 2);
  });

  it("fails a body that cannot be sent alone, whether it is sent at once or after others (HOST-06)", async () => {
    const worker = new FrameWorker(frameWorkerFile);
    const gone = goodBody();
    structuredClone(gone.bytes.buffer, { transfer: [gone.bytes.buffer as ArrayBuffer] });
    const bodies = [gone, goodBody(), gone, goodBody(), goodBody(), gone, goodBody()];
    const results = await Promise.allSettled(bodies.map((body) => worker.decode(body)));
    worker.dispose();
    const failed = bodies.map((body) => (body === gone ? "rejected" : "fulfilled"));
    assert.deepEqual(
      results.map(({ status }) => status),
      failed,
    );
    assert.equal(worker.threadCount, 1);
  });

  it("decodes what a person waits for before bulk work, also what becomes urgent while it waits", async () => {
    const worker = new FrameWorker(frameWorkerFile);
    const order: string[] = [];
    const decode = async (name: string, urgency: Urgency): Promise<void> => {
      await worker.decode(goodBody(), { urgency });
      order.push(name);
    };
    const raised = new Urgency("bulk");
    const bulk = ["first", "second", "third"].map((name) => decode(name, new Urgency("bulk")));
    const others = [
      decode("raised", raised),
      decode("bulk", new Urgency("bulk")),
      decode("click", new Urgency("click")),
    ];
    raised.raise();
    await Promise.all([...bulk, ...others]);
    worker.dispose();
    // Two are with the thread already.
    assert.deepEqual(order, ["first", "second", "raised", "click", "third", "bulk"]);
  });

  it("moves its results here: nothing of them stays in the thread", async () => {
    const report = `const post = parentPort.postMessage.bind(parentPort);
    parentPort.postMessage = (answer, moved) => {
      const before = moved.map(({ byteLength }) => byteLength);
      post(answer, moved);
      const after = moved.map(({ byteLength }) => byteLength);
      post({ before, after });
    };`;
    const thread = new Worker(threadAfter(report));
    const messages: unknown[] = [];
    const both = new Promise<void>((resolve) => {
      thread.on("message", (message) => {
        if (messages.push(message) === 2) resolve();
      });
    });
    const { bytes } = goodBody();
    const moved: Transferable[] = [bytes.buffer as ArrayBuffer];
    thread.postMessage(
      { type: "decode", bytes, format: "parquet", isCloseDelimited: false, secrets: [] },
      moved,
    );
    await both;
    await thread.terminate();
    const [answer, buffers] = messages as [WorkerAnswer, { before: number[]; after: number[] }];
    assert.ok(answer.ok && "frame" in answer.result);
    const { days, columns } = answer.result.frame;
    const sizes = [days, ...columns.map(({ values }) => values as Float64Array)].map(
      ({ byteLength }) => byteLength,
    );
    assert.deepEqual(buffers, { before: sizes, after: sizes.map(() => 0) });
  });

  it("gives the digest of a body where it is wanted", async () => {
    const body = goodBody();
    const worker = new FrameWorker(frameWorkerFile);
    const { bytesDigest } = await worker.decode(body, { wantsDigest: true });
    const unasked = await worker.decode(body);
    worker.dispose();
    const expected = createHash("sha256").update(body.bytes).digest();
    assert.deepEqual(Buffer.from(bytesDigest ?? []), expected);
    assert.ok(!("bytesDigest" in unasked));
  });

  it("takes a body that is part of a larger buffer without the rest of it", async () => {
    const { bytes, ...facts } = goodBody();
    const pool = new Uint8Array(bytes.length + 2_000).fill(7);
    pool.set(bytes, 1_000);
    const worker = new FrameWorker(frameWorkerFile);
    const part = pool.subarray(1_000, 1_000 + bytes.length);
    const { frame } = await worker.decode({ ...facts, bytes: part });
    const asBuffer = Buffer.from(pool.buffer, 1_000, bytes.length);
    const again = await worker.decode({ ...facts, bytes: asBuffer });
    worker.dispose();
    assert.equal(frame.days.length, rowsOfGood);
    assert.equal(again.frame.days.length, rowsOfGood);
    assert.equal(pool.length, bytes.length + 2_000);
  });
});
