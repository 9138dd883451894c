import assert from "node:assert/strict";
import fc from "fast-check";
import { type AxisChoice } from "../../../../../../src/features/chart/model/viewState";
import { type ShownUnit } from "../../../../../../src/shared/series/numberText";
import { valueRange } from "../../../../../../src/features/chart/page/draw/valueRange";
import { valueTicks } from "../../../../../../src/ui/valueTicks";
import { runs } from "../../../../../support/propertyRuns";
import { axis } from "../../../../../support/chartViews";

describe("valueRange", () => {
  const cases: [
    when: string,
    domain: AxisChoice,
    unit: ShownUnit,
    extremes: [number, number] | undefined,
    expected: [number, number],
  ][] = [
    ["small scores, to ±3", "three", "score", [-0.5, 1.2], [-3, 3]],
    ["nothing, to ±3", "three", "score", undefined, [-3, 3]],
    ["a score beyond −3", "three", "score", [-4.2, 1], [-5, 5]],
    ["a score beyond 3", "three", "score", [1, 3.7], [-4, 4]],
    ["scores to the ticks outside", "fit", "score", [-1.69, 2.19], [-2, 2.5]],
    ["scores that end on ticks", "fit", "score", [-1, 2], [-1, 2]],
    ["positive values with zero", "fit", "fraction", [0.02, 0.094], [0, 0.1]],
    ["negative values with zero", "fit", "fraction", [-0.094, -0.02], [-0.1, 0]],
    ["values of both signs", "fit", "fraction", [-0.11, 0.09], [-0.15, 0.1]],
    ["only zeros of fractions", "fit", "fraction", [0, 0], [-0.01, 0.01]],
    ["zeros that differ by rounding", "fit", "fraction", [-1e-17, 2e-17], [-0.01, 0.01]],
    ["zeros with ten decimals (DATA-14)", "fit", "score", [-5e-11, 4e-11], [-1, 1]],
    ["z-scores like scores", "fit", "deviations", [-1.69, 2.19], [-2, 2.5]],
    ["ranks with half a place about them", "fit", "rank", [-6, -1], [-6.5, -0.5]],
    ["ranks from 1, whatever was fixed", { min: 0, max: 1 }, "rank", [-4, -3], [-4.5, -0.5]],
    ["no ranks", "fit", "rank", undefined, [-1.5, -0.5]],
    ["no scores", "fit", "score", undefined, [-1, 1]],
    ["what was fixed", { min: -0.3, max: 1.7 }, "score", [-5, 5], [-0.3, 1.7]],
  ];
  for (const [when, domain, unit, extremes, expected] of cases) {
    it(`spans ${when}`, () => {
      const known = extremes && { min: extremes[0], max: extremes[1] };
      const range = valueRange(axis({ domain, unit }), known, heightPx);
      assert.deepEqual(range, { min: expected[0], max: expected[1] });
    });
  }

  it("is the same in a low plot, which has fewer ticks", () => {
    const fit = axis({ domain: "fit" });
    assert.deepEqual(valueRange(fit, { min: -2.5, max: 2.4 }, 74), { min: -2.5, max: 2.5 });
  });

  it("holds every value between its ends, which are ticks", () => {
    // Sizes that are not lost in rounding.
    const value = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000);
    const height = fc.integer({ min: 220, max: 2000 });
    const domains = fc.constantFrom<AxisChoice>("fit", "three");
    fc.assert(
      fc.property(value, value, domains, height, (one, other, domain, tall) => {
        const extremes = { min: Math.min(one, other), max: Math.max(one, other) };
        const range = valueRange(axis({ domain }), extremes, tall);
        assert.ok(range.min < range.max);
        assert.ok(range.min <= extremes.min && range.max >= extremes.max);
        assert.ok(range.min <= 0 && range.max >= 0);
        const ticks = valueTicks(range, tall);
        assert.deepEqual([ticks.at(0), ticks.at(-1)], [range.min, range.max]);
      }),
      { numRuns: runs() },
    );
  });
});

/** The height of a plot in a window of usual size. */
const heightPx = 480;
