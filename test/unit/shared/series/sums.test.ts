import assert from "node:assert/strict";
import fc from "fast-check";
import { type ForecastComponent } from "../../../../src/shared/forecastComponents";
import { formatPercent } from "../../../../src/shared/series/numberText";
import {
  largestRoundingMiss,
  printedMiss,
  restOfParts,
  roundingMiss,
} from "../../../../src/shared/series/sums";
import { runs } from "../../../support/propertyRuns";

const fraction = fc.double({ min: -0.5, max: 0.5, noNaN: true });

describe("the rounding of parts and their total (14.1.8)", () => {
  // pandas 1.5: p = (pd.Series(parts) * 100).map("{:.2f}".format).astype(float); t = float(f"{100 * total:.2f}");
  // round(abs(p.sum() - t), 2)
  const cases: [what: string, total: number, parts: readonly number[], miss: number][] = [
    ["5.94 − 0.79 + 0.54 against 5.68", 0.056777, [0.059356, -0.007943, 0.005364], 0.01],
    ["four times 0.01 against 0.06", 0.00056, [0.00014, 0.00014, 0.00014, 0.00014], 0.02],
    ["3.00 + 1.50 + 0.50 against 5.00", 0.05, [0.03, 0.015, 0.005], 0],
    ["−5.94 + 0.79 − 0.54 against −5.68", -0.056777, [-0.059356, 0.007943, -0.005364], 0.01],
  ];
  for (const [what, total, parts, miss] of cases) {
    it(`misses by ${miss} for ${what}`, () => assert.equal(roundingMiss(total, parts), miss));
  }

  it("does not explain parts that do not add up before rounding", () => {
    const parts = [0.059356, -0.007943, 0.005364];
    // Decision 23: within 1e-6 plus 1e-9 of the total they do.
    const misses = [0.9e-6, 1.1e-6, -1.1e-6, 0.01].map((off) =>
      roundingMiss(0.056777 + off, parts),
    );
    assert.deepEqual(misses, [0.01, 0, 0, 0]);
  });

  it("is unknown, and so said to be none, where a value is missing", () => {
    assert.equal(roundingMiss(Number.NaN, [0.01, 0.02]), 0);
    assert.equal(roundingMiss(0.03, [0.01, Number.NaN]), 0);
    assert.equal(printedMiss(Number.NaN, [1]), 0);
  });

  it("is what a reader finds who adds up the printed numbers", () => {
    fc.assert(
      fc.property(fc.array(fraction, { minLength: 1, maxLength: 4 }), (parts) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        const read = parts.map(hundredths).reduce((sum, part) => sum + part, 0);
        const miss = Math.abs(read - hundredths(total));
        assert.equal(Math.round(100 * roundingMiss(total, parts)), miss);
      }),
      { numRuns: runs() },
    );
  });

  it("is the largest of all totals that are printed with each of their parts", () => {
    const whole: [ForecastComponent, number][] = [
      ["Forecast", 0.056777],
      ["Trend", 0.059356],
      ["Cyclical", -0.007943],
      ["Tactical", 0.005364],
    ];
    const phases = (["Contraction", "Recovery", "Expansion", "Slowdown"] as const).map(
      (phase): [ForecastComponent, number] => [phase, 0.00014],
    );
    const cyclical: [ForecastComponent, number][] = [["Cyclical", 0.00056], ...phases];
    assert.equal(largestRoundingMiss(new Map(whole)), 0.01);
    assert.equal(largestRoundingMiss(new Map(whole.slice(0, 3))), 0);
    // Two of three parts are no sum, even where they make up the total: 5.94 − 0.79 against 5.14.
    const two = new Map([...whole.slice(0, 3), ["Forecast", 0.051413] as const]);
    assert.equal(largestRoundingMiss(two), 0);
    assert.equal(largestRoundingMiss(new Map(cyclical)), 0.02);
    assert.equal(largestRoundingMiss(new Map(cyclical.slice(0, 4))), 0);
    assert.equal(largestRoundingMiss(new Map()), 0);
  });
});

/** As printed: −79 for `−0.79 %`. */
function hundredths(value: number): number {
  return Number(formatPercent(value).replace("−", "-").replace(/[. %]/g, ""));
}

describe("restOfParts", () => {
  it("is the remainder of a whole after its parts, beyond the tolerance of its ends", () => {
    assert.equal(restOfParts(0.05, [0.03, 0.0200009], [0.05]), undefined);
    // With two ends, the tolerance is twice as large.
    assert.equal(restOfParts(0.05, [0.03, 0.0200015], [0.02, 0.07]), undefined);
    assert.equal(restOfParts(0.5, [0.25], [0.5]), 0.25);
  });

  it("includes the contribution of a part without a value, and is undefined for a whole without one", () => {
    assert.equal(restOfParts(0.5, [0.25, Number.NaN], [0.5]), 0.25);
    assert.equal(restOfParts(Number.NaN, [0.25], [Number.NaN]), undefined);
  });
});
