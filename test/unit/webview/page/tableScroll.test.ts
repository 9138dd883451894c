import assert from "node:assert/strict";
import fc from "fast-check";
import { heightOf, topRow } from "../../../../src/webview/chart/page/tableScroll";
import { runs } from "../../../support/propertyRuns";

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

  it("scrolls as far as it is told where a browser can lay out all rows", () => {
    assert.equal(topRow(36, 1_000, rowPx, 480), 1.5);
  });

  it("goes through all rows where a browser cannot", () => {
    // Half of the way that 8,000,000 px leave, and so half of the 999,980 rows that are not in sight at first.
    assert.equal(topRow((8_000_000 - 480) / 2, 1_000_000, rowPx, 480), 499_990);
  });
});
