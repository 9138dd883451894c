import assert from "node:assert/strict";
import { type ProfileState } from "../../../../../../src/features/chart/model/viewState";
import { type SeriesIdentity } from "../../../../../../src/features/chart/protocol";
import { chartHead, headValue } from "../../../../../../src/features/chart/page/model/title";
import { forecastData, partOf, signalData, viewOf } from "../../../../../support/chartParts";
import { observedByPandas, seriesOf } from "../../../../../support/observed";

const named = (id: string, identity: Partial<SeriesIdentity>): ReturnType<typeof partOf> =>
  partOf(signalData({ Aggregate: [1, 2] }), { id, identity });

describe("the head of a chart", () => {
  it("is the name of a signal and its variant, then its code, kind and as-of", () => {
    const latestAsOf = "20261122T094500Z";
    const part = partOf(signalData({ Aggregate: [1] }, { latestAsOf }), {
      identity: { title: "Inflation · United States" },
    });
    assert.deepEqual(chartHead([part]), {
      title: "Inflation · United States",
      subtitle: "INFL v2 · SNAP · as of latest (22 Nov 2026 09:45 UTC)",
      chosen: "",
    });
  });

  it("has neither kind nor as-of for a forecast", () => {
    const part = partOf(forecastData({ Forecast: [0.05] }), {
      identity: { title: "US Large Caps · 12 Months · USD" },
    });
    assert.deepEqual(chartHead([part]), {
      title: "US Large Caps · 12 Months · USD",
      subtitle:
        "SPX USD 12 Months · Forecast, % · hedging not stated · fetched 20 Nov 2026 09:30 UTC",
      chosen: "",
    });
  });

  it("states once what several have in common, and counts the rest", () => {
    const variants = ["Germany", "France", "Spain", "Italy", "Japan"];
    const parts = variants.map((each) => named(each, { title: `Inflation · ${each}` }));
    assert.equal(chartHead(parts.slice(0, 2)).title, "Inflation · Germany, France");
    assert.equal(chartHead(parts).title, "Inflation · 5 series");
    const other = named("growth", { title: "Growth · Germany", subject: "GROW v1" });
    const two = chartHead([...parts.slice(0, 1), other]);
    assert.equal(two.title, "Inflation · Germany, Growth · Germany");
    assert.equal(two.subtitle, "INFL v2, GROW v1 · SNAP · as of latest");
  });

  it("counts vintages after the name of their signal", () => {
    const parts = ["latest", "20240331T235959Z", "20231231T235959Z"].map((asOf) =>
      named(asOf, { title: "Inflation · United States", asOf }),
    );
    assert.equal(chartHead(parts).title, "Inflation · United States · 3 vintages");
  });

  const spain = {
    tagKind: "country_iso",
    value: "ES",
    count: 61,
    order: "distance",
    failed: 0,
  } as const;
  const chosen: [what: string, profile: ProfileState, text: string][] = [
    ["those furthest from their mean", spain, "2 of 61, furthest from their mean"],
    [
      "the largest scores",
      { ...spain, count: 300, order: "newest" },
      "2 of 300, largest newest scores",
    ],
    ["the chosen ones", { ...spain, order: "choice" }, "2 of 61"],
    [
      "some of which one could not be fetched",
      { ...spain, failed: 1 },
      "2 of 61, furthest from their mean · 1 could not be fetched",
    ],
    ["all of them", { ...spain, count: 2 }, ""],
  ];
  for (const [what, profile, text] of chosen) {
    it(`counts the series of a tag value: ${what}`, () => {
      const parts = ["Inflation", "Growth"].map((each) =>
        named(each, { title: `${each} · Spain` }),
      );
      assert.equal(chartHead(parts, profile).chosen, text);
      assert.equal(chartHead(parts).chosen, "");
    });
  }

  it("names the compared kinds and vintages, and dates cached data by their fetch", () => {
    const identity = { title: "Inflation · Germany" };
    const own = named("a", identity);
    const fit = { ...named("b", { ...identity, dataKind: "FIT" }), role: "kind" } as const;
    const old = {
      ...named("c", { ...identity, asOf: "20240628T235959Z" }),
      role: "vintage",
    } as const;
    assert.equal(chartHead([own, fit]).subtitle, "INFL v2 · SNAP and FIT · both as of latest");
    assert.equal(chartHead([own, fit]).title, "Inflation · Germany");
    assert.equal(
      chartHead([own, old]).subtitle,
      "INFL v2 · SNAP · as of latest and as of 28 Jun 2024",
    );
    const kept = { latestAsOf: "20261122T094500Z", staleBecause: "away" };
    const stale = partOf(signalData({ Aggregate: [1] }, kept), { identity });
    assert.equal(
      chartHead([stale]).subtitle,
      "INFL v2 · SNAP · as of latest when fetched (22 Nov 2026 09:45 UTC)",
    );
  });

  it("counts as-ofs if there are too many to list", () => {
    const days = ["20240628T235959Z", "20240531T235959Z", "20240430T235959Z", "latest"];
    const parts = days.map((asOf) => named(asOf, { title: "Inflation · Germany", asOf }));
    assert.equal(chartHead(parts).subtitle, "INFL v2 · SNAP · 4 as-ofs");
  });

  it("is empty if a name is missing", () => {
    const own = named("a", { title: "Inflation · Germany" });
    assert.equal(chartHead([own, named("c", { title: "" })]).title, "");
  });
});

