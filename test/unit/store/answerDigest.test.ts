import assert from "node:assert/strict";
import fc from "fast-check";
import { type ForecastSummary } from "../../../src/service/latestForecasts";
import { type LatestSignal } from "../../../src/shared/latestColumns";
import { forecastsDigest, signalsDigest } from "../../../src/store/answerDigest";
import { finish } from "../../../src/shared/finish";
import { attribution, forecastsOf, node, summary } from "../../support/forecastSummaries";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";

const digestOf = (records: readonly LatestSignal[]): string =>
  finish(signalsDigest(signalsOf(records)));
const forecastDigest = (summaries: readonly ForecastSummary[]): string =>
  finish(forecastsDigest(forecastsOf(summaries)));

const score = fc.oneof(fc.double({ noDefaultInfinity: true }), fc.constant(Number.NaN));
const record = fc
  .record({
    code: fc.constantFrom("INFL", "GROWTH", "é"),
    version: fc.nat(2),
    tags: fc.dictionary(fc.constantFrom("country_iso", "sector_name"), fc.string()),
    day: fc.nat(40_000),
    level: score,
    momentum: score,
    aggregate: score,
  })
  .map(latestRecord);

describe("signalsDigest", () => {
  it("is the same for the same records in any order", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (all, keys) => {
        const shuffled = all
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        assert.equal(digestOf(shuffled), digestOf(all));
      }),
    );
  });

  it("is the same for the same tags in any order", () => {
    const one = latestRecord({ tags: { country_iso: "US", sector_name: "Energy" } });
    const other = latestRecord({ tags: { sector_name: "Energy", country_iso: "US" } });
    assert.equal(digestOf([one]), digestOf([other]));
  });

  const whole = latestRecord({ pointInTimeMs: 5 });
  const { code: _, ...nameless } = whole;
  const changes: [what: string, records: LatestSignal[]][] = [
    ["no record", []],
    ["a record twice", [whole, whole]],
    ["another code", [{ ...whole, code: "INFM" }]],
    ["no code", [nameless]],
    ["another version", [{ ...whole, version: 2 }]],
    ["another day", [{ ...whole, day: 20_001 }]],
    ["the next level that a number can be", [{ ...whole, level: 1 + Number.EPSILON }]],
    ["momentum and aggregate the other way round", [{ ...whole, momentum: 3, aggregate: 2 }]],
    ["no aggregate", [{ ...whole, aggregate: Number.NaN }]],
    ["another production", [{ ...whole, pointInTimeMs: 6 }]],
    ["no production", [latestRecord({})]],
    ["another value of a tag", [{ ...whole, tags: { country_iso: "UK" } }]],
    ["another field of a tag", [{ ...whole, tags: { region_name: "US" } }]],
    ["no tags", [{ ...whole, tags: {} }]],
  ];
  for (const [what, records] of changes) {
    it(`differs with ${what}`, () => assert.notEqual(digestOf(records), digestOf([whole])));
  }

  it("depends on which record has which value", () => {
    const two = (us: number, uk: number): LatestSignal[] => [
      latestRecord({ level: us }),
      latestRecord({ tags: { country_iso: "UK" }, level: uk }),
    ];
    assert.notEqual(digestOf(two(1, 2)), digestOf(two(2, 1)));
  });

  // Python: sha256(sha256(b'["INFL",1,[["country_iso","US"]],20000,1,2,3,5]').digest()).hexdigest()[:32]
  it("never changes, because file names contain it", () => {
    assert.equal(digestOf([whole]), "0a6f7495b3d5029a1aea48e29b332ef2");
  });
});

describe("forecastsDigest", () => {
  const parts = [node("Trend", 0.03), node("Tactical", 0.02, [], 0.001)];
  const [us, uk] = [
    attribution("INFL", { country_iso: "US" }, 0.01),
    attribution("INFL", { country_iso: "UK" }, 0.02),
  ];
  const whole = summary({ latest: node("Forecast", 0.05, parts), attributions: [us, uk] });
  const market = summary({ marketCode: "DAX" });

  it("is the same for forecasts and attributions in any order", () => {
    const turned = { ...whole, attributions: [uk, us] };
    assert.equal(forecastDigest([market, turned]), forecastDigest([whole, market]));
  });

  // Python, as above, of '["SPX","USD","12 Months","Unhedged",TREE,ATTRIBUTIONS]': the tree as JSON, the list of attributions sorted.
  it("never changes, because file names contain it", () => {
    assert.equal(forecastDigest([whole]), "bff40d7bb4ca0f982fa18ef76458477f");
  });

  const changes: [what: string, changed: Partial<ForecastSummary>][] = [
    ["another market", { marketCode: "DAX" }],
    ["another currency", { currencyIso: "EUR" }],
    ["another horizon", { horizonName: "6 Months" }],
    ["another hedging", { hedging: "Hedged" }],
    ["another total", { latest: node("Forecast", 0.051, parts) }],
    ["drivers in another order", { latest: node("Forecast", 0.05, parts.toReversed()) }],
    ["another depth", { latest: node("Forecast", 0.05, [node("Trend", 0.03, parts.slice(1))]) }],
    ["an attribution less", { attributions: [us] }],
    ["another contribution", { attributions: [us, { ...uk, forecast: 0.021 }] }],
    [
      "contributions of others",
      {
        attributions: [
          { ...us, forecast: 0.02 },
          { ...uk, forecast: 0.01 },
        ],
      },
    ],
  ];
  for (const [what, changed] of changes) {
    it(`differs with ${what}`, () => {
      assert.notEqual(forecastDigest([{ ...whole, ...changed }]), forecastDigest([whole]));
    });
  }
});
