import assert from "node:assert/strict";
import fc from "fast-check";
import {
  baseOf,
  receivedDays,
  receivedValues,
  type SentValues,
  sentDays,
  sentValues,
} from "../../../../../src/features/chart/model/sentNumbers";
import { runs } from "../../../../support/propertyRuns";

/** The bits of each value; every NaN is the same. */
function bitsOf(values: Float64Array): BigUint64Array {
  return new BigUint64Array(
    values.map((value) => (Number.isNaN(value) ? Number.NaN : value)).buffer,
  );
}

/** The bytes that a message carries. */
function bytesOf(sent: object): number {
  const parts = Object.values(sent) as readonly unknown[];
  const arrays = [sent, ...parts].filter((each) => ArrayBuffer.isView(each));
  for (const each of arrays) assert.equal(each.buffer.byteLength, each.byteLength);
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The bytes without those of the values that it refers to. */
function ownBytesOf(sent: SentValues): number {
  return bytesOf("base" in sent ? { ...sent, base: null } : sent);
}

describe("values sent to a page", () => {
  const value = fc.oneof(fc.double(), fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, 1));
  /** Runs of equal values: of a single row, like daily values, and of many rows, including equal neighbours and gaps. */
  const run = fc.record({ value, rows: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })) });
  const values = fc
    .array(run, { maxLength: 60 })
    .map((all) =>
      Float64Array.from(all.flatMap((each) => Array.from({ length: each.rows }, () => each.value))),
    );

  it("arrive with the same bits in either form, and take no more bytes than one value a row", () => {
    fc.assert(
      fc.property(values, (all) => {
        const sent = sentValues(all);
        assert.deepEqual(bitsOf(receivedValues(structuredClone(sent))), bitsOf(all));
        assert.ok(bytesOf(sent) <= all.byteLength);
      }),
      { numRuns: runs() },
    );
  });

  it("arrive with the same bits whatever they refer to, and take no more bytes of their own", () => {
    const change = fc.record({ at: fc.nat(2_400), value });
    fc.assert(
      fc.property(values, fc.array(change, { maxLength: 8 }), fc.nat(10), (all, changes, cut) => {
        const other = all.slice(0, Math.max(0, all.length - cut));
        for (const { at, value: changed } of changes) if (at < other.length) other[at] = changed;
        for (const [own, base] of [
          [all, other],
          [other, all],
        ] as const) {
          const sent = sentValues(own, base);
          assert.deepEqual(bitsOf(receivedValues(structuredClone(sent))), bitsOf(own));
          assert.ok(ownBytesOf(sent) <= own.byteLength);
        }
      }),
      { numRuns: runs() },
    );
  });

  it("take the bytes of what differs from another vintage", () => {
    const newest = Float64Array.from({ length: 9_000 }, (_, row) => Math.sin(row));
    const older = newest.slice(0, 8_900);
    older.fill(1, 8_890);
    const sent = sentValues(older, newest);
    assert.equal(baseOf(sent), newest);
    assert.equal(ownBytesOf(sent), 10 * 12);
    // The other way round, the last hundred rows are new.
    assert.equal(ownBytesOf(sentValues(newest, older)), 110 * 12);
  });

  it("arrive as NaN whatever the payload of a NaN", () => {
    const payloads = new Float64Array(
      BigUint64Array.of(0x7ff8000000000001n, 0xfff8000000000002n, 1n).buffer,
    );
    assert.deepEqual(bitsOf(receivedValues(sentValues(payloads))), bitsOf(payloads));
  });

  it("own their whole buffer even if they were a view", () => {
    const all = Float64Array.of(9, 1, 2, 3, 9);
    assert.equal(bytesOf(sentValues(all.subarray(1, 4))), 24);
  });

  it("take about a twentieth of the bytes when each lasts a month", () => {
    const monthly = Float64Array.from({ length: 9_000 }, (_, row) =>
      Math.sin(Math.floor(row / 21)),
    );
    // 429 values of 12 bytes.
    assert.equal(bytesOf(sentValues(monthly)), 5_148);
    const daily = Float64Array.from({ length: 9_000 }, (_, row) => Math.sin(row));
    assert.equal(sentValues(daily), daily);
  });
});

describe("days sent to a page", () => {
  const gap = fc.oneof(fc.constantFrom(1, 3, 255), fc.integer({ min: 1, max: 300 }));
  const days = fc
    .tuple(fc.integer({ min: -700_000, max: 700_000 }), fc.array(gap, { maxLength: 60 }))
    .map(([first, gaps]) => {
      const all = [first];
      for (const each of gaps) all.push((all.at(-1) ?? 0) + each);
      return Int32Array.from(all);
    });

  it("arrive unchanged", () => {
    fc.assert(
      fc.property(days, (all) => {
        const sent = sentDays(all);
        assert.deepEqual(receivedDays(structuredClone(sent)), all);
        assert.ok(bytesOf(sent) <= all.byteLength);
      }),
      { numRuns: runs() },
    );
  });

  it("take a byte each, unless two are too far apart for that, and nothing if there are none", () => {
    assert.equal(bytesOf(sentDays(Int32Array.of(-1, 254, 255))), 2);
    assert.equal(bytesOf(sentDays(Int32Array.of(-1, 255, 256))), 12);
    assert.deepEqual(receivedDays(sentDays(new Int32Array())), new Int32Array());
  });
});
