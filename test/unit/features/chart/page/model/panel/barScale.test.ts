import assert from "node:assert/strict";
import { barScale } from "../../../../../../../src/features/chart/page/model/panel/barScale";

describe("barScale", () => {
  const cases: [when: string, values: number[], reach: number, tick: number][] = [
    ["reaches a little beyond two where no value goes further", [0.4, -2], 2.2, 2],
    ["is the same where there is nothing", [], 2.2, 2],
    ["counts no value as none", [Number.NaN, 1], 2.2, 2],
    ["leaves room beyond the value furthest from zero", [-4, 2], 4.2, 2],
    ["labels five where there is room for it", [6], 6.3, 5],
    ["labels tens", [0, 40], 42, 20],
  ];
  for (const [when, values, reach, tick] of cases) {
    it(when, () => {
      const scale = barScale(values);
      // 4 × 1.05 is 4.2 except for rounding.
      assert.ok(Math.abs(scale.reach - reach) < 1e-12, `${scale.reach}`);
      assert.equal(scale.tick, tick);
    });
  }
});
