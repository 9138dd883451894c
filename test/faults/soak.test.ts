import assert from "node:assert/strict";
import { soak } from "../bench/soak";

describe("a thousand series of a service that fails every tenth request", () => {
  it("leave sockets, listeners and memory as they were (LIFE-02)", async () => {
    const checkpoints = await soak({ series: 1_000, checkpoints: 4 });
    const [first, last] = [checkpoints[1], checkpoints.at(-1)];
    assert.ok(first !== undefined && last !== undefined);
    assert.equal(last.asked, 1_000);
    assert.ok(last.failed > 0 && last.failed < 150, `${last.failed} failed`);
    assert.equal(last.listeners, 0);
    // Those at work, and those that were left by a fault and not yet closed.
    assert.ok(last.sockets <= 16, `${last.sockets} sockets`);
    const grown = last.heapBytes - first.heapBytes;
    assert.ok(grown < 4_000_000, `the heap has grown by ${grown} bytes`);
    const buffers = last.bufferBytes - first.bufferBytes;
    assert.ok(buffers < 20_000_000, `buffers have grown by ${buffers} bytes`);
    assert.equal(last.moduleBytes, first.moduleBytes);
  }).timeout(60_000);
});
