import assert from "node:assert/strict";
import fc from "fast-check";
import { percentileOf } from "../../../../src/shared/series/percentile";
import { runs } from "../../../support/propertyRuns";

const score = fc.double({ min: -5, max: 5, noNaN: true });

describe("percentileOf", () => {
  // scipy 1.17: scipy.stats.percentileofscore([0.31, -1.2, 0.31, 2.05, -0.44, 0.9], value, kind="weak")
  const history = Float64Array.of(0.31, -1.2, 0.31, 2.05, -0.44, 0.9);
  const cases: [value: number, percentile: number][] = [
    [0.31, 66.66666666666667],
    [-1.2, 16.666666666666668],
    [2.05, 100],
    [0.5, 66.66666666666667],
    [-3, 0],
  ];
  for (const [value, percentile] of cases) {
    it(`agrees with SciPy at ${value}`, () => {
      // Two ways of rounding a product differ by one unit in the last place.
      assert.ok(Math.abs(percentileOf(history, value) - percentile) < 1e-12);
    });
  }

  it("is no number without a history, or for no value", () => {
    assert.equal(percentileOf(new Float64Array(0), 1), Number.NaN);
    assert.equal(percentileOf(Float64Array.of(Number.NaN), 1), Number.NaN);
    assert.equal(percentileOf(Float64Array.of(1, 2), Number.NaN), Number.NaN);
  });

  it("counts no missing values", () => {
    assert.equal(percentileOf(Float64Array.of(Number.NaN, 1, Number.NaN, 3), 1), 50);
  });

  it("is 100 for the only value", () => {
    assert.equal(percentileOf(Float64Array.of(-0.7), -0.7), 100);
  });

  it("never falls as the value rises, whatever the order of the history", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 1 }), score, score, (values, a, b) => {
        const [history, reversed] = [
          Float64Array.from(values),
          Float64Array.from(values.toReversed()),
        ];
        const [lower, higher] = [Math.min(a, b), Math.max(a, b)];
        assert.ok(percentileOf(history, lower) <= percentileOf(history, higher));
        assert.equal(percentileOf(history, a), percentileOf(reversed, a));
        assert.deepEqual([...history], values);
      }),
      { numRuns: runs() },
    );
  });
});
