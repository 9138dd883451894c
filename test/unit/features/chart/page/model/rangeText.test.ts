import assert from "node:assert/strict";
import fc from "fast-check";
import { isoOfDay } from "../../../../../../src/shared/day";
import { monthsBefore } from "../../../../../../src/shared/months";
import { rangeWithin } from "../../../../../../src/features/chart/page/model/dayRanges";
import { newestYears, openingRange } from "../../../../../../src/shared/dayRange";
import { formatRange, parseRange } from "../../../../../../src/features/chart/page/model/dayRanges";
import { day } from "../../../../../support/chartFrames";
import { runs } from "../../../../../support/propertyRuns";

const bounds = { from: day("1990-01-01"), to: day("2026-11-19") };

describe("parseRange", () => {
  const cases: [text: string, range: string][] = [
    ["2020", "2020-01-01..2020-12-31"],
    ["2020Q2", "2020-04-01..2020-06-30"],
    ["2020q4", "2020-10-01..2020-12-31"],
    ["2020-Q1", "2020-01-01..2020-03-31"],
    ["2020-02", "2020-02-01..2020-02-29"],
    ["2020-03-15", "2020-03-15..2020-03-15"],
    ["2020-03..2020-06", "2020-03-01..2020-06-30"],
    [" 2020-03 .. 2020-06 ", "2020-03-01..2020-06-30"],
    ["2008Q3..2009", "2008-07-01..2009-12-31"],
    ["2020-03-15..", "2020-03-15..2026-11-19"],
    ["..1995", "1990-01-01..1995-12-31"],
    ["2026", "2026-01-01..2026-11-19"],
    ["1980..2030", "1990-01-01..2026-11-19"],
    ["1980..9999", "1990-01-01..2026-11-19"],
    ["0000..9999-12-31", "1990-01-01..2026-11-19"],
  ];
  for (const [text, range] of cases) {
    it(`reads "${text}" as ${range}`, () => {
      const parsed = parseRange(text, bounds);
      assert.ok(parsed);
      assert.equal(formatRange(parsed), range);
    });
  }

  const unread = [
    "",
    "..",
    " .. ",
    "20",
    "20200",
    "2020Q5",
    "2020Q0",
    "2020-13",
    "2020-00",
    "2020-02-30",
    "2020-3",
    "2020..2019",
    "2020..2021..2022",
    "last year",
    "2020-01-01T00:00",
    "1980",
    "2030..2031",
    "2027..",
    "..1980",
  ];
  for (const text of unread) {
    it(`reads no range in "${text}"`, () => {
      assert.equal(parseRange(text, bounds), undefined);
    });
  }

  it("reads back what it writes", () => {
    const anyDay = fc.integer({ min: bounds.from, max: bounds.to });
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        const range = { from: Math.min(a, b), to: Math.max(a, b) };
        assert.deepEqual(parseRange(formatRange(range), bounds), range);
      }),
      { numRuns: runs() },
    );
  });
});

describe("openingRange", () => {
  const cases: [when: string, first: string, last: string, from: string][] = [
    ["ten years to the last day", "1990-01-01", "2026-11-19", "2016-11-19"],
    ["all where there are fewer", "2020-05-01", "2026-11-19", "2020-05-01"],
    ["the last of February from a leap day", "1990-01-01", "2024-02-29", "2014-02-28"],
    ["the only day", "2024-03-01", "2024-03-01", "2024-03-01"],
  ];
  for (const [when, first, last, from] of cases) {
    it(`is ${when}`, () => {
      const range = openingRange({ from: day(first), to: day(last) });
      assert.deepEqual(range, { from: day(from), to: day(last) });
    });
  }
});

describe("newestYears and monthsBefore", () => {
  it("count back whole years and months", () => {
    assert.equal(newestYears(bounds, 1).from, day("2025-11-19"));
    const ends = [0, 1, 2, 11, 12, 21].map((months) => monthsBefore(day("2026-12-31"), months));
    assert.deepEqual(ends.map(isoOfDay), [
      "2026-12-31",
      "2026-11-30",
      "2026-10-31",
      "2026-01-31",
      "2025-12-31",
      "2025-03-31",
    ]);
  });

  it("stop at the first day of a four-digit year", () => {
    assert.equal(isoOfDay(monthsBefore(day("0001-01-15"), 24)), "0000-01-01");
  });
});

describe("rangeWithin", () => {
  it("keeps the part within the bounds, or nothing", () => {
    assert.deepEqual(rangeWithin({ from: 0, to: 10 }, { from: 5, to: 20 }), { from: 5, to: 10 });
    assert.deepEqual(rangeWithin({ from: 5, to: 5 }, { from: 5, to: 5 }), { from: 5, to: 5 });
    assert.equal(rangeWithin({ from: 0, to: 4 }, { from: 5, to: 20 }), undefined);
  });
});
