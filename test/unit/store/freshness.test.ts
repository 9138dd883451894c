import assert from "node:assert/strict";
import fc from "fast-check";
import { instantOfMs } from "../../../src/shared/instant";
import { forecastRef, signalRef, type SeriesRef } from "../../../src/shared/reference";
import { type Freshness, freshnessOf, isYounger } from "../../../src/store/freshness";
import { runs } from "../../support/propertyRuns";

const hour = 3_600_000;
const fetchedAtMs = Date.UTC(2026, 10, 20, 12);
const limits = { finalAfterMs: 48 * hour, latestForMs: hour };

function signalAsOf(ms: number | "latest"): SeriesRef {
  const asOf = ms === "latest" ? ms : instantOfMs(ms);
  assert.ok(asOf !== undefined);
  return signalRef({ code: "INFL", version: 2, tags: {}, dataKind: "SNAP", asOf });
}

const latest = signalAsOf("latest");
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

describe("freshnessOf", () => {
  const cases: [
    when: string,
    reference: SeriesRef,
    serverDateMs: number | undefined,
    ageMs: number,
    freshness: Freshness,
  ][] = [
    ["latest, just fetched", latest, undefined, 0, "fresh"],
    ["latest, one millisecond before its time is over", latest, undefined, hour - 1, "fresh"],
    ["latest, when its time is over", latest, undefined, hour, "old"],
    ["latest, fetched by a clock that was set back since", latest, undefined, -1, "old"],
    ["a forecast, which has no as-of", forecast, undefined, hour, "old"],
    [
      "an as-of of exactly 48 hours before the fetch, a year later",
      signalAsOf(fetchedAtMs - 48 * hour),
      undefined,
      8760 * hour,
      "final",
    ],
    [
      "an as-of a second younger, which a production may still land in",
      signalAsOf(fetchedAtMs - 48 * hour + 1000),
      undefined,
      hour,
      "old",
    ],
    ["the same, just fetched", signalAsOf(fetchedAtMs - hour), undefined, 0, "fresh"],
    [
      "an old as-of by this computer's clock, but not by the service's",
      signalAsOf(fetchedAtMs - 49 * hour),
      fetchedAtMs - 2 * hour,
      hour,
      "old",
    ],
    [
      "a young as-of by this computer's clock, but not by the service's, which may be wrong (CLOCK-01)",
      signalAsOf(fetchedAtMs - 47 * hour),
      fetchedAtMs + 2 * hour,
      hour,
      "old",
    ],
    [
      "a final one, although the clock was set back",
      signalAsOf(fetchedAtMs - 50 * hour),
      undefined,
      -hour,
      "final",
    ],
  ];
  for (const [when, reference, serverDateMs, ageMs, freshness] of cases) {
    it(`${freshness}: ${when}`, () => {
      const fetched = { fetchedAtMs, ...(serverDateMs === undefined ? {} : { serverDateMs }) };
      assert.equal(freshnessOf(reference, fetched, fetchedAtMs + ageMs, limits), freshness);
    });
  }

  it("never calls final what the service may still change", () => {
    const offset = fc.integer({ min: -100 * hour, max: 100 * hour });
    fc.assert(
      fc.property(offset, offset, fc.option(offset, { nil: undefined }), (asOf, age, server) => {
        const serverDateMs = fetchedAtMs + (server ?? 0);
        const fetched = { fetchedAtMs, ...(server === undefined ? {} : { serverDateMs }) };
        const reference = signalAsOf(fetchedAtMs + asOf);
        const found = freshnessOf(reference, fetched, fetchedAtMs + age, limits);
        // An instant has whole seconds; the offset may have lost a part of one.
        const earlierMs = Math.min(serverDateMs, fetchedAtMs);
        const distanceMs = earlierMs - Math.floor((fetchedAtMs + asOf) / 1000) * 1000;
        assert.equal(found === "final", distanceMs >= 48 * hour);
      }),
      { numRuns: runs() },
    );
  });
});

describe("isYounger", () => {
  it("counts from the fetch to the limit, and nothing from the future", () => {
    const ages = [-1, 0, 9, 10, 11];
    const younger = ages.map((ageMs) => isYounger({ fetchedAtMs }, fetchedAtMs + ageMs, 10));
    assert.deepEqual(younger, [false, true, true, false, false]);
  });
});
