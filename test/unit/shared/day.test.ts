import assert from "node:assert/strict";
import fc from "fast-check";
import {
  dayOfCivil,
  dayOfIso,
  isBusinessDay,
  isoOfDay,
  maxDay,
  minDay,
  weekdayOf,
} from "../../../src/shared/day";
import { runs } from "../../support/propertyRuns";

describe("isoOfDay and dayOfIso", () => {
  const cases: [iso: string, day: number][] = [
    ["0000-01-01", minDay],
    ["1969-12-31", -1],
    ["1970-01-01", 0],
    ["2000-02-29", 11_016],
    ["2026-11-20", 20_777],
    ["9999-12-31", maxDay],
  ];
  for (const [iso, day] of cases) {
    it(`agrees on ${iso}`, () => {
      assert.equal(isoOfDay(day), iso);
      assert.equal(dayOfIso(iso), day);
    });
  }

  it("agrees with the platform's own calendar on every day of four digits", () => {
    const days = fc.integer({ min: minDay, max: maxDay });
    fc.assert(
      fc.property(days, (day) => {
        const iso = new Date(day * 86_400_000).toISOString().slice(0, 10);
        assert.equal(isoOfDay(day), iso);
        assert.equal(dayOfIso(iso), day);
        assert.equal(weekdayOf(day), new Date(day * 86_400_000).getUTCDay());
      }),
      { numRuns: runs() },
    );
  });

  for (const text of ["2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10"]) {
    it(`finds no day ${text}`, () => assert.equal(dayOfIso(text), undefined));
  }

  for (const text of [
    "",
    "2024-1-1",
    "24-01-01",
    "2024-01-01T00:00",
    " 2024-01-01",
    "+2024-01-01",
  ]) {
    it(`does not read «${text}»`, () => assert.equal(dayOfIso(text), undefined));
  }

  for (const day of [minDay - 1, maxDay + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuses to write day ${String(day)}`, () => {
      assert.throws(() => isoOfDay(day), RangeError);
    });
  }

  it("knows leap years of centuries", () => {
    assert.equal(dayOfCivil(2000, 2, 29), 11_016);
    assert.equal(dayOfCivil(2100, 2, 29), undefined);
  });
});

describe("isBusinessDay", () => {
  it("is Monday to Friday", () => {
    // 1969-12-29 was a Monday.
    assert.deepEqual([-3, -2, -1, 0, 1, 2, 3, 4].map(isBusinessDay), [
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});
