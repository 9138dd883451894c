import assert from "node:assert/strict";
import { type SeriesRef, forecastRef, signalRef } from "../../../../../src/shared/reference";
import {
  type ChartedSeries,
  chartDataOf,
  sentDataOf,
} from "../../../../../src/features/chart/host/chartData";
import {
  defaultViewState,
  type ViewState,
} from "../../../../../src/features/chart/model/viewState";
import { type ChartData } from "../../../../../src/features/chart/protocol";

import { frameOf } from "../../../../support/frames";

const signal = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US", sector: "Energy" },
  dataKind: "FIT",
  asOf: "latest",
});
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const days = ["2024-01-01", "2024-01-02"];

function fetched(reference: SeriesRef, columns: Parameters<typeof frameOf>[1]): ChartedSeries {
  const frame = frameOf(days, columns);
  const age = { latestAsOf: null, fetchedAtMs: 1_700_000_000_000, staleBecause: null };
  return { reference, frame, ...age, repairs: [], slice: null };
}

/** The data of a chart that shows these columns. */
function dataOf(series: ChartedSeries, columns = ["Level", "Momentum"]): ChartData {
  return chartDataOf(series, { ...defaultViewState, columns });
}

describe("chartDataOf", () => {
  it("has the unit of the values and the time of their fetch", () => {
    const { unit, fetchedAtMs, staleBecause } = dataOf(fetched(signal, { Level: [1, 2] }));
    assert.deepEqual([unit, fetchedAtMs, staleBecause], ["score", 1_700_000_000_000, null]);
    const stale = { ...fetched(forecast, { Forecast: [0.1, 0.2] }), staleBecause: "503" };
    assert.deepEqual([dataOf(stale).unit, dataOf(stale).staleBecause], ["fraction", "503"]);
  });

  it("has all numbers and gaps, and omits columns of texts", () => {
    const columns = { Level: [1, null], Note: ["a", null], Momentum: [3, 4] };
    const data = dataOf(fetched(signal, columns));
    assert.deepEqual([...data.days], [19_723, 19_724]);
    assert.deepEqual(
      data.columns.map(({ name, values }) => [name, ...values]),
      [
        ["Level", 1, Number.NaN],
        ["Momentum", 3, 4],
      ],
    );
  });

  it("has values only for the shown columns of a signal, with their percentile and step", () => {
    const columns = { Level: [1, 2], Momentum: [4, 3] };
    const data = dataOf(fetched(signal, columns), ["Momentum"]);
    assert.deepEqual(
      data.columns.map(({ name, values, percentile, step }) => [
        name,
        [...values],
        percentile,
        step,
      ]),
      [
        ["Level", [], null, null],
        ["Momentum", [4, 3], 50, "unknown"],
      ],
    );
  });

  it("has values for the components of a forecast that its view shows, and the scale of all", () => {
    const columns = {
      _Trend_Growth: [9, 8],
      _Trend: [3, 4],
      Forecast: [1, 2],
      _Cyclical: [-5, -6],
      _Cyclical_Slowdown: [7, 7],
      Other: [1, 1],
    };
    const arrived = (
      change: Partial<ViewState>,
      own: Parameters<typeof fetched>[1] = columns,
    ): string =>
      chartDataOf(fetched(forecast, own), { ...defaultViewState, ...change })
        .columns.flatMap(({ name, values }) => (values.length > 0 ? [name] : []))
        .join();
    assert.equal(arrived({}), "_Trend,Forecast,_Cyclical");
    assert.equal(arrived({ component: "Trend" }), "_Trend_Growth,_Trend,Forecast,_Cyclical");
    assert.equal(
      arrived({ unfolded: ["Cyclical"] }),
      "_Trend,Forecast,_Cyclical,_Cyclical_Slowdown",
    );
    const bridge = { from: 1, to: 2, component: "Forecast" } as const;
    assert.equal(arrived({ bridge }), "_Trend_Growth,_Trend,Forecast,_Cyclical,_Cyclical_Slowdown");
    assert.equal(arrived({}, { Other: [1, 1], Another: [1, 1] }), "Other");
    const { barScale } = dataOf(fetched(forecast, columns));
    assert.deepEqual(barScale, { lowest: -6, highest: 8 });
  });

  it("marks the components of a forecast and the rows that do not add up", () => {
    const columns = {
      Forecast: [0.06, 0.07],
      _Trend: [0.01, 0.01],
      _Cyclical: [0.02, 0.02],
      _Tactical: [0.03, 0.03],
      trend: [5, 5],
      Other: [1, 1],
    };
    const data = dataOf(fetched(forecast, columns));
    assert.deepEqual(
      data.columns.map(({ name, label, component }) => [name, label, component]),
      [
        ["Forecast", "Forecast", "Forecast"],
        ["_Trend", "Trend", "Trend"],
        ["_Cyclical", "Cyclical", "Cyclical"],
        ["_Tactical", "Tactical", "Tactical"],
        ["trend", "trend", null],
        ["Other", "Other", null],
      ],
    );
    assert.deepEqual(data.mismatches, [{ component: "Forecast", rows: Int32Array.of(1) }]);
  });

  it("lists the rows that do not add up for each component", () => {
    const columns = {
      Forecast: [1, 1],
      _Trend: [1, 0],
      _Cyclical: [0, 0],
      _Tactical: [0, 0],
      _Trend_Growth: [0, 1],
      _Trend_Income: [0, 0],
      _Trend_Valuation: [0, 0],
    };
    const { mismatches } = dataOf(fetched(forecast, columns));
    assert.deepEqual(mismatches, [
      { component: "Forecast", rows: Int32Array.of(1) },
      { component: "Trend", rows: Int32Array.of(0, 1) },
    ]);
  });

  it("has an empty series without rows", () => {
    const series = fetched(signal, {});
    const frame = { days: new Int32Array(), columns: [] };
    const data = dataOf({ ...series, frame });
    assert.deepEqual([data.days.length, data.columns.length], [0, 0]);
  });

  it("shows names of columns on one line (SEC-13)", () => {
    const data = dataOf(fetched(signal, { "Le\nvel": [1, 2] }));
    assert.equal(data.columns[0]?.label, "Le vel");
  });
});

describe("sentDataOf", () => {
  it("shares one array among series with equal days", () => {
    const [one, other] = [1, 2].map((value) =>
      sentDataOf(dataOf(fetched(signal, { Level: [value, 3] }))),
    );
    assert.equal(one?.days, other?.days);
    const frame = frameOf(["2024-01-01", "2024-01-03"], { Level: [1, 2] });
    const later = sentDataOf(dataOf({ ...fetched(signal, {}), frame }));
    assert.notEqual(later.days, one?.days);
  });
});
