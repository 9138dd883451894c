import assert from "node:assert/strict";
import fc from "fast-check";
import {
  receivedValues,
  roundedValues,
} from "../../../../../src/features/chart/model/roundedValues";
import { runs } from "../../../../support/propertyRuns";

function bytesOf(sent: ReturnType<typeof roundedValues>): number {
  if (sent instanceof Float64Array) return sent.byteLength;
  return sent.levels.byteLength + sent.exact.byteLength;
}

function ownMiss(values: readonly number[]): number {
  return 4 * Number.EPSILON * Math.max(...values.map(Math.abs));
}

describe("values that are rounded for a picture", () => {
  // Below that a double has fewer digits.
  const number = fc
    .double({ min: -1e12, max: 1e12, noNaN: true })
    .map((value) => (Math.abs(value) < 1e-290 ? 0 : value));
  const values = fc.array(fc.oneof(number, fc.constant(Number.NaN)), {
    minLength: 1,
    maxLength: 60,
  });

  it("differ by at most 1/131,068 of their span and keep gaps", () => {
    fc.assert(
      fc.property(values, fc.nat(60), (all, from) => {
        const exactFrom = Math.min(from, all.length);
        const rounded = receivedValues(roundedValues(Float64Array.from(all), 0, exactFrom));
        const known = all.slice(0, exactFrom).filter((value) => !Number.isNaN(value));
        const span = Math.max(...known) - Math.min(...known);
        assert.equal(rounded.length, all.length);
        for (const [row, value] of all.entries()) {
          const miss = (rounded[row] ?? 0) - value;
          if (Number.isNaN(value)) assert.ok(Number.isNaN(rounded[row]));
          // Half a step, and what doubles miss themselves.
          else if (row < exactFrom) assert.ok(Math.abs(miss) <= span / 131_068 + ownMiss(known));
          else assert.equal(miss, 0);
        }
      }),
      { numRuns: runs() },
    );
  });

  it("take two bytes each, except for the exact ones at their end", () => {
    const sines = Float64Array.from({ length: 4_000 }, (_, row) => Math.sin(row));
    assert.equal(bytesOf(roundedValues(sines, 0, 3_969)), 2 * 3_969 + 8 * 31);
  });

  it("keep the least and the greatest, where an axis ends", () => {
    const sent = roundedValues(Float64Array.of(0.1, -1.7, 0.3, 2.6, 9), 0, 4);
    const received = receivedValues(sent);
    assert.deepEqual([received[1], received[3], received[4]], [-1.7, 2.6, 9]);
  });

  it("are as fine with an outlier before the first drawn value, which becomes the nearest of the others", () => {
    const drawn = [1, 1.25, 2, 1.5];
    const exact = roundedValues(Float64Array.of(0, ...drawn), 1, 4);
    assert.deepEqual(receivedValues(exact)[0], 1);
    const outlier = receivedValues(roundedValues(Float64Array.of(1e9, ...drawn), 1, 4));
    assert.deepEqual([...outlier.subarray(1)], [...receivedValues(exact).subarray(1)]);
    assert.equal(outlier[0], 2);
  });

  it("stay constant if they are constant", () => {
    assert.deepEqual(
      receivedValues(roundedValues(Float64Array.of(0.1, 0.1, Number.NaN, 0.1), 0, 4)),
      Float64Array.of(0.1, 0.1, Number.NaN, 0.1),
    );
  });

  for (const [where, all] of [
    ["none has a value", [Number.NaN, Number.NaN, Number.NaN]],
    ["their span is not finite", [-1.7e308, 1.7e308, 0]],
  ] as const) {
    it(`remain unchanged when ${where}`, () => {
      const exact = Float64Array.from(all);
      assert.equal(receivedValues(roundedValues(exact, 0, 3)), exact);
    });
  }
});
