import assert from "node:assert/strict";
import { type Frame } from "../../../../../src/data/frame";
import { sliceFrame } from "../../../../../src/data/sliceFrame";
import { dayOfIso, isoOfDay } from "../../../../../src/shared/day";
import { type Slice } from "../../../../../src/shared/slice";
import { chartSliceOf } from "../../../../../src/features/chart/host/chartSlice";
import { frameOf } from "../../../../support/frames";
import { observedByPandas, seriesOf } from "../../../../support/observed";

const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"];
const whole = frameOf(days, {
  Level: [0.31, -1.2, 0.31, 2.05, -0.44, null],
  Note: ["a", "b", null, null, null, null],
  Momentum: [4, null, 2, 3, 1, 5],
});

function sliceOf(slice: Slice, frame: Frame = whole): ReturnType<typeof chartSliceOf> {
  return chartSliceOf(slice, sliceFrame(frame, slice), frame);
}

const to = dayOfIso("2024-01-03") ?? Number.NaN;

describe("the slice that a chart shows", () => {
  it("has the last day of the whole series, and ranks its newest values among all", () => {
    const { lastDay, percentiles } = sliceOf({ to });
    assert.equal(isoOfDay(lastDay ?? 0), "2024-01-08");
    // Level: 0.31, −1.2, 0.31 and −0.44 of five are at or below 0.31. Momentum: 2 and 1 of five at or below 2.
    assert.deepEqual([...percentiles], [80, 40]);
  });

  it("has its columns in the order in which it names them", () => {
    assert.deepEqual(
      [...sliceOf({ to, columns: ["Momentum", "Note", "Level"] }).percentiles],
      [40, 80],
    );
  });

  it("ranks the newest value that exists", () => {
    const second = dayOfIso("2024-01-02") ?? Number.NaN;
    // Level: the lowest of five; Momentum: 4, above all but 5.
    assert.deepEqual([...sliceOf({ to: second }).percentiles], [20, 80]);
    assert.deepEqual([...sliceOf({ from: second, to: second }).percentiles], [20, Number.NaN]);
  });

  it("ranks among observations, of which there is one for each quarter here", () => {
    const { quarterly } = observedByPandas;
    assert.ok(quarterly);
    const { days: all, values } = seriesOf(quarterly);
    const frame: Frame = { days: all, columns: [{ name: "Level", type: "number", values }] };
    // pandas: 62.5 of the observations, 62.1 of the rows; the newest value is 30 of 48.
    assert.deepEqual([...sliceOf({ to: all.at(-1) ?? 0 }, frame).percentiles], [63]);
  });

  it("may hold no day, of a series with days or without", () => {
    const early = { to: dayOfIso("2020-01-01") ?? Number.NaN };
    const { lastDay, percentiles } = sliceOf(early);
    assert.deepEqual([lastDay, ...percentiles], [19_730, Number.NaN, Number.NaN]);
    assert.equal(sliceOf(early, frameOf([], { Level: [] })).lastDay, null);
  });

  const words: [slice: Slice, words: string][] = [
    [{ to }, "..2024-01-03"],
    [{ from: to }, "2024-01-03.."],
    [{ from: to, to, columns: ["Level", "Momentum"] }, "2024-01-03..2024-01-03; Level, Momentum"],
    [{ columns: ["Momentum"] }, "Momentum"],
  ];
  for (const [slice, expected] of words) {
    it(`is called ${expected}`, () => assert.equal(sliceOf(slice).words, expected));
  }

  it("is called by names of columns on one line (SEC-13)", () => {
    const hostile = frameOf(["2024-01-01"], { "Le\nvel": [1] });
    assert.equal(sliceOf({ columns: ["Le\nvel"] }, hostile).words, "Le vel");
  });
});
