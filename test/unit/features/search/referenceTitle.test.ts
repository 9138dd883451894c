import assert from "node:assert/strict";
import { endOfDay } from "../../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../../src/shared/reference";
import { referenceTitle } from "../../../../src/features/search/referenceTitle";

const latest = { dataKind: "SNAP", asOf: "latest" } as const;

describe("referenceTitle", () => {
  const cases: [reference: SeriesRef, isSample: boolean, title: string][] = [
    [
      signalRef({ code: "INFL", version: 2, tags: { country_iso: "US" }, ...latest }),
      false,
      "INFL v2 · US · SNAP · latest",
    ],
    [
      signalRef({
        code: "EQ",
        version: 0,
        tags: { sector: "Energy", country_iso: "US" },
        dataKind: "FIT",
        asOf: endOfDay(0),
      }),
      true,
      "SAMPLE · EQ v0 · US · Energy · FIT · 1 Jan 1970",
    ],
    [
      forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
      false,
      "SPX · USD · 12 Months",
    ],
    [
      forecastRef({ market: "A\nB", currency: "USD", horizon: "1 Year" }),
      false,
      "A B · USD · 1 Year",
    ],
  ];
  for (const [reference, isSample, title] of cases) {
    it(`is ${title}`, () => assert.equal(referenceTitle(reference, isSample), title));
  }
});
