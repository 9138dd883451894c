import assert from "node:assert/strict";
import fc from "fast-check";
import { cutToWidth, textWidth } from "../../../../../../src/features/chart/page/draw/textWidth";
import { runs } from "../../../../../support/propertyRuns";

describe("textWidth", () => {
  // Widths of Liberation Sans, which is as wide as Helvetica, at 100 px: measureText of Chromium 156.
  const cases: [text: string, isBold: boolean, widthPx: number][] = [
    ["INFL United States", false, 844.82],
    ["2026-11-19 · percentile 93", false, 1167.48],
    ["Market Technicals", false, 800.29],
    ["SAMPLE, synthetic", true, 911.28],
  ];
  for (const [text, isBold, widthPx] of cases) {
    it(`estimates the width of ${text}, not too low`, () => {
      const reported = textWidth(text, 100, isBold);
      assert.ok(reported >= widthPx && reported <= widthPx * 1.1, `${reported}`);
    });
  }

  it("grows with the size, and is 0 for an empty text", () => {
    assert.equal(textWidth("INFL", 20), 2 * textWidth("INFL", 10));
    assert.equal(textWidth("", 20), 0);
  });

  it("counts a Chinese character as wide as high", () => {
    assert.ok(textWidth("通胀", 10) >= 20);
  });
});

describe("cutText", () => {
  it("leaves a fitting text unchanged", () => assert.equal(cutToWidth("INFL", 100, 10), "INFL"));

  it("marks a cut text with dots", () => {
    assert.equal(cutToWidth("INFL United States", 60, 10), "INFL Unite…");
  });

  it("cuts between characters, not within them", () => {
    assert.equal(cutToWidth("😀😀😀😀", 30, 10), "😀…");
  });

  it("fits the width, unless only its dots remain", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 200 }), (text, widthPx) => {
        const cut = cutToWidth(text, widthPx, 10);
        assert.ok(cut === "…" || textWidth(cut, 10) <= widthPx);
      }),
      { numRuns: runs() },
    );
  });
});
