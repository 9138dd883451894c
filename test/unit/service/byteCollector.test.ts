import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../../support/propertyRuns";
import { ByteCollector } from "../../../src/service/attempt";

const chunks = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 8 });
const size = fc.nat({ max: 200 });

describe("ByteCollector", () => {
  it("takes nothing from a chunk whose memory holds something else, too", () => {
    const memory = Buffer.from("12345678");
    const collector = new ByteCollector(8, 8);
    for (const part of [memory.subarray(0, 4), memory.subarray(4, 6), memory.subarray(6)]) {
      collector.add(part);
    }
    assert.equal(Buffer.from(collector.bytes()).toString(), "12345678");
    assert.equal(memory.toString(), "12345678");
  });

  it("gives what came up to the limit, in shared memory of its own, whatever was announced (DATA-03)", () => {
    fc.assert(
      fc.property(chunks, size, size, (parts, limit, announced) => {
        const collector = new ByteCollector(limit, announced);
        parts.every((part) => collector.add(part));
        const whole = Buffer.concat(parts);
        const bytes = collector.bytes();
        assert.deepEqual(Buffer.from(bytes), whole.subarray(0, limit));
        assert.ok(bytes.buffer instanceof SharedArrayBuffer);
        assert.equal(bytes.buffer.byteLength, bytes.byteLength);
        assert.equal(collector.isOverLimit, whole.length > limit);
      }),
      { numRuns: runs() },
    );
  });

  it("takes no memory for what is announced beyond the limit (HOST-04)", () => {
    const collector = new ByteCollector(10, Number.MAX_SAFE_INTEGER);
    collector.add(new Uint8Array(10));
    assert.equal(collector.bytes().buffer.byteLength, 10);
  });
});
