import assert from "node:assert/strict";
import { type Column } from "../../../src/data/frame";
import { normalizeFrame } from "../../../src/data/normalizeFrame";
import { assertRefused } from "../../support/decodeErrors";

const columnOf = (...values: number[]): Column => ({
  name: "A",
  type: "number",
  values: Float64Array.from(values),
});

function normalized(days: number[], column: Column): ReturnType<typeof normalizeFrame> {
  return normalizeFrame({ days: Int32Array.from(days), columns: [column], droppedCounters: 0 });
}

describe("normalizeFrame", () => {
  // Python: (date(9999, 12, 31) - date(1970, 1, 1)).days is 2932896; 0000-01-01 is 366 days before 0001-01-01, -719162.
  const first = -719_528;
  const last = 2_932_896;

  it("takes the days that four digits of a year can write", () => {
    const { frame } = normalized([first, 0, last], columnOf(1, 2, 3));
    assert.deepEqual([...frame.days], [first, 0, last]);
  });

  const outside: [what: string, days: number[]][] = [
    ["the first of ascending days", [first - 1, 0, 1]],
    ["the last of ascending days", [0, 1, last + 1]],
    ["one among days in any order", [5, last + 1, 0]],
    ["one among repeated days", [first - 1, first - 1, 0]],
  ];
  for (const [what, days] of outside) {
    it(`refuses a day outside of them: ${what} (14.4)`, () =>
      assertRefused(
        (async () => Promise.resolve(normalized(days, columnOf(1, 1, 1))))(),
        "corrupt",
        /has no four-digit year/,
      ));
  }

  it("counts a row once where no value equals no value and 0 equals -0 (DATA-10)", () => {
    const { frame, repairs } = normalized(
      [7, 3, 7, 3, 7],
      columnOf(NaN, 0, Infinity, -0, -Infinity),
    );
    assert.deepEqual([...frame.days], [3, 7]);
    assert.deepEqual(frame.columns, [columnOf(0, NaN)]);
    assert.equal(repairs.duplicateRows, 3);
  });
});
