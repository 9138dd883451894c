import assert from "node:assert/strict";
import fc from "fast-check";
import { newestRowsWithin, sliceFrame } from "../../../src/data/sliceFrame";
import { csvSizeBound } from "../../../src/data/csvWriter";
import { dayOfIso } from "../../../src/shared/day";
import { anyFrame, frameOf } from "../../support/frames";
import { runs } from "../../support/propertyRuns";

describe("newestRowsWithin", () => {
  const frame = frameOf(["2024-01-01", "2024-01-02", "2024-01-03"], { Level: [1, 2, 3] });
  const day = (iso: string): number | undefined => dayOfIso(iso);

  it("gives all days when everything fits", () => {
    const newest = newestRowsWithin(frame, 1e6, csvSizeBound);
    assert.deepEqual(newest, { from: day("2024-01-01"), to: day("2024-01-03") });
  });

  it("gives the newest days when not all fit", () => {
    const limit = csvSizeBound(sliceFrame(frame, { from: day("2024-01-02") ?? 0 }));
    const newest = newestRowsWithin(frame, limit, csvSizeBound);
    assert.deepEqual(newest, { from: day("2024-01-02"), to: day("2024-01-03") });
  });

  it("gives nothing when no row fits, and for no rows", () => {
    assert.equal(newestRowsWithin(frame, 10, csvSizeBound), undefined);
    assert.equal(newestRowsWithin(frameOf([], { Level: [] }), 1e6, csvSizeBound), undefined);
  });

  it("fits, and one row more would not", () => {
    fc.assert(
      fc.property(anyFrame, fc.nat(3_000), (any, limit) => {
        const newest = newestRowsWithin(any, limit, csvSizeBound);
        const rows = newest === undefined ? 0 : sliceFrame(any, newest).days.length;
        const sizeOf = (count: number): number => {
          const from = any.days[any.days.length - count];
          return from === undefined ? Infinity : csvSizeBound(sliceFrame(any, { from }));
        };
        return (rows === 0 || sizeOf(rows) <= limit) && sizeOf(rows + 1) > limit;
      }),
      { numRuns: runs() },
    );
  });
});
