import assert from "node:assert/strict";
import { type SeriesRef, forecastRef, signalRef } from "../../../../../src/shared/reference";
import { type ChartedSeries, chartDataOf } from "../../../../../src/features/chart/host/chartData";
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

describe("chartDataOf", () => {
  it("has the unit of the values and the time of their fetch", () => {
    const { unit, fetchedAtMs, staleBecause } = chartDataOf(fetched(signal, { Level: [1, 2] }));
    assert.deepEqual([unit, fetchedAtMs, staleBecause], ["score", 1_700_000_000_000, null]);
    const stale = { ...fetched(forecast, { Forecast: [0.1, 0.2] }), staleBecause: "503" };
    assert.deepEqual(
      [chartDataOf(stale).unit, chartDataOf(stale).staleBecause],
      ["fraction", "503"],
    );
  });

  it("has all numbers and gaps, and omits columns of texts", () => {
    const columns = { Level: [1, null], Note: ["a", null], Momentum: [3, 4] };
    const data = chartDataOf(fetched(signal, columns));
    assert.deepEqual([...data.days], [19_723, 19_724]);
    assert.deepEqual(
      data.columns.map(({ name, values }) => [name, ...values]),
      [
        ["Level", 1, Number.NaN],
        ["Momentum", 3, 4],
      ],
    );
  });

  it("shares one array between series with equal days", () => {
    const [one, other] = [1, 2].map((value) => chartDataOf(fetched(signal, { Level: [value, 3] })));
    assert.equal(one?.days, other?.days);
    const frame = frameOf(["2024-01-01", "2024-01-03"], { Level: [1, 2] });
    assert.deepEqual([...chartDataOf({ ...fetched(signal, {}), frame }).days], [19_723, 19_725]);
  });

  it("sends arrays that own their whole buffer: views are copied, others are not", () => {
    // Of days that no other series has.
    const frame = frameOf(["2024-02-01", "2024-02-02"], { Level: [1, 2] });
    const series = { ...fetched(signal, {}), frame };
    const whole = new Float64Array([9, 1, 2, 9]);
    const columns = [{ name: "Level", type: "number", values: whole.subarray(1, 3) }] as const;
    const data = chartDataOf({ ...series, frame: { ...series.frame, columns } });
    const arrays = [
      data.days,
      ...data.columns.map(({ values }) => values),
      ...data.mismatches.map(({ rows }) => rows),
    ];
    for (const array of arrays) assert.equal(array.buffer.byteLength, array.byteLength);
    assert.equal(data.days, series.frame.days);
    data.columns[0]?.values.fill(0);
    assert.deepEqual([...whole], [9, 1, 2, 9]);
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
    const data = chartDataOf(fetched(forecast, columns));
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
    const { mismatches } = chartDataOf(fetched(forecast, columns));
    assert.deepEqual(mismatches, [
      { component: "Forecast", rows: Int32Array.of(1) },
      { component: "Trend", rows: Int32Array.of(0, 1) },
    ]);
  });

  it("has an empty series without rows", () => {
    const series = fetched(signal, {});
    const frame = { days: new Int32Array(), columns: [] };
    const data = chartDataOf({ ...series, frame });
    assert.deepEqual([data.days.length, data.columns.length], [0, 0]);
  });

  it("shows names of columns on one line (SEC-13)", () => {
    const data = chartDataOf(fetched(signal, { "Le\nvel": [1, 2] }));
    assert.equal(data.columns[0]?.label, "Le vel");
  });
});
