import assert from "node:assert/strict";
import { DecodeError } from "../../../src/data/errors";
import { sliceFrame } from "../../../src/data/sliceFrame";
import { type Slice } from "../../../src/shared/slice";
import { dayOfIso } from "../../../src/shared/day";
import { written } from "../../support/fixtures";
import { frameOf } from "../../support/frames";

describe("sliceFrame", () => {
  const frame = frameOf(["2024-01-01", "2024-01-03", "2024-01-05"], {
    Level: [1, 2, 3],
    Note: ["a", null, "c"],
  });
  const day = (iso: string): number => dayOfIso(iso) ?? Number.NaN;
  const cases: [when: string, slice: Slice, days: string[], columns: object][] = [
    [
      "nothing is left out",
      {},
      ["2024-01-01", "2024-01-03", "2024-01-05"],
      { Level: [1, 2, 3], Note: ["a", null, "c"] },
    ],
    [
      "both ends are days of the series",
      { from: day("2024-01-01"), to: day("2024-01-03") },
      ["2024-01-01", "2024-01-03"],
      { Level: [1, 2], Note: ["a", null] },
    ],
    [
      "the ends lie between days",
      { from: day("2024-01-02"), to: day("2024-01-04") },
      ["2024-01-03"],
      { Level: [2], Note: [null] },
    ],
    ["it ends before the series begins", { to: day("2023-12-31") }, [], { Level: [], Note: [] }],
    [
      "columns are named in another order",
      { columns: ["Note", "Level"] },
      ["2024-01-01", "2024-01-03", "2024-01-05"],
      { Note: ["a", null, "c"], Level: [1, 2, 3] },
    ],
  ];
  for (const [when, slice, days, columns] of cases) {
    it(`gives the part when ${when}`, () => {
      const part = written(sliceFrame(frame, slice));
      assert.deepEqual(part, { days, columns, names: Object.keys(columns) });
    });
  }

  it("copies", () => {
    const part = sliceFrame(frame, {});
    part.days.fill(0);
    assert.equal(frame.days[0], day("2024-01-01"));
  });

  it("names a column that is not there", () => {
    assert.throws(
      () => sliceFrame(frame, { columns: ["Level", "Aggregate"] }),
      (error) => {
        assert.ok(error instanceof DecodeError);
        assert.equal(error.kind, "unknown-column");
        assert.match(error.message, /Aggregate/);
        return true;
      },
    );
  });
});
