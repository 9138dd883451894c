import assert from "node:assert/strict";
import fc from "fast-check";
import {
  movedRange,
  panned,
  rounded,
  type Span,
  within,
  zoomed,
} from "../../../../../../src/features/chart/page/draw/zoom";
import { runs } from "../../../../../support/propertyRuns";

const bounds = { from: 1_000, to: 5_000 };

const inside = fc
  .tuple(fc.integer({ min: 1_000, max: 4_990 }), fc.integer({ min: 7, max: 4_000 }))
  .map(([from, length]): Span => ({ from, to: Math.min(5_000, from + length) }))
  .filter(({ from, to }) => to - from >= 7);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const factor = fc.double({ min: 0.01, max: 100, noNaN: true });

function isInBounds({ from, to }: Span): boolean {
  return from >= bounds.from - 1e-6 && to <= bounds.to + 1e-6 && to - from >= 7 - 1e-6;
}

describe("zoom", () => {
  it("never leaves the bounds, nor shows fewer than seven days", () => {
    const part = fc.constantFrom("from" as const, "to" as const, "all" as const);
    const days = fc.integer({ min: -9_000, max: 9_000 });
    fc.assert(
      fc.property(inside, share, factor, part, days, (span, position, times, which, by) => {
        const results = [
          zoomed(span, position, times, bounds),
          panned(span, times, bounds),
          panned(span, -times, bounds),
          movedRange(span, which, by, bounds),
        ];
        assert.deepEqual(
          results.filter((result) => !isInBounds(result)),
          [],
        );
      }),
      { numRuns: runs() },
    );
  });

  it("keeps the day under the pointer in place", () => {
    assert.deepEqual(zoomed({ from: 2_000, to: 3_000 }, 0.25, 0.5, bounds), {
      from: 2_125,
      to: 2_625,
    });
  });

  it("returns to the start when zoomed in and out again", () => {
    const there = zoomed({ from: 2_000, to: 3_000 }, 0.3, 0.8, bounds);
    const { from, to } = zoomed(there, 0.3, 1 / 0.8, bounds);
    assert.deepEqual([from.toFixed(9), to.toFixed(9)], ["2000.000000000", "3000.000000000"]);
  });

  it("pans to the bounds and no further, as wide as before", () => {
    assert.deepEqual(panned({ from: 2_000, to: 3_000 }, 0.1, bounds), { from: 2_100, to: 3_100 });
    assert.deepEqual(panned({ from: 2_000, to: 3_000 }, 9, bounds), { from: 4_000, to: 5_000 });
    assert.deepEqual(panned({ from: 2_000, to: 3_000 }, -9, bounds), { from: 1_000, to: 2_000 });
  });

  it("shows all of shorter bounds", () => {
    assert.deepEqual(within({ from: 0, to: 9_000 }, bounds), bounds);
    const short = { from: 10, to: 12 };
    assert.deepEqual(zoomed(short, 0.5, 0.1, short), short);
    assert.deepEqual(movedRange(short, "from", 5, short), short);
    const day = { from: 10, to: 10 };
    assert.deepEqual(zoomed(day, 0.5, 0.5, day), day);
  });

  it("moves one end up to the other, and all by the same", () => {
    const span = { from: 2_000, to: 3_000 };
    assert.deepEqual(movedRange(span, "from", 2_000, bounds), { from: 2_993, to: 3_000 });
    assert.deepEqual(movedRange(span, "to", -2_000, bounds), { from: 2_000, to: 2_007 });
    assert.deepEqual(movedRange(span, "all", 5, bounds), { from: 2_005, to: 3_005 });
  });

  it("rounds to the nearest days", () => {
    assert.deepEqual(rounded({ from: 1.4, to: 8.6 }), { from: 1, to: 9 });
  });
});
