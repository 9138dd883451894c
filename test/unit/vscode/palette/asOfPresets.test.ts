import assert from "node:assert/strict";
import { asOfPresets } from "../../../../src/vscode/palette/asOfPresets";

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
