import assert from "node:assert/strict";
import fc from "fast-check";
import { columnExtremes } from "../../../../../../src/features/chart/page/draw/columnExtremes";
import {
  extremesIn,
  extremesOfPane,
  nearestDay,
  valueRangesOf,
} from "../../../../../../src/features/chart/page/draw/plotData";
import { traceSteps } from "../../../../../../src/features/chart/page/draw/trace";
import {
  type ValueAxis,
  type Line,
  type Pane,
} from "../../../../../../src/features/chart/page/model/pane";
import { runs } from "../../../../../support/propertyRuns";
import { range, series } from "./drawArbitraries";

function line(days: readonly number[], values: readonly number[], unit: Line["unit"]): Line {
  return {
    id: "",
    label: "",
    unit,
    days: Int32Array.from(days),
    values: Float64Array.from(values),
    colour: 0,
    dash: 0,
    marks: new Int32Array(0),
  };
}

function pane(...lines: readonly Line[]): Pane {
  return { id: "", kind: "main", title: "", axes: [], layers: [], lines };
}

describe("extremesIn", () => {
  it("are those of the line that is drawn", () => {
    fc.assert(
      fc.property(series(100), range, (source, shown) => {
        const drawn: number[] = [];
        const keep = (_column: number, value: number): unknown => drawn.push(value);
        traceSteps(columnExtremes(source, shown, 50), { moveTo: keep, lineTo: keep });
        const expected =
          drawn.length === 0 ? undefined : { min: Math.min(...drawn), max: Math.max(...drawn) };
        assert.deepEqual(extremesIn(source, shown), expected);
      }),
      { numRuns: runs() },
    );
  });
});

describe("extremesOfPane", () => {
  const scores = line([1, 2, 3], [5, Number.NaN, -7], "score");
  const fractions = line([1, 2, 3], [0.5, 0.1, 0.2], "fraction");
  const layer = {
    ...fractions,
    tint: 1,
    lower: Float64Array.of(0, -2, 0),
    upper: Float64Array.of(1, 0, 3),
  };
  const all = { from: 1, to: 3 };

  it("are of one unit, in all lines", () => {
    const both = pane(scores, line([2], [9], "score"), fractions);
    assert.deepEqual(extremesOfPane(both, "score", all), { min: -7, max: 9 });
    assert.deepEqual(extremesOfPane(both, "fraction", all), { min: 0.1, max: 0.5 });
  });

  it("span both bounds of layers", () => {
    const stacked = { ...pane(fractions), layers: [layer] };
    assert.deepEqual(extremesOfPane(stacked, "fraction", all), { min: -2, max: 3 });
  });

  it("are undefined without a value", () => {
    assert.equal(extremesOfPane(pane(scores), "fraction", all), undefined);
    assert.equal(extremesOfPane(pane(scores), "score", { from: 4, to: 9 }), undefined);
  });
});

describe("valueRangesOf", () => {
  const score = { unit: "score", domain: "three", label: "", guides: [] } as const;
  const small = line([1, 2, 3], [1, 2, Number.NaN], "score");
  const great = line([1, 2, 3], [0, -40, 80], "score");
  const spanned = (axis: ValueAxis, from: number, to: number): unknown =>
    valueRangesOf({ ...pane(small), axes: [axis] }, { from, to }, 300).get("score");

  it("spans the drawn values of the range", () => {
    assert.deepEqual(spanned(score, 1, 3), { min: -3, max: 3 });
  });

  it("also spans the lines that it is ranged with, in the same range only", () => {
    const axis = { ...score, rangedWith: [great] };
    assert.deepEqual(spanned(axis, 1, 2), { min: -40, max: 40 });
    assert.deepEqual(spanned(axis, 0, 1), { min: -3, max: 3 });
  });
});

describe("nearestDay", () => {
  const lines = pane(line([0, 30, 60], [1, 2, 3], "score"), line([28, 29], [1, 2], "score"));
  const cases: [name: string, day: number, from: number, to: number, nearest?: number][] = [
    ["is a day of any line", 28.4, 0, 60, 28],
    ["is the nearer one", 44, 0, 60, 30],
    ["lies in the range", 20, 0, 25, 0],
    ["is the first when all are later", -9, -20, 60, 0],
    ["is none when the range has no row", 40, 35, 45],
  ];
  for (const [name, day, from, to, nearest] of cases) {
    it(name, () => assert.equal(nearestDay(lines, day, { from, to }), nearest));
  }
});
