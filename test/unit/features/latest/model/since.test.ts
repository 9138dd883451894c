import assert from "node:assert/strict";
import { dayOfIso, isoOfDay, maxDay } from "../../../../../src/shared/day";
import { isSince, type Since, sinceDay } from "../../../../../src/features/latest/model/since";

function since(text: Since, answer: string): string | undefined {
  const day = sinceDay(text, Date.parse(answer));
  return day === undefined ? undefined : isoOfDay(day);
}

const typed = (iso: string): number => dayOfIso(iso) ?? Number.NaN;

describe("sinceDay", () => {
  it("is seven days, or one calendar month, before the answer's day in UTC", () => {
    assert.equal(since("week", "2026-11-20T00:00Z"), "2026-11-13");
    assert.equal(since("week", "2026-11-20T23:59Z"), "2026-11-13");
    assert.equal(since("month", "2026-11-20T12:00Z"), "2026-10-20");
    assert.equal(since("month", "2026-03-31T12:00Z"), "2026-02-28");
    assert.equal(since("month", "2026-01-15T12:00Z"), "2025-12-15");
  });

  it("is a given day only if it is before the answer's", () => {
    assert.equal(since(typed("2026-11-19"), "2026-11-20T00:00Z"), "2026-11-19");
    assert.equal(since(typed("2026-11-20"), "2026-11-20T23:59Z"), undefined);
    assert.equal(since(typed("2027-01-01"), "2026-11-20T23:59Z"), undefined);
  });
});

describe("isSince", () => {
  it("accepts week, month and days, and nothing else (SEC-15)", () => {
    for (const value of ["week", "month", 0, maxDay]) assert.equal(isSince(value), true);
    for (const value of ["year", "", 0.5, maxDay + 1, Number.NaN, null, {}, [1]]) {
      assert.equal(isSince(value), false);
    }
  });
});
