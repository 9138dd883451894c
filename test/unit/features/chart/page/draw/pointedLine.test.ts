import assert from "node:assert/strict";
import { lineNear } from "../../../../../../src/features/chart/page/draw/pointedLine";

describe("the line at the pointer", () => {
  const lines = [
    { id: "A", top: 10, bottom: 40, at: 40 },
    { id: "B", top: 60, bottom: 60, at: 60 },
    { id: "C", top: 30, bottom: 50, at: 31 },
  ];

  const cases: [where: string, y: number, id: string | null][] = [
    ["on an upright part of one", 15, "A"],
    ["on two, of which one is nearer right there", 33, "C"],
    ["on two, of which the other is", 38, "A"],
    ["near one", 70, "B"],
    ["between two, nearer to the lower", 56, "B"],
    ["between two, nearer to the upper", 54, "C"],
    ["too far from any", 73, null],
  ];
  for (const [where, y, id] of cases) {
    it(`is found ${where}`, () => {
      assert.equal(lineNear(lines, y), id);
    });
  }

  it("is the nearest at any distance without a limit", () => {
    assert.equal(lineNear(lines, 200, Number.POSITIVE_INFINITY), "B");
    assert.equal(lineNear([], 200, Number.POSITIVE_INFINITY), null);
  });
});
