import assert from "node:assert/strict";
import { freeMemory } from "../../../src/shared/freeMemory";

const large = 2 * Buffer.poolSize;

describe("freeMemory", () => {
  it("frees memory at once, the same one only once", () => {
    const [one, other] = [new Float64Array(large), new Uint8Array(large)];
    const before = process.memoryUsage().arrayBuffers;
    freeMemory(one.buffer, other.buffer, one.buffer);
    assert.deepEqual([one.length, other.length], [0, 0]);
    assert.ok(before - process.memoryUsage().arrayBuffers >= 9 * large);
  });

  it("leaves shared memory alone, and Node's pool, which others use too", () => {
    const shared = new SharedArrayBuffer(large);
    const pooled = Buffer.from("kept");
    freeMemory(shared, pooled.buffer);
    assert.deepEqual([shared.byteLength, pooled.toString()], [large, "kept"]);
  });
});
