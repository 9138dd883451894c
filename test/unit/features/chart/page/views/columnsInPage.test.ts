import assert from "node:assert/strict";
import { type FromChart } from "../../../../../../src/features/chart/messages";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import {
  type ViewState,
  defaultViewState,
} from "../../../../../../src/features/chart/model/viewState";
import { isAwaited } from "../../../../../../src/features/chart/page/model/series";
import { shownOf } from "../../../../../../src/features/chart/page/views/pageState";
import { forecastRef, signalRef } from "../../../../../../src/shared/reference";
import { chartDataOf } from "../../../../../../src/features/chart/host/chartData";
import { partOf } from "../../../../../support/chartParts";
import { longFrame } from "../../../../../support/longSeries";
import { StatePage } from "../../../../../support/statePage";

describe("the state of a page that has only some columns of a signal", () => {
  const reference = signalRef({ code: "I", version: 1, tags: {}, dataKind: "FIT", asOf: "latest" });
  const age = { latestAsOf: null, fetchedAtMs: 1_000, staleBecause: null };
  const fetched = { reference, frame: longFrame(3_000), ...age, repairs: [], slice: null };
  const partWith = (columns: ViewState["columns"]): ChartPart =>
    partOf(chartDataOf(fetched, { ...defaultViewState, columns }), { id: "a" });
  const show = {
    type: "show",
    title: "I",
    isSample: false,
    canUndo: false,
    bound: null,
    panel: null,
  } as const;
  /** Whether parts are loading, and the drawn columns. */
  const plotOf = ({ state }: StatePage): unknown => {
    const { parts, view } = shownOf(state);
    return [isAwaited(parts), view.panes.flatMap(({ lines }) => lines.map(({ column }) => column))];
  };
  const openPage = (kept?: unknown): StatePage => {
    const page = new StatePage(kept);
    page.hears({ ...show, generation: 2, parts: [partWith(["Aggregate"])], state: null });
    return page;
  };
  const asked = ({ said }: StatePage): readonly FromChart[] =>
    said.filter(({ type }) => type === "columns");

  it("requests no columns that it does not show", () => {
    const page = openPage();
    page.hears({ type: "toggleTable" });
    page.hears({ type: "toggleStatistics" });
    page.hears({ type: "showYears", years: null });
    assert.deepEqual(asked(page), []);
    assert.deepEqual(plotOf(page), [false, ["Aggregate"]]);
  });

  it("requests a column that a person adds, and shows the others until it arrives", () => {
    const page = openPage();
    page.hears({ type: "toggleColumn", name: "Level" });
    assert.deepEqual(asked(page), [{ type: "columns", generation: 2 }]);
    assert.deepEqual(plotOf(page), [false, ["Aggregate"]]);
    page.hears({ type: "part", generation: 2, part: partWith(["Aggregate", "Level"]) });
    assert.deepEqual(plotOf(page), [false, ["Aggregate", "Level"]]);
    page.hears({ type: "toggleColumn", name: "Level" });
    page.hears({ type: "toggleColumn", name: "Level" });
    assert.equal(asked(page).length, 1);
  });

  it("shows the columns that it has until the only chosen one arrives", () => {
    const page = openPage();
    page.hears({ type: "showAlone", isColumn: true, id: "Level" });
    assert.deepEqual(plotOf(page), [false, ["Aggregate"]]);
    page.hears({ type: "part", generation: 2, part: partWith(["Level"]) });
    assert.deepEqual(plotOf(page), [false, ["Level"]]);
  });

  it("is loading while it has none of the columns of its saved view, and requests them", () => {
    const page = openPage({ ...defaultViewState, columns: ["Level"] });
    assert.deepEqual(plotOf(page), [true, []]);
    assert.deepEqual(asked(page), [{ type: "columns", generation: 2 }]);
    page.hears({ type: "part", generation: 2, part: partWith(["Level"]) });
    assert.deepEqual(plotOf(page), [false, ["Level"]]);
  });

  it("keeps the shown columns when a refresh brings others", () => {
    const page = openPage();
    page.hears({ type: "showAlone", isColumn: true, id: "Level" });
    page.hears({ type: "part", generation: 2, part: partWith(["Level"]) });
    page.hears({ type: "part", generation: 2, part: partWith(["Aggregate"]) });
    assert.deepEqual(plotOf(page), [true, ["Level"]]);
    assert.equal(asked(page).length, 2);
  });

  it("requests the parts of a component of a forecast, and shows Forecast until they arrive", () => {
    const values = Float64Array.of(1, 2);
    const frame = {
      days: Int32Array.of(1, 2),
      columns: ["Forecast", "_Trend", "_Trend_Growth"].map(
        (name) => ({ name, type: "number", values }) as const,
      ),
    };
    const own = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const forecastWith = (change: Partial<ViewState>): ChartPart => {
      const series = { ...fetched, reference: own, frame };
      const data = chartDataOf(series, { ...defaultViewState, ...change });
      return { ...partOf(data, { id: "f" }), family: "forecast" };
    };
    const page = new StatePage();
    page.hears({ ...show, generation: 2, parts: [forecastWith({})], state: null });
    assert.deepEqual(asked(page), []);
    page.hears({ type: "openComponent", component: "Trend" });
    assert.deepEqual(asked(page), [{ type: "columns", generation: 2 }]);
    assert.deepEqual(shownOf(page.state).view.trail, ["Forecast"]);
    page.hears({ type: "part", generation: 2, part: forecastWith({ component: "Trend" }) });
    assert.deepEqual(shownOf(page.state).view.trail, ["Forecast", "Trend"]);
    page.hears({ type: "toggleBridge" });
    assert.equal(asked(page).length, 1);
  });
});
