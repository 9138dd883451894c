import assert from "node:assert/strict";
import { type Column } from "../../../src/data/frame";
import { normalizeFrame, type Repairs, totalRepairs } from "../../../src/data/normalizeFrame";
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

  const texts: [what: string, name: string, cells: (string | null)[], found?: [number, string]][] =
    [
      [
        "a score, by its first cell that is no number",
        "Level",
        ["0.5", "NA", "n.a.", "x"],
        [8, "n.a."],
      ],
      ["a score in lower case", "momentum", [null, "#DIV/0!", "x", null], [7, "#DIV/0!"]],
      ["a score whose cells are numerals", "Aggregate", [null, "0.5", "0.75", ""], [7, "0.5"]],
      ["a forecast", "Forecast", ["x", null, null, null], [6, "x"]],
      ["a component of a forecast", "_Tactical_Market_Technicals", ["1", "y", "z", ""], [7, "y"]],
      ["no other column", "Note", ["x", "y", "z", ""]],
      ["no score without any value", "Level", [null, "", null, null]],
    ];
  for (const [what, name, values, found] of texts) {
    it(`reports a column that contains text instead of numbers: ${what}`, () => {
      const expected = found && [{ column: name, day: found[0], text: found[1] }];
      const ascending = normalized([6, 7, 8, 9], { name, type: "text", values });
      assert.deepEqual(ascending.repairs.textInstead, expected);
      const column: Column = { name, type: "text", values: values.toReversed() };
      assert.deepEqual(normalized([9, 8, 7, 6], column).repairs.textInstead, expected);
    });
  }

  it("reports such a column once for several series", () => {
    const repairsOf = (name: string, text: string): Repairs =>
      normalized([6], { name, type: "text", values: [text] }).repairs;
    const all = [repairsOf("Level", "x"), repairsOf("Level", "y"), repairsOf("Momentum", "z")];
    assert.deepEqual(totalRepairs(all).textInstead, [
      { column: "Level", day: 6, text: "x" },
      { column: "Momentum", day: 6, text: "z" },
    ]);
  });
});
