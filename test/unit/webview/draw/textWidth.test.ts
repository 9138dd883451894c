import assert from "node:assert/strict";
import fc from "fast-check";
import { cutText, textWidth, wrapText } from "../../../../src/webview/chart/draw/textWidth";
import { runs } from "../../../support/propertyRuns";

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

describe("wrapText", () => {
  it("breaks at blanks, and keeps a dot with the fact before it", () => {
    assert.deepEqual(wrapText("Acme · INFL v2 · SNAP", 62, 10), ["Acme · INFL", "v2 · SNAP"]);
    assert.deepEqual(wrapText("Acme · INFL", 34, 10), ["Acme ·", "INFL"]);
  });

  it("breaks a word that is wider than a line", () => {
    assert.deepEqual(wrapText("a 1234567890", 30, 10), ["a", "12345", "67890"]);
  });

  it("keeps every character, and each line within the width", () => {
    const widths = fc.integer({ min: 12, max: 200 });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), widths, (text, widthPx) => {
        const lines = wrapText(text, widthPx, 10);
        const withoutBlanks = (each: string): string => each.replaceAll(" ", "");
        assert.equal(withoutBlanks(lines.join("")), withoutBlanks(text));
        for (const line of lines) assert.ok(textWidth(line, 10) <= widthPx, line);
      }),
      { numRuns: runs() },
    );
  });
});
