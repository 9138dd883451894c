import assert from "node:assert/strict";
import fc from "fast-check";
import { areaRuns, lineRuns, type PlotScale } from "../../../../src/webview/chart/draw/pictureRuns";
import { type ColumnSource } from "../../../../src/webview/chart/draw/columnExtremes";
import { runs } from "../../../support/propertyRuns";
import { series } from "./drawArbitraries";

const none = Number.NaN;

/** A day is a pixel wide, a value of one 10 pixels high; a column of the reduction has half a pixel. */
const scale: PlotScale = {
  box: { left: 0, top: 0, width: 100, height: 60 },
  range: { from: 0, to: 100 },
  values: { min: -3, max: 3 },
};

describe("lineRuns", () => {
  it("goes level until the next day, then up or down", () => {
    assert.deepEqual(lineRuns(source([0, 50, 100], [0, 1, -1]), scale), [
      [0.25, 30, 50.25, 30, 50.25, 20, 99.75, 20, 99.75, 40],
    ]);
  });

  it("leaves a gap where a day has no value", () => {
    assert.deepEqual(lineRuns(source([0, 25, 50, 75], [0, none, 1, 1]), scale), [
      [0.25, 30, 25.25, 30],
      [50.25, 20, 75.25, 20],
    ]);
  });

  it("begins with the value that stands at the start of the range", () => {
    assert.deepEqual(lineRuns(source([-10, 50], [1, 1]), scale), [[0.25, 20, 50.25, 20]]);
  });

  it("draws nothing of nothing", () => {
    assert.deepEqual(lineRuns(source([], []), scale), []);
    assert.deepEqual(lineRuns(source([0, 1], [none, none]), scale), []);
  });

  it("reaches the highest and the lowest value in sight, and no further", () => {
    const range = { from: -400, to: 400 };
    fc.assert(
      fc.property(series(200), (column) => {
        const known = column.values.filter((value) => Math.abs(value) <= 9);
        fc.pre(
          known.length > 0 && known.length === column.values.filter((v) => !Number.isNaN(v)).length,
        );
        const wide = { ...scale, range, values: { min: -9, max: 9 } };
        const drawn = lineRuns(column, wide).flatMap((run) => run.filter((_, at) => at % 2 === 1));
        const yOf = (value: number): number => Math.round(((9 - value) / 18) * 6000) / 100;
        assert.equal(Math.min(...drawn), yOf(Math.max(...known)));
        assert.equal(Math.max(...drawn), yOf(Math.min(...known)));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("areaRuns", () => {
  it("goes around the steps between two columns, gaps left out", () => {
    const days = [0, 50, 80, 90, 100];
    const lower = source(days, [0, 0, none, 0, 0]);
    const upper = source(days, [1, -2, none, 2, 2]);
    assert.deepEqual(areaRuns(lower, upper, scale), [
      [0, 20, 50, 20, 50, 30, 80, 30, 80, 50, 50, 50, 50, 30, 0, 30],
      [90, 10, 100, 10, 100, 30, 90, 30],
    ]);
  });
});

function source(days: readonly number[], values: readonly number[]): ColumnSource {
  return { days: Int32Array.from(days), values: Float64Array.from(values) };
}
