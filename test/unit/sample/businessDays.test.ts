import assert from "node:assert/strict";
import fc from "fast-check";
import { dayOfIso, isBusinessDay, isoOfDay } from "../../../src/shared/day";
import {
  businessDayAtOrBefore,
  dayOfBusinessDay,
  firstMonthOf,
  firstShown,
  lastBusinessDayOfMonth,
  monthOfYear,
  productionAsOf,
  yearOfMonth,
} from "../../../src/sample/businessDays";
import { runs } from "../../support/propertyRuns";

describe("business days of the sample", () => {
  it("begin with 1990-01-01", () => {
    assert.equal(isoOfDay(dayOfBusinessDay(firstShown)), "1990-01-01");
  });

  it("are the weekdays, one after the other", () => {
    const days = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(days, (day) => {
        const found = dayOfBusinessDay(businessDayAtOrBefore(day));
        assert.ok(isBusinessDay(found));
        assert.ok(day - found <= (isBusinessDay(day) ? 0 : 2));
      }),
      { numRuns: runs() },
    );
  });

  const monthEnds: [year: number, monthOfYear: number, iso: string][] = [
    [1985, 1, "1985-01-31"],
    [2020, 2, "2020-02-28"],
    [2024, 3, "2024-03-29"],
    [2024, 6, "2024-06-28"],
    [2023, 12, "2023-12-29"],
  ];
  for (const [year, ofYear, iso] of monthEnds) {
    it(`end the month on ${iso}`, () => {
      const month = firstMonthOf(year) + ofYear - 1;
      assert.equal(isoOfDay(dayOfBusinessDay(lastBusinessDayOfMonth(month))), iso);
      assert.deepEqual([yearOfMonth(month), monthOfYear(month)], [year, ofYear]);
    });
  }
});

describe("productionAsOf", () => {
  const cases: [asOf: string, day: string, when: string][] = [
    ["2024-06-28T17:59:59Z", "2024-06-27", "before 18:00 the day before is the newest"],
    ["2024-06-28T18:00:00Z", "2024-06-28", "at 18:00 the day is published"],
    ["2024-06-29T12:00:00Z", "2024-06-28", "Saturday has no production"],
    ["2024-07-01T17:59:59Z", "2024-06-28", "nor has Monday before 18:00"],
    ["2024-07-01T18:00:00Z", "2024-07-01", "Monday follows Friday"],
  ];
  for (const [asOf, day, when] of cases) {
    it(when, () => {
      const production = productionAsOf(Date.parse(asOf));
      assert.equal(dayOfBusinessDay(production), dayOfIso(day));
    });
  }
});
