import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../../../support/propertyRuns";
import { clockDifferenceMs } from "../../../../src/store/diagnosis/serviceSteps";

describe("clockDifferenceMs", () => {
  const noonMs = Date.UTC(2026, 10, 20, 12);

  const cases: [when: string, sentMs: number, receivedMs: number, aheadMs: number][] = [
    ["the answer came within the second of its date", 200, 700, 0],
    ["the date lies just before the request, in the same second", 900, 1_100, 0],
    ["this computer is an hour ahead", 3_600_000, 3_600_400, 3_599_000],
    ["this computer is an hour behind", -3_600_400, -3_600_000, -3_600_000],
    ["the answer took so long that the date fits somewhere", -60_000, 60_000, 0],
  ];
  for (const [when, sent, received, ahead] of cases) {
    it(`is ${ahead} ms when ${when}`, () => {
      assert.equal(clockDifferenceMs(noonMs, noonMs + sent, noonMs + received), ahead);
    });
  }

  it("never claims more than there is", () => {
    const ms = fc.integer({ min: 0, max: 100_000 });
    const truth = fc.integer({ min: -10_000_000, max: 10_000_000 });
    fc.assert(
      fc.property(truth, ms, ms, (aheadMs, thereMs, backMs) => {
        const serviceMs = noonMs + thereMs;
        const dateMs = Math.floor(serviceMs / 1_000) * 1_000;
        const reported = clockDifferenceMs(dateMs, noonMs + aheadMs, serviceMs + backMs + aheadMs);
        assert.ok(Math.abs(reported) <= Math.abs(aheadMs), `${reported}`);
        assert.ok(reported === 0 || Math.sign(reported) === Math.sign(aheadMs), `${reported}`);
      }),
      { numRuns: runs() },
    );
  });
});
