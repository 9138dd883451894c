import assert from "node:assert/strict";
import fc from "fast-check";
import { percentileOf } from "../../../../src/shared/series/nativeStep";
import { runs } from "../../../support/propertyRuns";

const score = fc.double({ min: -5, max: 5, noNaN: true });

const upTo = (count: number): Float64Array => Float64Array.from({ length: count }, (_, i) => i + 1);

describe("percentileOf", () => {
  // pandas 1.5: 100 * (pd.Series(history) <= value).sum() / len(history), which is SciPy's
  // percentileofscore(history, value, kind="weak")
  const few = Float64Array.of(0.31, -1.2, 0.31, 2.05, -0.44, 0.9);
  const cases: [history: Float64Array, value: number, exact: number, percentile: number][] = [
    [few, 0.31, 66.66666666666667, 67],
    [few, 0.5, 66.66666666666667, 67],
    [few, -1.2, 16.666666666666668, 17],
    [few, 2.05, 100, 100],
    [few, 3, 100, 100],
    [few, -3, 0, 1],
    [upTo(8), 1, 12.5, 13],
    [upTo(8), 3, 37.5, 38],
    [upTo(300), 1, 0.3333333333333333, 1],
    [upTo(300), 4, 1.3333333333333333, 1],
    [upTo(300), 5, 1.6666666666666667, 2],
    [upTo(300), 150, 50, 50],
    [upTo(300), 298, 99.33333333333333, 99],
    [upTo(300), 299, 99.66666666666667, 99],
    [upTo(300), 300, 100, 100],
  ];
  for (const [history, value, exact, percentile] of cases) {
    it(`is ${percentile} for ${exact} % of ${history.length} values (14.1.8)`, () => {
      assert.equal(percentileOf(history, value), percentile);
    });
  }

  it("is NaN without a history, or for NaN", () => {
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

  it("is 100 for the largest value alone, however often it occurs", () => {
    const ties = Float64Array.from({ length: 1_000 }, (_, row) => (row % 2 === 0 ? 2 : 1));
    assert.equal(percentileOf(ties, 2), 100);
    assert.equal(percentileOf(upTo(10_000), 9_999), 99);
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
