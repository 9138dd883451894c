import assert from "node:assert/strict";
import fc from "fast-check";
import { type Line } from "../../../../../../src/features/chart/page/model/pane";
import {
  heightOf,
  tableDays,
  topRow,
  valueOn,
} from "../../../../../../src/features/chart/page/views/tableRows";

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
    it(`is ${value} on day ${day}, and never an earlier value`, () => {
      assert.equal(valueOn(first, day), value);
    });
  }
});

import { runs } from "../../../../../support/propertyRuns";

const rowPx = 24;

describe("topRow", () => {
  it("has the last row in sight at the end, however many rows there are", () => {
    const rows = fc.integer({ min: 0, max: 5_000_000 });
    const seen = fc.integer({ min: 0, max: 2_000 });
    fc.assert(
      fc.property(rows, seen, (count, seenPx) => {
        const end = Math.max(0, heightOf(count, rowPx) - seenPx);
        const below = topRow(end, count, rowPx, seenPx) + seenPx / rowPx;
        assert.ok(Math.abs(Math.max(count, seenPx / rowPx) - below) < 1e-6, String(below));
        assert.equal(topRow(0, count, rowPx, seenPx), 0);
      }),
      { numRuns: runs() },
    );
  });

  it("scrolls by the same distance if a browser can lay out all rows", () => {
    assert.equal(topRow(36, 1_000, rowPx, 480), 1.5);
  });

  it("passes through all rows if a browser cannot", () => {
    // Half of the distance that 8,000,000 px leave, and so half of the 999,980 rows that are not in sight at first.
    assert.equal(topRow((8_000_000 - 480) / 2, 1_000_000, rowPx, 480), 499_990);
  });
});
