import assert from "node:assert/strict";
import { parseTimestamp } from "../../../src/service/parseLatestSignals";

describe("parseTimestamp", () => {
  // `date -u -d 2024-06-28T18:03:12 +%s`
  const ms = 1_719_597_792_000;
  const cases: [text: unknown, ms: number | undefined][] = [
    ["2024-06-28T18:03:12", ms],
    ["2024-06-28 18:03:12Z", ms],
    ["2024-06-28T20:03:12+02:00", ms],
    ["2024-06-28T13:03:12-0500", ms],
    ["2024-06-28T18:03:12.000001", ms + 0.001],
    ["2024-06-28", ms - (18 * 3600 + 3 * 60 + 12) * 1000],
    ["2024-02-30T00:00:00", undefined],
    ["2024-06-28T25:00:00", undefined],
    ["yesterday", undefined],
    [1_719_597_792, undefined],
    [null, undefined],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${JSON.stringify(text)} as ${expected ?? "nothing"}`, () => {
      assert.equal(parseTimestamp(text), expected);
    });
  }

  it("keeps the order of productions within a millisecond", () => {
    const [first, second] = ["2024-06-28T18:03:12.123456", "2024-06-28T18:03:12.123457"].map(
      parseTimestamp,
    );
    assert.ok(first !== undefined && second !== undefined && first < second);
  });
});
