import assert from "node:assert/strict";
import { type Line } from "../../../../src/webview/chart/model/pane";
import { tableDays, valueOn } from "../../../../src/webview/chart/page/tableRows";

function line(id: string, days: number[], values: number[]): Line {
  return {
    id,
    label: id,
    unit: "score",
    days: Int32Array.from(days),
    values: Float64Array.from(values),
    colour: 0,
    dash: 0,
    marks: new Int32Array(),
  };
}

const first = line("a", [1, 3, 5], [0.1, NaN, 0.5]);
const second = line("b", [2, 3, 9], [2, 3, 9]);

describe("tableDays", () => {
  it("is empty without columns", () => {
    assert.deepEqual([...tableDays([], { from: 0, to: 9 })], []);
  });

  it("has each day of any column within the range once, the newest first", () => {
    assert.deepEqual([...tableDays([first, second], { from: 2, to: 5 })], [5, 3, 2]);
  });
});

describe("valueOn", () => {
  const values: [day: number, value: number][] = [
    [0, NaN],
    [1, 0.1],
    [2, NaN],
    [3, NaN],
    [5, 0.5],
    [6, NaN],
  ];
  for (const [day, value] of values) {
    it(`is ${value} on day ${day}, and never what stood before`, () => {
      assert.equal(valueOn(first, day), value);
    });
  }
});
