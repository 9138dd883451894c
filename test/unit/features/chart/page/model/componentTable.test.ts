import assert from "node:assert/strict";
import { type ChartData } from "../../../../../../src/features/chart/protocol";
import {
  type ComponentTable,
  componentTable,
  tableMiss,
  componentValue,
} from "../../../../../../src/features/chart/page/model/componentTable";
import { day } from "../../../../../support/chartFrames";
import { forecastData, type Values } from "../../../../../support/chartParts";
import { chartsByPandas, observedByPandas, seriesOf } from "../../../../../support/observed";
import { bpText, percentText } from "../../../../../support/peopleNumbers";

const columns: Values = {
  Forecast: [0.05, 0.0625, null],
  Trend: [0.03, 0.02, 0.01],
  Trend_Growth: [0.01, 0.005, 0],
  Trend_Income: [0.01, 0.01, 0],
  Trend_Valuation: [0.01, 0.005, 0.01],
  Cyclical: [0.015, 0.055, 0.03],
  Tactical: [0.005, -0.0125, 0.01],
};

function labelsOf({ rows }: ComponentTable): string[] {
  return rows.map(({ level, label }) => `${"  ".repeat(level)}${label}`);
}

describe("componentTable", () => {
  it("lists a forecast, its parts, and the parts of those unfolded", () => {
    const data = forecastData(columns);
    assert.deepEqual(labelsOf(componentTable(data, [])), [
      "Forecast",
      "  Trend",
      "  Cyclical",
      "  Tactical",
    ]);
    assert.deepEqual(labelsOf(componentTable(data, ["Trend", "Tactical"])), [
      "Forecast",
      "  Trend",
      "    Growth",
      "    Income",
      "    Valuation",
      "  Cyclical",
      "  Tactical",
    ]);
    assert.deepEqual(
      componentTable(data, ["Trend"]).rows.map((row) => [row.hasParts, row.isUnfolded]),
      [
        [false, false],
        [true, true],
        ...Array.from({ length: 3 }, () => [false, false]),
        [false, false],
        [false, false],
      ],
    );
  });

  it("shows the last day on which the total has a value, with bars on one scale", () => {
    const table = componentTable(forecastData(columns), []);
    assert.equal(table.day, day("2026-11-17"));
    assert.deepEqual(
      table.rows.map(({ newest }) => newest),
      [0.0625, 0.02, 0.055, -0.0125],
    );
    assert.deepEqual([table.lowest, table.highest], [-0.0125, 0.0625]);
    const [forecast] = table.rows;
    assert.ok(forecast);
    assert.equal(componentValue(forecast, day("2026-11-16")), 0.05);
    assert.ok(Number.isNaN(componentValue(forecast, day("2026-11-15"))));
  });

  it("is empty for data without days or components", () => {
    const table = componentTable(forecastData({ Forecast: [] }), []);
    assert.deepEqual(
      [table.day, table.rows.map(({ newestText, changeText }) => [newestText, changeText])],
      [null, [["–", "–"]]],
    );
    assert.deepEqual(componentTable(forecastData({ Other: [1] }), []).rows, []);
  });

  for (const name of ["daily", "weekly", "monthly", "quarterly", "monthly with gaps"]) {
    it(`has newest value, change on the month and percentile of a ${name} forecast, as pandas computes them`, () => {
      const { days, values } = seriesOf(observedByPandas[name] ?? assert.fail());
      const fractions = Array.from(values, (each) => (Number.isNaN(each) ? null : each / 100));
      const data: ChartData = forecastData({ Forecast: fractions }, { days });
      const [row] = componentTable(data, []).rows;
      const [, newest] = observedByPandas[name]?.observed.at(-1) ?? assert.fail();
      const [, percentile] = observedByPandas[name]?.percentiles[0] ?? assert.fail();
      assert.deepEqual(
        [row?.newestText, row?.changeText, row?.percentileText()],
        [
          percentText(newest / 100),
          bpText((chartsByPandas.month[name] ?? Number.NaN) / 100),
          `${Math.round(percentile)}`,
        ],
      );
    });
  }
});

describe("tableMiss", () => {
  it("is the amount by which printed parts miss their total, also at the crosshair", () => {
    // Printed 0.01 + 0.01 = 0.02 beside 0.03 %, and on the day before 0.00 + 0.00 beside 0.01 %.
    const data = forecastData({
      Forecast: [0.00005, 0.000268],
      Trend: [0.000025, 0.000134],
      Cyclical: [0.000025, 0.000134],
      Tactical: [0, 0],
    });
    const table = componentTable(data, []);
    assert.deepEqual(tableMiss(table, null).percent, 0.01);
    assert.equal(tableMiss(table, day("2026-11-16")).percent, 0.01);
    const even = componentTable(forecastData({ Forecast: [0.01], Trend: [0.01] }), []);
    assert.deepEqual(tableMiss(even, null), { percent: 0, bp: 0 });
  });
});
