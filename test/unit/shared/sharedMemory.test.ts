import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { SharedMemory } from "../../../src/shared/sharedMemory";

describe("SharedMemory", () => {
  it("is allocated within its limit; beyond it memory is ordinary", () => {
    const memory = new SharedMemory(64);
    const within = memory.bytes(64);
    assert.ok(within.buffer instanceof SharedArrayBuffer);
    const beyond = memory.bytes(1);
    assert.ok(beyond.buffer instanceof ArrayBuffer);
    assert.deepEqual([within.length, beyond.length], [64, 1]);
  });

  it("has room for what caches hold and a spare, up to its limit", () => {
    const memory = new SharedMemory(64, 16);
    const cache = memory.withCache({ calculatedSize: 0 });
    assert.deepEqual([memory.allows(16), memory.allows(17)], [true, false]);
    cache.calculatedSize = 32;
    assert.deepEqual([memory.allows(48), memory.allows(49)], [true, false]);
    cache.calculatedSize = 100;
    assert.deepEqual([memory.allows(64), memory.allows(65)], [true, false]);
  });

  it("counts what is held, also of another thread, until it is collected", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collectGarbage = vm.runInNewContext("gc") as () => void;
    const memory = new SharedMemory(64);
    memory.count(new SharedArrayBuffer(64));
    assert.equal(memory.allows(1), false);
    // A collection asks the finalizers to run in a later turn.
    for (let turn = 0; turn < 100 && !memory.allows(64); turn++) {
      collectGarbage();
      await nextTurn();
    }
    assert.equal(memory.allows(64), true);
    assert.equal(memory.allows(65), false);
  });
});
