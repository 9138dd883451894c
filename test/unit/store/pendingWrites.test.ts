import assert from "node:assert/strict";
import { PendingWrites } from "../../../src/store/pendingWrites";
import { type Deferred, deferred } from "../../support/deferred";

/** No write of a test starts by itself. */
const longMs = 60_000;

describe("PendingWrites", () => {
  let started: string[];
  let disk: Deferred<undefined>;
  beforeEach(() => {
    started = [];
    disk = deferred();
  });

  /** A write that waits for the disk. */
  function slow(name: string): () => Promise<void> {
    return async () => {
      started.push(name);
      await disk.promise;
    };
  }

  it("starts a write after a delay", async () => {
    const writes = new PendingWrites(1);
    const start = deferred<undefined>();
    writes.add("a", 1, async () => {
      start.resolve(undefined);
      await disk.promise;
    });
    await start.promise;
    disk.resolve(undefined);
  });

  it("starts a write when something waits for it, and no other", async () => {
    const writes = new PendingWrites(longMs);
    writes.add("a", 1, slow("one"));
    writes.add("b", 1, slow("other"));
    disk.resolve(undefined);
    await writes.ended("a");
    assert.deepEqual(started, ["one"]);
    await writes.ended("none");
    writes.clear();
  });

  it("runs the writes of a key one after the other, only the last of those that have not started", async () => {
    const writes = new PendingWrites(longMs);
    writes.add("a", 1, slow("first"));
    const first = writes.ended("a");
    while (started.length === 0) await new Promise(setImmediate);
    writes.add("a", 1, slow("second"));
    writes.add("a", 1, slow("third"));
    const last = writes.ended("a");
    await new Promise(setImmediate);
    assert.deepEqual(started, ["first"]);
    disk.resolve(undefined);
    await Promise.all([first, last]);
    assert.deepEqual(started, ["first", "third"]);
  });

  it("drops all that have not started", async () => {
    const writes = new PendingWrites(longMs);
    writes.add("a", 10, slow("one"));
    const waited = writes.ended("a");
    writes.clear();
    await waited;
    assert.deepEqual([started, writes.sizeBytes], [[], 0]);
  });

  it("counts the bytes of writes that have not ended", async () => {
    const writes = new PendingWrites(longMs);
    writes.add("a", 10, slow("one"));
    writes.add("b", 5, slow("other"));
    assert.equal(writes.sizeBytes, 15);
    disk.resolve(undefined);
    await writes.ended("a");
    assert.equal(writes.sizeBytes, 5);
    writes.clear();
    await writes.ended("b");
    assert.equal(writes.sizeBytes, 0);
  });

  it("runs at most eight at once", async () => {
    const writes = new PendingWrites(longMs);
    const keys = Array.from({ length: 20 }, (_, at) => `${at}`);
    for (const key of keys) writes.add(key, 1, slow(key));
    const all = keys.map((key) => writes.ended(key));
    while (started.length < 8) await new Promise(setImmediate);
    await new Promise(setImmediate);
    assert.equal(started.length, 8);
    disk.resolve(undefined);
    await Promise.all(all);
    assert.equal(started.length, 20);
  });
});
