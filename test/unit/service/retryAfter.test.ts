import assert from "node:assert/strict";
import { retryAfterMs } from "../../../src/service/failedAnswer";

const date = "Mon, 01 Jul 2024 12:00:00 GMT";
/** 2024-07-01T12:00:20Z, from `date -u -d 2024-07-01T12:00:20 +%s`: this machine is 20 s ahead. */
const nowMs = 1_719_835_220_000;

describe("retryAfterMs", () => {
  const cases: [header: string, ms: number | undefined][] = [
    ["0", 0],
    ["5", 5_000],
    [" 5 ", 5_000],
    ["2.5", 2_500],
    ["120", 120_000],
    ["1000000000", 1e12],
    ["1e9", 1e12],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    ["-1", undefined],
    ["abc", undefined],
    ["", undefined],
    ["5 s", undefined],
    ["Mon, 01 Jul 2024 12:00:30 GMT", 30_000],
    ["Mon, 01 Jul 2024 11:00:00 GMT", 0],
    ["Sun, 01 Jul 2074 12:00:00 GMT", 1_577_836_800_000],
  ];
  for (const [header, ms] of cases) {
    it(`of ${header.slice(0, 40)} is ${String(ms)} (HTTP-08)`, () => {
      assert.equal(wait(header), ms);
    });
  }

  it("compares a date with this machine's clock when the answer has none (HTTP-08)", () => {
    const headers = new Map([["retry-after", "Mon, 01 Jul 2024 12:00:30 GMT"]]);
    assert.equal(retryAfterMs(headers, nowMs), 10_000);
  });

  it("is unknown when nothing is asked", () => {
    assert.equal(retryAfterMs(new Map([["date", date]]), nowMs), undefined);
  });

  function wait(header: string): number | undefined {
    const headers = new Map([
      ["retry-after", header],
      ["date", date],
    ]);
    return retryAfterMs(headers, nowMs);
  }
});
