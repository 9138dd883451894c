import assert from "node:assert/strict";
import fc from "fast-check";
import { type AsOf, instantOfMs, asOfText } from "../../../../src/shared/instant";
import { type AsOfProblem, typedAsOf } from "../../../../src/vscode/palette/typedAsOf";
import { runs } from "../../../support/propertyRuns";

const latestMs = Date.UTC(2024, 5, 28, 12, 0, 0);

describe("typedAsOf", () => {
  const taken: [text: string, asOf: string][] = [
    ["", "latest"],
    ["  ", "latest"],
    ["Latest", "latest"],
    ["2024-06-27", "20240627T235959Z"],
    ["2024-06-28T12:00", "20240628T120000Z"],
    ["2024-06-28 14:00+02:00", "20240628T120000Z"],
  ];
  for (const [text, asOf] of taken) {
    it(`takes «${text}»`, () => assert.deepEqual(typedAsOf(text, latestMs), { ok: true, asOf }));
  }

  const refused: [text: string, problem: AsOfProblem][] = [
    ["28.6.2024", "unreadable"],
    ["2024", "unreadable"],
    ["2024-02-30", "impossible"],
    ["2024-06-28T25:00", "impossible"],
    ["2024-06-28T12:00:01", "future"],
    ["2024-06-28", "future"],
    ["9999-12-31", "future"],
  ];
  for (const [text, problem] of refused) {
    it(`refuses «${text}» as ${problem}`, () => {
      assert.deepEqual(typedAsOf(text, latestMs), { ok: false, problem });
    });
  }
});

describe("asOfText", () => {
  const cases: [asOf: string, text: string][] = [
    ["latest", "latest"],
    ["20240628T235959Z", "2024-06-28"],
    ["20240628T180000Z", "2024-06-28 18:00:00 UTC"],
  ];
  for (const [asOf, text] of cases) {
    it(`writes ${asOf} as ${text}`, () => assert.equal(asOfText(asOf as AsOf), text));
  }

  it("is read back as the same as-of", () => {
    const seconds = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) / 1000 });
    fc.assert(
      fc.property(seconds, (second) => {
        const asOf = instantOfMs(second * 1000) ?? "latest";
        assert.deepEqual(typedAsOf(asOfText(asOf), Number.POSITIVE_INFINITY), { ok: true, asOf });
      }),
      { numRuns: runs() },
    );
  });
});
