import assert from "node:assert/strict";
import fc from "fast-check";
import {
  areEqualValues,
  changeBetween,
  doVary,
  exceeds,
  farAbove,
  isSignFlip,
} from "../../../../src/shared/series/equalValues";
import { runs } from "../../../support/propertyRuns";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const any = fc.oneof(
  finite,
  fc.constantFrom(Number.NaN, 0, -0, Infinity, -Infinity, 1e308, 5e-324),
);
/** Two values that are often nearly equal. */
const pair = fc.oneof(
  fc.tuple(any, any),
  fc
    .tuple(finite, fc.double({ min: -3e-9, max: 3e-9, noNaN: true }))
    .map(([value, share]): [number, number] => [
      value,
      value + share * Math.max(1, Math.abs(value)),
    ]),
);

describe("areEqualValues (DATA-14)", () => {
  const cases: readonly (readonly [string, number, number, boolean])[] = [
    ["the same value", 0.1, 0.1, true],
    ["a sum in another order", 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, true],
    ["a text with ten decimals", -1.987654321098765, -1.9876543211, true],
    ["zero and minus zero", 0, -0, true],
    ["the smallest numbers of either sign", 5e-324, -5e-324, true],
    ["values up to 1 that are 1e-9 apart", 0.5, 0.5 + 0.99e-9, true],
    ["values up to 1 that are further apart", 0.5, 0.5 + 1.01e-9, false],
    ["large values apart by 1e-9 of their size", 1e12, 1e12 + 999, true],
    ["large values that are further apart", 1e12, 1e12 + 1_002, false],
    ["the largest numbers of either sign", 1.7e308, -1.7e308, false],
    ["huge values that are close", 1.7e308, 1.7e308 * (1 - 1e-12), true],
    ["two missing values", Number.NaN, Number.NaN, true],
    ["a missing value and zero", Number.NaN, 0, false],
    ["the same infinity", Infinity, Infinity, true],
    ["both infinities", Infinity, -Infinity, false],
    ["an infinity and the largest number", Infinity, Number.MAX_VALUE, false],
    ["an infinity and a missing value", Infinity, Number.NaN, false],
  ];
  for (const [name, a, b, expected] of cases) {
    it(`${expected ? "is true" : "is false"} for ${name}`, () => {
      assert.equal(areEqualValues(a, b), expected);
      assert.equal(areEqualValues(b, a), expected);
      assert.equal(areEqualValues(-a, -b), expected);
    });
  }

  it("is symmetric and reflexive, and follows the formula for finite values", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        assert.equal(areEqualValues(a, b), areEqualValues(b, a));
        assert.ok(areEqualValues(a, a));
        fc.pre(Number.isFinite(a) && Number.isFinite(b));
        const isEqual = Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
        assert.equal(areEqualValues(a, b), isEqual);
      }),
      { numRuns: runs() },
    );
  });

  it("holds for exactly the pairs that are neither larger, smaller, nor missing on one side", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const isOneMissing = Number.isNaN(a) !== Number.isNaN(b);
        const found = [areEqualValues(a, b), exceeds(a, b), exceeds(b, a), isOneMissing];
        assert.equal(found.filter(Boolean).length, 1);
      }),
      { numRuns: runs() },
    );
  });

  it("is false for all values beyond farAbove", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        assert.ok(!(a > farAbove(b)) || exceeds(a, b));
        assert.ok(!Number.isFinite(b) || Math.abs(b) > 1e300 || exceeds(farAbove(b), b));
      }),
      { numRuns: runs() },
    );
  });

  it("implies a change of zero and no sign flip", () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const [change, back] = [changeBetween(a, b), changeBetween(b, a)];
        const expected = Number.isNaN(b - a) ? Number.NaN : areEqualValues(a, b) ? 0 : b - a;
        assert.equal(change, expected);
        assert.equal(change, Number.isNaN(back) ? Number.NaN : 0 - back);
        assert.equal(isSignFlip(a, b), isSignFlip(b, a));
        if (isSignFlip(a, b)) assert.ok(Math.min(a, b) < 0 && Math.max(a, b) > 0 && change !== 0);
      }),
      { numRuns: runs() },
    );
    assert.deepEqual([isSignFlip(1e-17, -1e-17), isSignFlip(0.3, -1e-17)], [false, true]);
  });

  it("decides by the smallest and the largest value whether values vary", () => {
    const vary = (...values: number[]): boolean => doVary(Float64Array.from(values));
    assert.equal(vary(), false);
    assert.equal(vary(Number.NaN), false);
    assert.equal(vary(1), false);
    assert.equal(vary(-0.087, Number.NaN, -0.087 + 4e-16), false);
    assert.equal(vary(1, 1 + 8e-10, 1 + 16e-10), true);
    assert.equal(vary(1, Number.NaN, 2), true);
  });
});
