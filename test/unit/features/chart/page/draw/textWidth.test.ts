import assert from "node:assert/strict";
import fc from "fast-check";
import { cutText, textWidth } from "../../../../../../src/features/chart/page/draw/textWidth";
import { runs } from "../../../../../support/propertyRuns";

describe("textWidth", () => {
  // Of Liberation Sans, which is as wide as Helvetica, at 100 px: measureText of Chromium 156.
  const cases: [text: string, isBold: boolean, widthPx: number][] = [
    ["INFL United States", false, 844.82],
    ["2026-11-19 · percentile 93", false, 1167.48],
    ["Market Technicals", false, 800.29],
    ["SAMPLE, synthetic", true, 911.28],
  ];
  for (const [text, isBold, widthPx] of cases) {
    it(`tells about how wide ${text} is, not less`, () => {
      const reported = textWidth(text, 100, isBold);
      assert.ok(reported >= widthPx && reported <= widthPx * 1.1, `${reported}`);
    });
  }

  it("grows with the size, and is nothing for no text", () => {
    assert.equal(textWidth("INFL", 20), 2 * textWidth("INFL", 10));
    assert.equal(textWidth("", 20), 0);
  });

  it("takes a character of Chinese as wide as high", () => {
    assert.ok(textWidth("通胀", 10) >= 20);
  });
});

describe("cutText", () => {
  it("leaves alone what fits", () => assert.equal(cutText("INFL", 100, 10), "INFL"));

  it("says that something is missing", () => {
    assert.equal(cutText("INFL United States", 60, 10), "INFL Unite…");
  });

  it("cuts between characters, not within them", () => {
    assert.equal(cutText("😀😀😀😀", 30, 10), "😀…");
  });

  it("fits the width, but for its dots alone", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 200 }), (text, widthPx) => {
        const cut = cutText(text, widthPx, 10);
        assert.ok(cut === "…" || textWidth(cut, 10) <= widthPx);
      }),
      { numRuns: runs() },
    );
  });
});
