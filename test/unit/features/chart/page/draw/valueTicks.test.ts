import { type Unit } from "../../../../../../src/shared/series/numberText";
import assert from "node:assert/strict";
import fc from "fast-check";
import { formatTick, stepOf, valueTicks } from "../../../../../../src/ui/valueTicks";
import { runs } from "../../../../../support/propertyRuns";

describe("value ticks", () => {
  const cases: [when: string, min: number, max: number, heightPx: number, ticks: number[]][] = [
    ["scores", -3, 3, 300, [-3, -2, -1, 0, 1, 2, 3]],
    ["scores on a small axis", -3, 3, 80, [-2, 0, 2]],
    ["tenths as the decimals that they are", 0, 0.5, 150, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
    ["fractions", -0.011, 0.052, 240, [-0.01, 0, 0.01, 0.02, 0.03, 0.04, 0.05]],
    ["large values", 0, 4e9, 200, [0, 5e8, 1e9, 1.5e9, 2e9, 2.5e9, 3e9, 3.5e9, 4e9]],
    ["an axis without height", -3, 3, 0, []],
    ["an axis without values", 1, 1, 300, []],
    ["a range beyond what doubles tell apart", 1e6, 1e6 + 2e-10, 300, []],
    ["the least that doubles hold", 0, 5e-324, 300, []],
    ["what no double spans", -1.7e308, 1.7e308, 300, []],
  ];
  for (const [when, min, max, heightPx, ticks] of cases) {
    it(`labels ${when}`, () => assert.deepEqual(valueTicks({ min, max }, heightPx), ticks));
  }

  it("writes no negative zero", () => {
    assert.ok(valueTicks({ min: -3, max: 3 }, 300).every((tick) => !Object.is(tick, -0)));
  });

  it("keeps ticks apart and within the range", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.integer({ min: 60, max: 2_000 }), (one, other, heightPx) => {
        const [min, max] = one < other ? [one, other] : [other, one];
        fc.pre(max - min > 1e-6);
        const ticks = valueTicks({ min, max }, heightPx);
        const rounding = (max - min) * 1e-6;
        assert.ok(ticks.every((tick) => tick >= min - rounding && tick <= max + rounding));
        const space = (stepOf(ticks) / (max - min)) * heightPx;
        assert.ok(ticks.length < 2 || space > 21.9, `${space} px`);
      }),
      { numRuns: runs() },
    );
  });
});

describe("formatTick", () => {
  const cases: [unit: Unit, value: number, step: number, label: string][] = [
    ["score", 1, 1, "+1"],
    ["score", 0, 1, "0"],
    ["score", -2, 1, "−2"],
    ["score", -0.5, 0.5, "−0.5"],
    ["score", 0, 0.5, "0"],
    ["score", 0.3, 0.3 - 0.2, "+0.3"],
    ["score", 40, 20, "+40"],
    ["score", 1.234, 0, "+1.23"],
    ["fraction", 0.05, 0.01, "5"],
    ["fraction", 0.025, 0.005, "2.5"],
    ["fraction", -0.0725, 0.0005, "−7.25"],
    ["fraction", 0, 0.01, "0"],
    ["fraction", 0.5, 0.1, "50"],
    ["fraction", 0.031, 0, "3.10"],
  ];
  for (const [unit, value, step, label] of cases) {
    it(`writes ${label} for the ${unit} ${value} in steps of ${step}`, () => {
      assert.equal(formatTick(unit, value, step), label);
    });
  }

  it("tells all ticks of an axis apart", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.constantFrom<Unit>("score", "fraction"), (one, other, unit) => {
        const ticks = valueTicks({ min: Math.min(one, other), max: Math.max(one, other) }, 300);
        const labels = ticks.map((tick) => formatTick(unit, tick, stepOf(ticks)));
        assert.equal(new Set(labels).size, ticks.length);
      }),
      { numRuns: runs() },
    );
  });
});
