import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type Frame } from "../../../src/data/frame";
import { type LongPart, type LongSpec, longLayout } from "../../../src/data/table/long";
import { tableWriter } from "../../../src/data/table/tableWriter";
import { FrameWorker } from "../../../src/store/frameWorker";
import { longBlocks } from "../../../src/store/tableBlocks";
import { type WireFormat } from "../../../src/shared/wireFormat";
import { frameWorkerFile } from "../../support/builtFiles";
import { parquetParts } from "../../support/parquetParts";
import { frameOf } from "../../support/frames";
import { withMembers } from "../../support/withMembers";

const names = [{ name: "country_iso", type: "text" }] as const;
const frames: readonly Frame[] = [
  frameOf(["2024-01-01", "2024-01-02"], { Level: [0.1, null], Note: ["x", null] }),
  frameOf(["2024-01-01"], { Momentum: [-1] }),
  frameOf([], { Level: [] }),
];
const parts: readonly LongPart[] = frames.map((frame, at) => ({ coordinates: [`C${at}`], frame }));
const specOf = (format: WireFormat): LongSpec => ({
  format,
  layout: longLayout(
    names,
    frames.map(({ columns }) => columns),
  ),
});

async function collected(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const block of blocks) all.push(block);
  return Buffer.concat(all);
}

describe("longBlocks", () => {
  const worker = new FrameWorker(frameWorkerFile);

  after(() => worker.dispose());

  for (const format of ["csv", "json", "parquet"] as const) {
    it(`gives the bytes of the table as ${format}, and takes nothing from its owner`, async () => {
      const writer = tableWriter(specOf(format));
      const expected: Uint8Array[] = [];
      for (const part of parts) expected.push(...(await writer.add(part)));
      expected.push(...(await writer.end({ own: "kept" })));
      const bytes = await collected(
        longBlocks(worker, { ...specOf(format), metadata: () => ({ own: "kept" }) }, parts),
      );
      const shown = (file: Buffer): unknown => (format === "parquet" ? parquetParts(file) : file);
      assert.deepEqual(shown(bytes), shown(Buffer.concat(expected)));
      assert.equal(frames[0]?.days.length, 2);
      assert.equal(worker.threadCount, 0);
    });
  }

  it("uses a thread again that has completed a table, and none that has not", async () => {
    const owner = new FrameWorker(frameWorkerFile);
    const forks: FrameWorker[] = [];
    const counting = withMembers(owner, {
      fork: (): FrameWorker => {
        const fork = owner.fork();
        forks.push(fork);
        return fork;
      },
    });
    const bytes = await collected(longBlocks(counting, specOf("csv"), parts));
    const cut = longBlocks(counting, specOf("csv"), parts);
    await cut.next();
    await cut.return();
    assert.deepEqual(await collected(longBlocks(counting, specOf("csv"), parts)), bytes);
    const [first, second, third] = forks;
    assert.equal(second, first);
    assert.notEqual(third, second);
    assert.deepEqual([first?.threadCount, third?.threadCount], [1, 1]);
    owner.dispose();
    await assert.rejects(
      Promise.resolve(third?.writeTable({ kind: "begin", spec: specOf("csv") })),
      /disposed/,
    );
  });

  it("leaves no failure behind when the first part cannot be had", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): unknown => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const none = (async function* (): AsyncGenerator<LongPart> {
        yield* await Promise.reject<LongPart[]>(new Error("no part"));
      })();
      await assert.rejects(collected(longBlocks(worker, specOf("csv"), none)), /no part/);
      await sleep(20);
    } finally {
      process.off("unhandledRejection", note);
    }
    assert.deepEqual(unhandled, []);
  });

  it("asks for parts as they are written, not for all at once", async () => {
    let asked = 0;
    const many = 50;
    function* counted(): Generator<LongPart> {
      const [part] = parts;
      assert.ok(part !== undefined);
      for (; asked < many; asked++) yield part;
    }
    const blocks = longBlocks(worker, specOf("csv"), counted());
    await blocks.next();
    await blocks.return();
    assert.ok(asked < 5);
  });

  it("ends when it is cancelled", async () => {
    const cancelled = new AbortController();
    const blocks = longBlocks(worker, specOf("csv"), parts, cancelled.signal);
    await blocks.next();
    cancelled.abort();
    await assert.rejects(collected(blocks), { name: "AbortError" });
  });

  it("fails as the source of its parts does", async () => {
    function* broken(): Generator<LongPart> {
      yield* parts;
      throw new RangeError("no more");
    }
    await assert.rejects(collected(longBlocks(worker, specOf("parquet"), broken())), {
      message: "no more",
    });
  });
});
