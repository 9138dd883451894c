import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../../support/propertyRuns";
import { ByteCollector } from "../../../src/service/byteCollector";

const chunks = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 8 });
const size = fc.nat({ max: 200 });

describe("ByteCollector", () => {
  it("returns what arrived up to the limit, in its own shared memory, whatever was announced (DATA-03)", () => {
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

  it("has memory of its own for a body that must not be shared", () => {
    for (const announced of [0, 3, 5]) {
      const collector = new ByteCollector(10, announced, { isUnshared: true });
      collector.add(Uint8Array.of(1, 2, 3));
      assert.deepEqual(collector.bytes(), Uint8Array.of(1, 2, 3));
      assert.ok(collector.bytes().buffer instanceof ArrayBuffer);
    }
  });

  it("takes no memory for what is announced beyond the limit (HOST-04)", () => {
    const collector = new ByteCollector(10, Number.MAX_SAFE_INTEGER);
    collector.add(new Uint8Array(10));
    assert.equal(collector.bytes().buffer.byteLength, 10);
  });

  describe("with chunks that have no other reader", () => {
    const size = 2 * Buffer.poolSize;
    let freed: ArrayBufferLike[];
    const collector = (announced: number): ByteCollector =>
      new ByteCollector(10 * size, announced, { free: (...memory) => freed.push(...memory) });
    beforeEach(() => (freed = []));

    it("frees each when the next one arrives, and the last one with the result", () => {
      const [first, second] = [new Uint8Array(size), new Uint8Array(size)];
      const bytes = collector(2 * size);
      const order = (): number[] =>
        freed.map((memory) => [first.buffer, second.buffer].indexOf(memory as ArrayBuffer));
      bytes.add(first);
      assert.deepEqual(order(), []);
      bytes.add(second);
      assert.deepEqual(order(), [0]);
      bytes.bytes();
      assert.deepEqual(order(), [0, 1]);
    });

    it("frees one behind the head of the response", () => {
      const memory = new Uint8Array(size);
      const bytes = collector(size);
      bytes.add(memory.subarray(10));
      bytes.bytes();
      assert.equal(freed.at(-1), memory.buffer);
    });

    const kept: [what: string, chunk: () => Uint8Array, announced: number][] = [
      ["of which a part is kept", () => new Uint8Array(size), size - 1],
      ["of which all is kept", () => new Uint8Array(size), 0],
      ["with something behind it in its buffer", () => new Uint8Array(size).subarray(0, -1), size],
      ["that may share a pool", () => new Uint8Array(Buffer.poolSize), size],
    ];
    for (const [what, chunk, announced] of kept) {
      it(`frees none ${what}`, () => {
        const bytes = collector(announced);
        bytes.add(chunk());
        bytes.add(new Uint8Array(1));
        bytes.bytes();
        assert.deepEqual(freed, []);
      });
    }
  });
});
