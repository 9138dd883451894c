import assert from "node:assert/strict";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import { chartView } from "../../../../../../src/features/chart/page/model/chartView";
import { dateText } from "../../../../../../src/ui/dateText";
import { chartFacts } from "../../../../../../src/features/chart/page/model/facts";
import { failureOf, consecutiveDays, day } from "../../../../../support/chartFrames";
import { forecastData, partOf, signalData } from "../../../../../support/chartParts";

describe("factsOf", () => {
  it("describes a signal, its lag and the time of its fetch", () => {
    const data = signalData({ Aggregate: [1, 2, 3] });
    assert.equal(
      chartFacts(partOf(data)),
      "Acme · api.acme.example · INFL v2 · United States · SNAP · as of latest · " +
        "last day 18 Nov 2026, 2 business days behind today · fetched 20 Nov 2026 09:30 UTC",
    );
  });

  it("writes an as-of as a time", () => {
    const part = partOf(signalData({ Aggregate: [1] }), { identity: { asOf: "20240628T235959Z" } });
    assert.match(chartFacts(part), / · as of 28 Jun 2024 · /);
  });

  const lags: [when: string, asOf: string, lastDay: string, words: string][] = [
    ["an as-of that its days reach", "20080630T235959Z", "2008-06-30", "current at its as-of"],
    ["an as-of on a Sunday", "20080629T235959Z", "2008-06-27", "current at its as-of"],
    [
      "an as-of that they do not reach",
      "20080701T235959Z",
      "2008-06-30",
      "1 business day behind its as-of",
    ],
    [
      "an as-of on the day of the fetch",
      "20261120T180000Z",
      "2026-11-18",
      "2 business days behind its as-of",
    ],
    ["an as-of in the future", "20301231T235959Z", "2026-11-18", "2 business days behind today"],
    ["no as-of", "latest", "2026-11-18", "2 business days behind today"],
  ];
  for (const [when, asOf, lastDay, words] of lags) {
    it(`counts the lag with ${when}`, () => {
      const data = signalData({ Aggregate: [1] }, { days: consecutiveDays(lastDay, 1) });
      const facts = chartFacts(partOf(data, { identity: { asOf } }));
      assert.ok(
        facts.includes(` · last day ${dateText(day(lastDay))}, ${words} · fetched 20 Nov 2026 `),
        facts,
      );
    });
  }

  it("lags behind the fetch if there has been no fetch since", () => {
    const data = signalData({ Aggregate: [1, 2, 3] }, { staleBecause: "offline" });
    assert.match(
      chartFacts(partOf(data)),
      /, 2 business days behind the day it was fetched · fetched /,
    );
  });

  it("reports which part of the answer is not shown as received (DATA-10)", () => {
    const repairs = ["duplicate rows counted once: 2"];
    const facts = chartFacts(partOf(signalData({ Aggregate: [1, 2, 3] }, { repairs })));
    assert.match(facts, / · fetched 20 Nov 2026 09:30 UTC · duplicate rows counted once: 2$/);
  });

  it("states no hedging of a forecast, and neither kind nor as-of", () => {
    assert.equal(
      chartFacts(partOf(forecastData({ Forecast: [0.05, 0.04, 0.03, 0.02] }))),
      "Acme · api.acme.example · SPX USD 12 Months · hedging not stated · " +
        "last day 19 Nov 2026, 1 business day behind today · fetched 20 Nov 2026 09:30 UTC",
    );
  });

  it("states first that sample data are synthetic", () => {
    const identity = { isSample: true, service: "Sample data" };
    const part = partOf(signalData({ Aggregate: [1] }), { identity });
    assert.match(chartFacts(part), /^SAMPLE, synthetic · Sample data · INFL v2 · /);
  });

  it("states why it could not be refreshed, and how many rows do not add up", () => {
    const data = forecastData(
      { Forecast: [0.05] },
      {
        mismatches: [{ component: "Forecast", rows: Int32Array.of(0) }],
        staleBecause: "401 Unauthorized",
      },
    );
    assert.match(
      chartFacts(partOf(data)),
      / · could not be refreshed: 401 Unauthorized · rows whose components do not add up: Forecast 1$/,
    );
  });

  it("describes a slice, and the lag of the whole series", () => {
    const days = consecutiveDays("2008-06-26", 2);
    const lastDay = day("2026-11-18");
    const data = signalData(
      { Aggregate: [1, 2] },
      { days, slice: { lastDay, words: "..2008-06-27; Aggregate" } },
    );
    assert.equal(
      chartFacts(partOf(data)),
      "Acme · api.acme.example · INFL v2 · United States · SNAP · as of latest · " +
        "slice ..2008-06-27; Aggregate · last day 18 Nov 2026, 2 business days behind today · " +
        "fetched 20 Nov 2026 09:30 UTC",
    );
  });

  it("has no last day without days", () => {
    assert.match(chartFacts(partOf(signalData({ Aggregate: [] }))), / · no days · fetched /);
  });

  it("names the requested kind and as-of during a fetch, and after it has failed", () => {
    const identity = { dataKind: "FIT", asOf: "20240628T235959Z" } as const;
    const loading = partOf(null, { identity });
    const known = "Acme · api.acme.example · INFL v2 · United States · FIT · as of 28 Jun 2024";
    assert.equal(chartFacts(loading), `${known} · Fetching…`);
    const failure = failureOf("503", []);
    assert.equal(chartFacts({ ...loading, isLoading: false, failure }), `${known} · no data`);
  });

  it("omits a service whose connection is unknown", () => {
    assert.match(chartFacts(partOf(null, { identity: { service: "" } })), /^INFL v2 · /);
  });

  it("shows a dash for an invalid time of fetching", () => {
    const data = signalData({ Aggregate: [1] }, { fetchedAtMs: Number.NaN });
    assert.match(chartFacts(partOf(data)), / · fetched –$/);
  });
});

describe("the facts of a view", () => {
  it("are one line for each shown series", () => {
    const [us, de, fr] = ["United States", "Germany", "France"].map((variant, place) =>
      partOf(signalData({ Aggregate: [1] }), {
        id: variant,
        identity: { variant, isSample: place === 2 },
      }),
    );
    assert.ok(us && de && fr);
    const view = chartView([us, de, fr], { ...defaultViewState, hidden: ["Germany"] });
    assert.deepEqual(
      view.facts.map((line) => /United States|Germany|France/.exec(line)?.[0]),
      ["United States", "France"],
    );
    assert.equal(view.isSample, true);
    assert.equal(chartView([us, de], defaultViewState).isSample, false);
  });

  it("include a series that has no day yet", () => {
    const data = signalData({ Aggregate: [] }, { days: consecutiveDays("2026-11-16", 0) });
    assert.equal(chartView([partOf(data)], defaultViewState).facts.length, 1);
  });
});
