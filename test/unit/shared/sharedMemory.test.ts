import assert from "node:assert/strict";
import { maxSharedBytes, mayShare, sharedBytes } from "../../../src/shared/sharedMemory";

describe("memory that threads share", () => {
  it("is given within the limit, ordinary memory beyond it", () => {
    assert.ok(sharedBytes(8).buffer instanceof SharedArrayBuffer);
    const beyond = sharedBytes(maxSharedBytes + 1);
    assert.ok(beyond.buffer instanceof ArrayBuffer);
    assert.equal(beyond.length, maxSharedBytes + 1);
  });

  it("counts all that is held", () => {
    const half = maxSharedBytes / 2;
    assert.ok(mayShare(half));
    const held = sharedBytes(half);
    assert.ok(!mayShare(half + 1));
    assert.equal(held.length, half);
  });
});
