import assert from "node:assert/strict";
import { type ChartView } from "../../../../../../src/features/chart/page/model/chartView";
import { newestText } from "../../../../../../src/features/chart/page/model/newest";
import { readoutAt } from "../../../../../../src/features/chart/page/model/readout";
import {
  hasPrintedSum,
  largestMiss,
  missAt,
  newestMiss,
} from "../../../../../../src/features/chart/page/model/rounding";
import { bpRoundingText, roundingText } from "../../../../../../src/ui/roundingText";
import { cursorSummary } from "../../../../../../src/features/chart/page/model/summary";
import { day } from "../../../../../support/chartFrames";
import {
  forecastData,
  partOf,
  signalData,
  type Values,
  viewOf,
} from "../../../../../support/chartParts";

const [monday, tuesday] = [day("2026-11-16"), day("2026-11-17")];

/** The components print 5.94 − 0.79 + 0.54 against 5.68, then 3.00 + 1.50 + 0.50 = 5.00. */
const values: Values = {
  Forecast: [0.056777, 0.05],
  Trend: [0.059356, 0.03],
  Cyclical: [-0.007943, 0.015],
  Tactical: [0.005364, 0.005],
};

const viewed = (own: Values, range: ChartView["range"] | null = null): ChartView =>
  viewOf([partOf(forecastData(own), { id: "spx" })], { range });

describe("the note on rounding (14.1.8)", () => {
  it("states by how much the printed parts miss their total", () => {
    assert.equal(roundingText(0.01), "Rounded; parts may miss their total by 0.01");
    assert.equal(roundingText(0.02), "Rounded; parts may miss their total by 0.02");
    assert.equal(bpRoundingText(0.3), "Rounded; parts may miss their total by 0.3 bp");
    assert.deepEqual([roundingText(0), bpRoundingText(0)], ["", ""]);
  });

  it("applies only to printed days", () => {
    const view = viewed(values);
    assert.deepEqual([missAt(view, monday), missAt(view, tuesday)], [0.01, 0]);
    // Nothing is printed before the first day and after the last.
    const ended = Object.entries(values).map(([name, own]) => [name, own.slice(0, 1)]);
    const short = viewed(Object.fromEntries(ended) as Values);
    assert.deepEqual(
      [monday - 1, monday, tuesday].map((each) => missAt(short, each)),
      [0, 0.01, 0],
    );
    assert.equal(newestMiss(view), 0);
    assert.equal(largestMiss(view), 0.01);
    assert.equal(largestMiss(viewed(values, { from: monday, to: monday })), 0.01);
    assert.equal(largestMiss(viewed(values, { from: tuesday, to: tuesday })), 0);
  });

  it("applies to the newest row of the total", () => {
    const turned = Object.entries(values).map(([name, [one, other]]) => [name, [other, one, null]]);
    const view = viewed(Object.fromEntries(turned) as Values);
    assert.equal(newestMiss(view), 0.01);
    assert.equal(largestMiss({ ...view, range: { from: monday, to: monday } }), 0);
  });

  it("names the miss of the four parts of Cyclical", () => {
    const phases = { Contraction: [0.00014], Recovery: [0.00014], Expansion: [0.00014] };
    const named = Object.entries({ ...phases, Slowdown: [0.00014] }).map(
      ([phase, own]) => [`Cyclical_${phase}`, own] as const,
    );
    const data = forecastData({ Cyclical: [0.00056], ...Object.fromEntries(named) });
    const view = viewOf([partOf(data)], { component: "Cyclical" });
    assert.equal(newestMiss(view), 0.02);
  });

  it("does not apply to a row whose parts do not add up, which has its own warning", () => {
    assert.equal(missAt(viewed({ ...values, Forecast: [0.0569, 0.05] }), monday), 0);
  });

  it("does not apply without a total beside all of its parts", () => {
    const { Tactical, ...some } = values;
    assert.ok(Tactical);
    const { Forecast, ...parts } = values;
    assert.ok(Forecast);
    const signal = viewOf([partOf(signalData({ Aggregate: [1], Level: [1] }))]);
    for (const view of [viewed(some), viewed(parts), signal, viewOf([])]) {
      assert.equal(hasPrintedSum(view), false);
      assert.deepEqual([missAt(view, monday), newestMiss(view), largestMiss(view)], [0, 0, 0]);
    }
    assert.equal(hasPrintedSum(viewed(values)), true);
  });

  it("is announced after the values of a day", () => {
    const rows = readoutAt(viewed(values), monday);
    assert.equal(
      cursorSummary(monday, rows, roundingText(0.01)),
      "16 Nov 2026, Forecast 5.68 %, Trend 5.94 %, Cyclical −0.79 %, Tactical 0.54 %. " +
        "Rounded; parts may miss their total by 0.01",
    );
    assert.doesNotMatch(cursorSummary(monday, rows), /Rounded/);
  });
});

describe("the newest parts of a total (14.1.8)", () => {
  it("are of its day, even if one of them goes on", () => {
    const parts = { Trend: [0.03, 0.02], Cyclical: [0.01, null], Tactical: [0.01, 0.04] };
    const words = newestText(viewed({ Forecast: [0.05, null], ...parts }));
    const texts = ["Forecast", "Trend", "Cyclical", "Tactical"].map(
      (name) => words.get(`spx/${name}`)?.text,
    );
    assert.deepEqual(texts, ["5.00 %", "3.00 %", "1.00 %", "1.00 %"]);
  });

  it("are missing without a value on that day", () => {
    const parts = { Trend: [0.03, 0.04], Cyclical: [0.01, null], Tactical: [0.01, 0.01] };
    const words = newestText(viewed({ Forecast: [0.05, 0.06], ...parts }));
    assert.equal(words.get("spx/Cyclical")?.text, "–");
  });
});