describe("the value at the head of a chart", () => {
  it("is the newest, with its change on the step and its percentile, as pandas computes them", () => {
    const { monthly } = observedByPandas;
    assert.ok(monthly);
    const { days, values } = seriesOf(monthly);
    const head = headValue(viewOf([partOf(signalData({ Aggregate: [...values] }, { days }))]));
    // 3.99 after 4.10; 99.30 % of its observations are at or below it.
    assert.deepEqual(
      [head?.text, head?.detail],
      ["+3.99", "−0.11 on the month · percentile 99 since 2015"],
    );
  });

  it("is the first of two kinds, with their difference on the last day of both", () => {
    const snap = named("a", {});
    const fit = partOf(signalData({ Aggregate: [1, 2.25, 3] }), {
      id: "b",
      role: "kind",
      identity: { dataKind: "FIT" },
    });
    const head = headValue(viewOf([snap, fit]));
    assert.deepEqual([head?.text, head?.detail], ["+2.00", "SNAP − FIT: −0.25 on 17 Nov 2026"]);
  });

  it("is the latest of two as-ofs, with its revision", () => {
    const older = partOf(signalData({ Aggregate: [1, 2.25] }), {
      id: "b",
      role: "vintage",
      identity: { asOf: "20251127T235959Z" },
    });
    const head = headValue(viewOf([named("a", {}), older]));
    assert.deepEqual([head?.text, head?.detail], ["+2.00", "Revision since 27 Nov 2025 −0.25"]);
  });

  it("names the day of a revision or difference that is not the newest one", () => {
    const vintageOf = (asOf: string, values: readonly number[]): ReturnType<typeof partOf> =>
      partOf(signalData({ Aggregate: values }), { id: asOf, identity: { asOf } });
    const older = { ...vintageOf("20251127T235959Z", [1, 2.25]), role: "vintage" } as const;
    const head = (newest: string): (string | undefined)[] => {
      const found = headValue(viewOf([vintageOf(newest, [1, 2, -0.27]), older]));
      return [found?.text, found?.detail];
    };
    assert.deepEqual(head("latest"), ["−0.27", "Revision since 27 Nov 2025 −0.25 on 17 Nov 2026"]);
    assert.deepEqual(head("20260828T235959Z"), [
      "−0.27",
      "28 Aug 2026 − 27 Nov 2025: −0.25 on 17 Nov 2026",
    ]);
  });

  it("is missing for several lines, and for a line without a value", () => {
    const two = [named("a", {}), named("b", { variant: "Germany" })];
    assert.equal(headValue(viewOf(two)), undefined);
    assert.equal(headValue(viewOf([partOf(signalData({ Aggregate: [null] }))])), undefined);
    assert.equal(headValue(viewOf([])), undefined);
  });
});
