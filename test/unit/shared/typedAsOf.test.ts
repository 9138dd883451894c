import assert from "node:assert/strict";
import { instantOfMs } from "../../../src/shared/instant";
import { asOfPresets, type AsOfProblem, typedAsOf } from "../../../src/shared/typedAsOf";

describe("asOfPresets", () => {
  const cases: [now: string, month: string, quarter: string, year: string][] = [
    ["2026-11-21T08:00:00Z", "20261031", "20260930", "20251121"],
    ["2026-01-01T00:00:00Z", "20251231", "20251231", "20250101"],
    ["2024-03-31T23:59:59Z", "20240229", "20231231", "20230331"],
    ["2024-04-01T00:00:00Z", "20240331", "20240331", "20230401"],
    ["2024-02-29T12:00:00Z", "20240131", "20231231", "20230228"],
  ];
  for (const [now, month, quarter, year] of cases) {
    it(`are ends of UTC days before ${now}`, () => {
      assert.deepEqual(asOfPresets(Date.parse(now)), [
        { name: "month", asOf: `${month}T235959Z` },
        { name: "quarter", asOf: `${quarter}T235959Z` },
        { name: "year", asOf: `${year}T235959Z` },
      ]);
    });
  }
});

describe("asOfPresets with a production", () => {
  it("have the second before it", () => {
    const production = instantOfMs(Date.UTC(2026, 10, 21, 6, 30)) ?? assert.fail();
    assert.deepEqual(asOfPresets(Date.UTC(2026, 10, 21, 8), production).at(-1), {
      name: "production",
      asOf: "20261121T062959Z",
    });
  });
});

const latestMs = Date.UTC(2024, 5, 28, 12, 0, 0);

describe("typedAsOf", () => {
  const taken: [text: string, asOf: string][] = [
    ["", "latest"],
    ["  ", "latest"],
    ["Latest", "latest"],
    ["2024-06-27", "20240627T235959Z"],
    ["2024-06-28T12:00", "20240628T120000Z"],
    ["2024-06-28 14:00+02:00", "20240628T120000Z"],
    ["2024-06-28 05:00-07:00", "20240628T120000Z"],
    ["2024-06-28 01:30+05:30", "20240627T200000Z"],
    // A fraction of a second is rounded up: a production within it is not known a second before.
    ["2024-06-28T11:59:59.000001Z", "20240628T120000Z"],
    ["20240627", "20240627T235959Z"],
    [" 20240229 ", "20240229T235959Z"],
    ["-1d", "20240627T235959Z"],
    ["-2w", "20240614T235959Z"],
    ["−2W", "20240614T235959Z"],
    ["-3m", "20240328T235959Z"],
    ["-4m", "20240228T235959Z"],
    ["-1y", "20230628T235959Z"],
    ["-6m", "20231228T235959Z"],
    ["eom", "20240531T235959Z"],
    ["EOQ", "20240331T235959Z"],
    ["eoy", "20231231T235959Z"],
  ];
  for (const [text, asOf] of taken) {
    it(`takes «${text}»`, () => assert.deepEqual(typedAsOf(text, latestMs), { ok: true, asOf }));
  }

  const relative: [now: string, text: string, asOf: string][] = [
    ["2024-02-29T00:00:00Z", "-1y", "20230228T235959Z"],
    ["2024-03-31T10:00:00Z", "-1m", "20240229T235959Z"],
    ["2024-01-15T10:00:00Z", "eoq", "20231231T235959Z"],
    ["2024-01-01T00:00:00Z", "eom", "20231231T235959Z"],
    ["2024-12-31T23:59:59Z", "eoy", "20231231T235959Z"],
    ["2024-03-01T00:00:00Z", "eom", "20240229T235959Z"],
    ["2024-12-31T23:59:59Z", "eoq", "20240930T235959Z"],
    ["2025-01-01T00:00:00Z", "eoq", "20241231T235959Z"],
    ["2025-02-10T10:00:00Z", "-3m", "20241110T235959Z"],
    ["2024-02-29T10:00:00Z", "-4y", "20200229T235959Z"],
    // Clocks go forward in Europe and back in America: a day of UTC has 24 hours.
    ["2024-03-31T10:00:00Z", "-1d", "20240330T235959Z"],
    ["2024-11-03T10:00:00Z", "-1d", "20241102T235959Z"],
  ];
  for (const [now, text, asOf] of relative) {
    it(`takes «${text}» at ${now}`, () => {
      assert.deepEqual(typedAsOf(text, Date.parse(now)), { ok: true, asOf });
    });
  }

  const refused: [text: string, problem: AsOfProblem][] = [
    ["20240230", "impossible"],
    ["-0d", "future"],
    ["-3000y", "impossible"],
    ["-99999999d", "unreadable"],
    ["-3", "unreadable"],
    ["3m", "unreadable"],
    ["eod", "unreadable"],
    ["28.6.2024", "unreadable"],
    ["2024", "unreadable"],
    ["2024-02-30", "impossible"],
    ["2024-06-28T25:00", "impossible"],
    ["2024-06-28T12:00:01", "future"],
    ["2024-06-28T12:00:00.000001", "future"],
    ["2024-06-28", "future"],
    ["9999-12-31", "future"],
  ];
  for (const [text, problem] of refused) {
    it(`refuses «${text}» as ${problem}`, () => {
      assert.deepEqual(typedAsOf(text, latestMs), { ok: false, problem });
    });
  }
});
