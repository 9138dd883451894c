import assert from "node:assert/strict";
import { blend, colourOf } from "../../../../../../src/features/chart/page/draw/colour";

describe("colourOf", () => {
  const colours: [text: string, colour: readonly number[] | undefined][] = [
    ["#1f1f1f", [31, 31, 31, 1]],
    ["#FFF", [255, 255, 255, 1]],
    ["#f008", [255, 0, 0, 136 / 255]],
    ["#cccccc33", [204, 204, 204, 0.2]],
    ["rgb(0, 99, 211)", [0, 99, 211, 1]],
    ["rgba(59, 59, 59, 0.8)", [59, 59, 59, 0.8]],
    ["rgb(59 59 59 / 0.5)", [59, 59, 59, 0.5]],
    ["", undefined],
    ["#12345", undefined],
    ["red", undefined],
    ["rgb(1, 2)", undefined],
    ["rgb(a, b, c)", undefined],
  ];
  for (const [text, colour] of colours) {
    it(`reads "${text}"`, () => assert.deepEqual(colourOf(text), colour));
  }
});

describe("blend", () => {
  it("lays a share of a colour over another", () => {
    assert.equal(blend([255, 255, 255, 1], [0, 0, 0, 1], 0.2), "#cccccc");
  });

  it("counts the colour's own opacity", () => {
    assert.equal(blend([0, 0, 0, 1], [255, 0, 16, 0.5], 0.5), "#400004");
  });
});
