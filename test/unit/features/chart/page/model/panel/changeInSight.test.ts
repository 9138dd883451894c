import assert from "node:assert/strict";
import { changeInSight } from "../../../../../../../src/features/chart/page/model/panel/variants";

const nan = Number.NaN;

/** Values on the days 10, 20, 30, … */
function every10(...values: readonly number[]): { days: Int32Array; values: Float64Array } {
  const days = Int32Array.from(values, (_, row) => 10 * (row + 1));
  return { days, values: Float64Array.from(values) };
}

describe("changeInSight", () => {
  const cases: [
    what: string,
    values: readonly number[],
    range: readonly [number, number],
    change: number,
  ][] = [
    ["the newest value minus the first", [1, 5, 2.5], [10, 30], 1.5],
    ["only days within the range, its ends among them", [1, 5, 2.5, 9], [20, 30], -2.5],
    ["no value from before the range", [1, 5, 2.5], [11, 30], -2.5],
    ["values, not days without one", [nan, 5, nan, 2, nan], [0, 99], -3],
    ["no change of one value", [1, 5, 2], [15, 25], nan],
    ["no change of one value among days without", [nan, 5, nan], [0, 99], nan],
    ["no change without a value", [nan, nan], [0, 99], nan],
    ["nothing if no day is in sight", [1, 2], [11, 19], nan],
    ["nothing behind the last day", [1, 2], [21, 99], nan],
    ["nothing of nothing", [], [0, 99], nan],
  ];
  for (const [what, values, [from, to], change] of cases) {
    it(`counts ${what}`, () => {
      assert.equal(changeInSight(every10(...values), { from, to }), change);
    });
  }

  it("does not change its arguments", () => {
    const observations = every10(1, nan, 3);
    const before = structuredClone(observations);
    changeInSight(observations, { from: 10, to: 30 });
    assert.deepEqual(observations, before);
  });
});
