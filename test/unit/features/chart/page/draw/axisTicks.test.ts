import assert from "node:assert/strict";
import { axisTicks } from "../../../../../../src/features/chart/page/draw/axisTicks";
import { formatTick, stepOf } from "../../../../../../src/ui/valueTicks";
import { axis } from "../../../../../support/chartViews";

describe("the ticks of an axis of ranks", () => {
  function labelsOf(ranks: number, height: number): readonly string[] {
    const box = { left: 0, top: 0, width: 100, height };
    const ticks = axisTicks(axis({ unit: "rank" }), {
      box,
      values: { min: -ranks - 0.5, max: -0.5 },
    });
    return ticks.map((tick) => formatTick("rank", tick, stepOf(ticks)));
  }

  it("are whole places, the best at the top", () => {
    assert.deepEqual(labelsOf(2, 400), ["2", "1"]);
    assert.deepEqual(labelsOf(6, 400), ["6", "5", "4", "3", "2", "1"]);
  });

  it("are fewer if there is no room for all", () => {
    assert.deepEqual(labelsOf(12, 150), ["12", "10", "8", "6", "4", "2"]);
  });
});
