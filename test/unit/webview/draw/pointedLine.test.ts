import assert from "node:assert/strict";
import { lineNear } from "../../../../src/webview/chart/draw/pointedLine";
import { line, pane } from "../../../support/chartViews";

describe("the line at the pointer", () => {
  const lines = [line("A", [0, 10], [10, 40]), line("B", [0, 10], [60, 60]), line("C", [5], [0])];
  const shown = pane(lines);
  /** A value is its height in pixels. */
  const topOf = ({ days, values }: (typeof lines)[0], day: number): number | undefined =>
    values[days.findLastIndex((each) => each <= day)];

  const cases: [where: string, days: [number, number], y: number, id: string | null][] = [
    ["on it", [1, 2], 10, "A"],
    ["near it", [1, 2], 21, "A"],
    ["too far from any", [1, 2], 35, null],
    ["beside where it stands upright", [8, 11], 30, "A"],
    ["nearer to another", [11, 12], 51, "B"],
    ["where only the later day has a value", [3, 6], 2, "C"],
  ];
  for (const [where, days, y, id] of cases) {
    it(`is found ${where}`, () => {
      assert.equal(lineNear(shown, topOf, days, y), id);
    });
  }

  it("of a small multiple is the nearest, however far", () => {
    assert.equal(lineNear({ ...shown, kind: "multiple" }, topOf, [1, 2], 35), "A");
    assert.equal(lineNear({ ...shown, kind: "multiple", lines: [] }, topOf, [1, 2], 35), null);
  });
});
