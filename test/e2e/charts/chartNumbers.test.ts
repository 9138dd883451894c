import assert from "node:assert/strict";
import { dayOfIso } from "../../../src/shared/day";
import { type AsOf, endOfDay } from "../../../src/shared/instant";
import { type DataKind, forecastRef } from "../../../src/shared/reference";
import { ChartTab } from "../../support/chartTab";
import { bpText, dayText, percentText, revisionText, scoreText } from "../../support/peopleNumbers";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { fetchedCsv, fetchedForecastCsv, sampleSignal } from "../../support/sampleSeries";
import { type SeriesTable, seriesTable, valueAt } from "../../support/seriesTable";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

/** Deviations beyond it are more than the rounding of additions. */
const exactTo = 1e-12;

describe("the numbers of a chart", () => {
  const editor = useEditor();
  let independent: SampleProgram;
  let signals: TreeView;
  let forecasts: TreeView;

  before(async () => {
    independent = await startSampleProgram({ isCurrent: true });
    const { workbench } = editor;
    forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Equities");
    await forecasts.expand("US Large Caps | SPX");
    await forecasts.expand("12 Months");
    signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
  });
  after(() => independent.stop());
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  async function australia(dataKind: DataKind, asOf: AsOf = "latest"): Promise<SeriesTable> {
    return seriesTable(await fetchedCsv(independent, { ...sampleSignal("AU", dataKind), asOf }));
  }

  it("are what the service gives, under the crosshair and in comparisons", async () => {
    const { quickInput } = editor.workbench;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(editor.workbench, "SAMPLE INFL v2 AU");
    const table = await australia("SNAP");
    await chart.showRange("2020Q2", "2020-04-01..2020-06-30");
    const level = chart.legend.getByRole("button", { name: "Level" });
    await level.click();
    await chart.waitForSeries("Level");
    const newest = (name: string): string => scoreText(table.column(name).at(-1) ?? Number.NaN);
    assert.deepEqual(
      (await chart.readout()).map(({ value }) => value),
      [newest("Aggregate"), newest("Level")],
    );
    // It changes monthly: the crosshair stops three times.
    const reported = await chart.readoutsAt([0, 0.5, 1]);
    const days = reported.map(({ day }) => day);
    assert.deepEqual(
      days.map((day) => day.slice(0, 7)),
      ["2020-04", "2020-05", "2020-06"],
    );
    assert.deepEqual(
      reported.map(({ lines }) => lines.map(({ label, value }) => [label, value])),
      days.map((day) =>
        ["Aggregate", "Level"].map((name) => [name, scoreText(valueAt(table, name, day))]),
      ),
    );
    await level.click();
    await chart.button("Compare with FIT").click();
    const kinds = revisionText(["SNAP", "FIT"], [table, await australia("FIT")], "Aggregate");
    assert.equal(await chart.comparison(), kinds);
    const labels = (await chart.readout()).map(({ label }) => label);
    assert.deepEqual(labels, ["SNAP", "FIT", "SNAP − FIT"]);
    await editor.workbench.screenshot("chart-kinds");
    await chart.button("Compare with FIT").click();
    await chart.comparisonLine.waitFor({ state: "hidden" });
    await chart.button("Compare with As-Of…").click();
    await quickInput.wait("Compare Inflation v2 · Australia with As-Of");
    await quickInput.type("2020-03-31");
    await quickInput.rows("As of 31 Mar 2020").waitFor();
    await quickInput.accept();
    await chart.waitForSeries("31 Mar 2020");
    const vintage = await australia("SNAP", endOfDay(dayOfIso("2020-03-31") ?? Number.NaN));
    const names = ["Now", "31 Mar 2020"] as const;
    assert.equal(await chart.comparison(), revisionText(names, [table, vintage], "Aggregate"));
  });

  it("of a forecast lead down to its parts, and add up from one day to another", async () => {
    const { workbench } = editor;
    await forecasts.doubleClick("US Dollar");
    const chart = await ChartTab.drawn(workbench, "SAMPLE SPX USD 12 Months");
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const table = seriesTable(await fetchedForecastCsv(independent, reference));
    const newest = (column: string): string =>
      percentText(table.column(column).at(-1) ?? Number.NaN);
    const reported = async (): Promise<string[]> =>
      (await chart.readout()).map((line) => `${line.label} ${line.value}`);
    const whole = [
      `Forecast ${newest("Forecast")}`,
      `Trend ${newest("_Trend")}`,
      `Cyclical ${newest("Cyclical")}`,
      `Tactical ${newest("Tactical")}`,
    ];
    assert.deepEqual(await reported(), whole);
    await chart.legend.getByRole("button", { name: "Tactical" }).click();
    await chart.waitForSeries("Fundamentals");
    assert.deepEqual(await reported(), [
      `Tactical ${newest("Tactical")}`,
      `Fundamentals ${newest("_Tactical_Fundamentals")}`,
      `Market Technicals ${newest("_Tactical_Market_Technicals")}`,
    ]);
    await workbench.screenshot("chart-parts");
    await chart.button(/Forecast/).click();
    await chart.waitForSeries("Forecast");
    const [from, to] = ["2020-02-28", "2020-04-30"];
    const changeOf = (column: string): number =>
      valueAt(table, column, to) - valueAt(table, column, from);
    await chart.button("Change Bridge").click();
    await chart.setBridge(from, to);
    const parts = ["_Trend", "Cyclical", "Tactical"];
    const bridge = await chart.bridge();
    assert.deepEqual(
      bridge.map(({ label, text }) => [label, text]),
      [
        [`Forecast on ${dayText(from)}`, percentText(valueAt(table, "Forecast", from))],
        ...parts.map((part) => [part.replace("_", ""), bpText(changeOf(part))]),
        [`Forecast on ${dayText(to)}`, percentText(valueAt(table, "Forecast", to))],
      ],
    );
    // The drawing says each level exactly, from 2 % of the width at the lowest to 98 % at the highest.
    const levels = bridge.map(({ end }) => end);
    const [first = Number.NaN, ...others] = levels;
    const scale = changeOf("Forecast") / ((levels.at(-1) ?? Number.NaN) - first);
    const steps = others.slice(0, -1).map((level, index) => (level - (levels[index] ?? 0)) * scale);
    for (const [index, part] of parts.entries()) {
      assertClose(steps[index], changeOf(part), part);
    }
    await workbench.screenshot("chart-bridge");
  });
});

function assertClose(actual = Number.NaN, expected: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= exactTo, `${what}: ${actual} instead of ${expected}`);
}
