import assert from "node:assert/strict";
import fc from "fast-check";
import { dayOfIso, isBusinessDay } from "../../../../src/shared/day";
import { businessDayLag } from "../../../../src/shared/series/businessDayLag";
import { runs } from "../../../support/propertyRuns";

describe("businessDayLag", () => {
  // NumPy 2.4: numpy.busday_count(last + 1, fetched + 1)
  const cases: [last: string, fetched: string, lag: number][] = [
    ["2026-11-19", "2026-11-20", 1],
    ["2026-11-19", "2026-11-21", 1],
    ["2026-11-20", "2026-11-23", 1],
    ["2026-11-20", "2026-11-22", 0],
    ["2026-11-14", "2026-11-16", 1],
    ["2026-11-21", "2026-11-22", 0],
    ["2020-02-28", "2021-03-01", 261],
    ["1969-12-30", "1970-01-06", 5],
  ];
  for (const [last, fetched, lag] of cases) {
    it(`agrees with NumPy from ${last} to ${fetched}`, () => {
      assert.equal(
        businessDayLag(dayOfIso(last) ?? Number.NaN, dayOfIso(fetched) ?? Number.NaN),
        lag,
      );
    });
  }

  it("is 0 for a last day on or after the day of the fetch", () => {
    assert.equal(businessDayLag(20_777, 20_777), 0);
    assert.equal(businessDayLag(20_780, 20_777), 0);
  });

  it("counts what a walk from day to day counts", () => {
    const day = fc.integer({ min: -800, max: 800 });
    fc.assert(
      fc.property(day, fc.nat({ max: 60 }), (last, distance) => {
        const after = Array.from({ length: distance }, (_, index) => last + 1 + index);
        assert.equal(businessDayLag(last, last + distance), after.filter(isBusinessDay).length);
      }),
      { numRuns: runs() },
    );
  });
});
