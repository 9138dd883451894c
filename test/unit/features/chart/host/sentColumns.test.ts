import assert from "node:assert/strict";
import {
  type ViewState,
  defaultViewState,
} from "../../../../../src/features/chart/model/viewState";
import { longFrame } from "../../../../support/longSeries";
import { reportsIn } from "../../../../support/receivedReports";
import { SeriesChart, seriesOf, signal, us } from "../../../../support/seriesChart";

describe("the columns that ChartSession sends", () => {
  const frame = longFrame(3_000);
  let chart: SeriesChart;
  /** The columns with values in each message that has data. */
  const sent = (): string[] =>
    chart.sent.flatMap(reportsIn).flatMap(({ data }) => {
      if (data === null) return [];
      if (data === "unchanged") return [data];
      const arrived = data.columns.filter(({ values }) => values.length === data.days.length);
      return [arrived.map(({ name }) => name).join()];
    });
  const open = async (columns: ViewState["columns"] = ["Aggregate"]): Promise<void> => {
    chart = new SeriesChart({ parts: [signal] });
    chart.view = { ...defaultViewState, columns };
    await chart.load({ ...seriesOf(us, 1), frame });
  };
  afterEach(() => chart.session.dispose());

  it("are those of the view, with all rows and exact values", async () => {
    await open();
    assert.deepEqual(sent(), ["Aggregate"]);
    const [report] = chart.sent.flatMap(reportsIn).filter(({ data }) => data !== null);
    assert.ok(report !== undefined && report.data !== null && report.data !== "unchanged");
    const [level, aggregate] = report.data.columns;
    assert.deepEqual(report.data.days, frame.days);
    assert.deepEqual([level?.name, level?.values.length], ["Level", 0]);
    assert.deepEqual(aggregate?.values, frame.columns[1]?.values);
  });

  it("are the first column if the view shows none of those that the series has", async () => {
    await open(["Momentum"]);
    assert.deepEqual(sent(), ["Aggregate"]);
  });

  it("are sent once when the page requests those that its view now shows", async () => {
    await open();
    const { generation } = chart.session;
    chart.session.sendColumns(generation);
    assert.deepEqual(sent(), ["Aggregate"]);
    chart.view = { ...defaultViewState, columns: ["Aggregate", "Level"] };
    chart.session.sendColumns(generation - 1);
    assert.deepEqual(sent(), ["Aggregate"]);
    chart.session.sendColumns(generation);
    chart.session.sendColumns(generation);
    assert.deepEqual(sent(), ["Aggregate", "Level,Aggregate"]);
  });

  it("are also those of the view after a refresh, and for the next page", async () => {
    await open();
    chart.view = { ...defaultViewState, columns: ["Level"] };
    await chart.finish(chart.session.refresh(), { ...seriesOf(us, 1), frame });
    assert.deepEqual(sent(), ["Aggregate", "unchanged", "Level"]);
    chart.session.hide();
    await chart.open();
    assert.deepEqual(sent().at(-1), "Level");
  });
});
