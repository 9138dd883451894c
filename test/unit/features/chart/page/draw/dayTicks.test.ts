import assert from "node:assert/strict";
import fc from "fast-check";
import { dayOfIso, isoOfDay, maxDay, minDay } from "../../../../../../src/shared/day";
import { dayTicks } from "../../../../../../src/features/chart/page/draw/dayTicks";
import { runs } from "../../../../../support/propertyRuns";

describe("dayTicks", () => {
  const cases: [when: string, from: string, to: string, widthPx: number, labels: string[]][] = [
    ["a week", "2020-03-28", "2020-04-01", 500, dates("2020-03-28", 5)],
    ["some weeks, by Mondays", "2020-03-01", "2020-03-31", 500, mondays()],
    ["half a year", "2020-01-01", "2020-06-30", 500, months()],
    ["two years", "2020-01-01", "2021-12-31", 600, quarters()],
    [
      "two years, narrow",
      "2020-01-01",
      "2021-12-31",
      300,
      ["2020Q1", "2020Q3", "2021Q1", "2021Q3"],
    ],
    ["ten years, wide", "2016-11-20", "2026-11-20", 1300, years(2017, 10)],
    ["three months, by months", "2020-01-01", "2020-03-31", 900, ["2020-01", "2020-02", "2020-03"]],
    ["five years", "2018-07-01", "2023-06-30", 300, ["2019", "2020", "2021", "2022", "2023"]],
    ["a century", "1926-11-20", "2026-11-20", 300, ["1940", "1960", "1980", "2000", "2020"]],
  ];
  for (const [when, from, to, widthPx, labels] of cases) {
    it(`labels ${when}`, () => {
      const ticks = dayTicks({ from: day(from), to: day(to) }, widthPx);
      assert.deepEqual(
        ticks.map(({ label }) => label),
        labels,
      );
    });
  }

  it("has no days if nothing changes that often", () => {
    const range = { from: day("2020-03-01"), to: day("2020-04-15") };
    assert.deepEqual(
      dayTicks(range, 900, false).map(({ label }) => label),
      ["2020-03", "2020-04"],
    );
  });

  it("puts each label on the first day that it names", () => {
    const ticks = dayTicks({ from: day("2020-01-01"), to: day("2021-12-31") }, 300);
    assert.deepEqual(
      ticks.map((tick) => isoOfDay(tick.day)),
      ["2020-01-01", "2020-07-01", "2021-01-01", "2021-07-01"],
    );
  });

  it("labels a day between the ends if no step has one", () => {
    const ticks = dayTicks({ from: day("2020-02-05"), to: day("2020-02-25") }, 110);
    assert.deepEqual(ticks, [{ day: day("2020-02-15"), label: "2020-02-15" }]);
  });

  it("labels a single day", () => {
    assert.deepEqual(dayTicks({ from: 0, to: 0 }, 200), [{ day: 0, label: "1970-01-01" }]);
  });

  for (const [when, from, to, widthPx] of [
    ["the range is reversed", 1, 0, 500],
    ["the width is none", 0, 100, 0],
    ["the width is too small for a date", 0, 1, 20],
    ["the range is no number", Number.NaN, Number.NaN, 500],
  ] as const) {
    it(`labels nothing when ${when}`, () => assert.deepEqual(dayTicks({ from, to }, widthPx), []));
  }

  it("keeps within the range, and labels apart", () => {
    const ranges = fc
      .tuple(fc.integer({ min: minDay, max: maxDay }), fc.integer({ min: 0, max: 400_000 }))
      .map(([from, size]) => ({ from, to: Math.min(maxDay, from + size) }));
    fc.assert(
      fc.property(ranges, fc.integer({ min: 100, max: 4_000 }), (range, widthPx) => {
        const ticks = dayTicks(range, widthPx);
        assert.ok(ticks.length > 0);
        assert.ok(ticks.every((tick) => tick.day >= range.from && tick.day <= range.to));
        const pxOfDay = widthPx / (range.to - range.from);
        for (const [index, tick] of ticks.slice(1).entries()) {
          const before = ticks[index];
          assert.ok(before !== undefined);
          // Digits of a sans-serif font at 12 px are at most 7 px wide.
          const labelsPx = ((before.label.length + tick.label.length) / 2) * 7;
          assert.ok((tick.day - before.day) * pxOfDay > labelsPx, `${before.label} ${tick.label}`);
        }
      }),
      { numRuns: runs() },
    );
  });
});

function day(iso: string): number {
  const found = dayOfIso(iso);
  assert.ok(found !== undefined);
  return found;
}

function dates(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => isoOfDay(day(first) + index));
}

function mondays(): string[] {
  return ["2020-03-02", "2020-03-09", "2020-03-16", "2020-03-23", "2020-03-30"];
}

function months(): string[] {
  return ["2020-01", "2020-02", "2020-03", "2020-04", "2020-05", "2020-06"];
}

function years(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, year) => `${first + year}`);
}

function quarters(): string[] {
  return [2020, 2021].flatMap((year) => [1, 2, 3, 4].map((quarter) => `${year}Q${quarter}`));
}
