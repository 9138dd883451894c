import assert from "node:assert/strict";
import { newestText } from "../../../../../../src/features/chart/page/model/newest";
import { day } from "../../../../../support/chartFrames";
import { observedByPandas, seriesOf } from "../../../../../support/observed";
import { forecastData, partOf, signalData, viewOf } from "../../../../../support/chartParts";

describe("the newest values of a view", () => {
  const spx = partOf(forecastData({ Forecast: [0.05, 0.04] }), { id: "spx", title: "SPX" });

  it("have the last value, its day, and its percentile in its own history", () => {
    const values = [0.31, -1.2, 0.31, 2.05, -0.44, 0.9, 0.5, null];
    const [newest, ...more] = viewOf([partOf(signalData({ Aggregate: values }))]).newest;
    assert.deepEqual(more, []);
    assert.ok(newest);
    // SciPy 1.17: percentileofscore([0.31, -1.2, 0.31, 2.05, -0.44, 0.9, 0.5], 0.5, kind="weak") = 71.43
    assert.deepEqual(
      [newest.text, newest.day, newest.percentile, newest.detail],
      ["+0.50", day("2026-11-22"), 71, "22 Nov 2026 · percentile 71"],
    );
  });

  it("have their percentile among observations, here one for each quarter", () => {
    const { quarterly } = observedByPandas;
    assert.ok(quarterly);
    const { days, values } = seriesOf(quarterly);
    const [newest] = viewOf([partOf(signalData({ Aggregate: [...values] }, { days }))]).newest;
    // pandas: 62.5 of the observations, 62.1 of the rows.
    assert.equal(newest?.percentile, 63);
  });

  it("have percentile 100 only for the highest", () => {
    const falling = Array.from({ length: 300 }, (_, row) => (row === 0 ? 5 : row / 100));
    const percentiles = [falling, falling.slice(1)].map(
      (values) => viewOf([partOf(signalData({ Aggregate: values }))]).newest[0]?.percentile,
    );
    assert.deepEqual(percentiles, [99, 100]);
  });

  it("have the percentile of a slice's last value in the whole history", () => {
    const slice = { words: "..2026-11-18", lastDay: day("2026-11-23") };
    const data = signalData({ Level: [1, 2, 3], Aggregate: [0.31, -1.2, 0.31] }, { slice });
    const columns = data.columns.map((column, at) => ({
      ...column,
      percentile: [25, 57][at] ?? 0,
    }));
    const details = viewOf([partOf({ ...data, columns })], {
      columns: ["Aggregate", "Level"],
    }).newest.map(({ label, detail }) => [label, detail]);
    assert.deepEqual(details, [
      ["Aggregate", "18 Nov 2026 · percentile 57"],
      ["Level", "18 Nov 2026 · percentile 25"],
    ]);
  });

  it("are of each line with a value, in percent for a forecast, never of a difference", () => {
    const empty = partOf(signalData({ Aggregate: [null, null] }), { id: "x" });
    assert.deepEqual(
      viewOf([spx, empty]).newest.map(({ id, text }) => [id, text]),
      [["spx/Forecast", "4.00 %"]],
    );
    const [one, other] = ["one", "other"].map((id) =>
      partOf(signalData({ Aggregate: [1] }), { id }),
    );
    assert.ok(one && other);
    assert.equal(viewOf([one, other]).panes.length, 2);
    assert.equal(viewOf([one, other]).newest.length, 2);
  });

  it("have a text for a difference too, with the day on which it ends", () => {
    const [longer, shorter] = [
      [1, 2, 3, 4],
      [0.5, 0.75],
    ].map((values, place) => partOf(signalData({ Aggregate: values }), { id: `${place}` }));
    assert.ok(longer && shorter);
    const words = newestText(viewOf([longer, shorter]));
    assert.deepEqual(words.get("difference"), { text: "+1.25", detail: "17 Nov 2026" });
    assert.equal(words.get("0/Aggregate")?.detail, "19 Nov 2026 · percentile 100");
  });

  it("have a text for a layer whose last row has no value", () => {
    const parts = { _Trend: [0.02, 0.01, null], _Cyclical: [0.01, 0.01, null] };
    const values = { Forecast: [0.04, 0.03, null], ...parts, _Tactical: [0.01, 0.01, 0.02] };
    const words = newestText(viewOf([partOf(forecastData(values), { id: "spx" })]));
    assert.deepEqual(words.get("spx/_Trend"), { text: "1.00 %" });
    assert.equal(words.get("spx/Forecast")?.text, "3.00 %");
  });
});
