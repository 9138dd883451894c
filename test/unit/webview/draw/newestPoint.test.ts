import assert from "node:assert/strict";
import { newestPoint } from "../../../../src/webview/chart/draw/newestPoint";

/** 1,000 days on 1,000 pixels. */
const range = { from: 0, to: 1_000 };
const widthPx = 1_000;

function line(...days: readonly number[]): { days: Int32Array; values: Float64Array } {
  return { days: Int32Array.from(days), values: Float64Array.from(days, (day) => day / 10) };
}

describe("the newest point of a line (15.1.7)", () => {
  it("is drawn where its step is wide enough to tell it from the line", () => {
    assert.deepEqual(newestPoint(line(0, 493, 500), range, widthPx), { day: 500, value: 50 });
    assert.deepEqual(newestPoint(line(0, 496, 500), range, widthPx), { day: 500, value: 50 });
    assert.equal(newestPoint(line(0, 497, 500), range, widthPx), undefined);
    assert.deepEqual(newestPoint(line(0, 497, 500), { from: 480, to: 500 }, widthPx), {
      day: 500,
      value: 50,
    });
  });

  it("is drawn of a line that would be lost as a whole", () => {
    assert.deepEqual(newestPoint(line(500), range, widthPx), { day: 500, value: 50 });
    assert.deepEqual(newestPoint(line(498, 499, 500), range, widthPx), { day: 500, value: 50 });
  });

  it("is not drawn without a value, and outside the range", () => {
    const gap = { days: Int32Array.of(1, 500), values: Float64Array.of(1, Number.NaN) };
    assert.equal(newestPoint(gap, range, widthPx), undefined);
    assert.equal(newestPoint(line(1, 1_001), range, widthPx), undefined);
    assert.equal(newestPoint(line(-9, -1), range, widthPx), undefined);
    assert.equal(newestPoint(line(), range, widthPx), undefined);
  });
});
