import assert from "node:assert/strict";
import fc from "fast-check";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import { type ForecastComponent } from "../../../../../../src/shared/forecastComponents";
import { chartView } from "../../../../../../src/features/chart/page/model/chartView";
import { stackOf } from "../../../../../../src/features/chart/page/model/forecastPanes";
import { totalColour } from "../../../../../../src/features/chart/page/model/pane";
import { forecastData, partOf, type Values, viewOf } from "../../../../../support/chartParts";
import { runs } from "../../../../../support/propertyRuns";

const columns: Values = {
  Forecast: [0.05, 0.04, null],
  Trend: [0.03, 0.03, 0.03],
  Trend_Growth: [0.01, 0.02, 0.01],
  Trend_Income: [0.01, -0.01, 0.01],
  Trend_Valuation: [0.01, 0.02, 0.01],
  Cyclical: [0.015, -0.02, null],
  Tactical: [0.005, 0.03, 0.01],
};

describe("stackOf", () => {
  it("stacks positive values upward from zero, and negative ones downward", () => {
    // Worked by hand in fractions that binary writes exactly.
    const stack = stackOf([
      Float64Array.of(0.5, -0.5, 0),
      Float64Array.of(0.25, 0.25, -1),
      Float64Array.of(-1, -0.25, -2),
    ]);
    assert.deepEqual(
      stack.map(({ lower, upper }) => [[...lower], [...upper]]),
      [
        [
          [0, 0, 0],
          [0.5, -0.5, 0],
        ],
        [
          [0.5, 0, 0],
          [0.75, 0.25, -1],
        ],
        [
          [0, -0.5, -1],
          [-1, -0.75, -3],
        ],
      ],
    );
  });

  it("leaves a gap in all if one has no value", () => {
    const stack = stackOf([Float64Array.of(1, 1), Float64Array.of(Number.NaN, 2)]);
    assert.deepEqual(
      stack.map(({ lower, upper }) => [...lower, ...upper]),
      [
        [Number.NaN, 0, Number.NaN, 1],
        [Number.NaN, 1, Number.NaN, 3],
      ],
    );
  });

  it("stacks no columns, no rows and one column", () => {
    assert.deepEqual(stackOf([]), []);
    assert.deepEqual(stackOf([new Float64Array(0)]), [
      { lower: new Float64Array(0), upper: new Float64Array(0) },
    ]);
    assert.deepEqual(stackOf([Float64Array.of(-2)]), [
      { lower: Float64Array.of(0), upper: Float64Array.of(-2) },
    ]);
  });

  it("keeps each value as the distance of its edges, and reaches the sums of either sign", () => {
    const value = fc.integer({ min: -8, max: 8 }).map((eighths) => eighths / 8 + 0);
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value)), (rows) => {
        const parts = [0, 1, 2].map((at) => Float64Array.from(rows, (row) => row[at] ?? 0));
        const before = parts.map((part) => [...part]);
        const stack = stackOf(parts);
        rows.forEach((row, at) => {
          const sum = (sign: number): number =>
            row.filter((each) => each * sign > 0).reduce((total, each) => total + each, 0);
          const edges = stack.flatMap(({ upper }) => upper[at] ?? Number.NaN);
          assert.equal(Math.max(0, ...edges), sum(1));
          assert.equal(Math.min(0, ...edges), sum(-1));
          stack.forEach(({ lower, upper }, place) => {
            assert.equal((upper[at] ?? 0) - (lower[at] ?? 0), row[place]);
          });
        });
        assert.deepEqual(
          parts.map((part) => [...part]),
          before,
        );
      }),
      { numRuns: runs() },
    );
  });
});

describe("a forecast alone", () => {
  it("is a line over its stacked parts, on an axis without a period", () => {
    const view = chartView([partOf(forecastData(columns), { title: "SPX" })], defaultViewState);
    const [pane] = view.panes;
    assert.ok(pane);
    assert.equal(view.panes.length, 1);
    assert.deepEqual(
      pane.lines.map(({ label, colour }) => [label, colour]),
      [["Forecast", totalColour]],
    );
    assert.deepEqual(
      pane.layers.map(({ label, colour }) => [label, colour]),
      [
        ["Trend", 0],
        ["Cyclical", 1],
        ["Tactical", 2],
      ],
    );
    assert.deepEqual(pane.axes, [
      { unit: "fraction", domain: "fit", label: "Forecast, %", guides: [0] },
    ]);
    assert.deepEqual([...(pane.layers[2]?.lower ?? [])], [0.03 + 0.015, 0.03, Number.NaN]);
  });

  it("opens the parts of a part, and has the trail back", () => {
    const parts = [partOf(forecastData(columns))];
    const whole = chartView(parts, defaultViewState);
    assert.deepEqual(whole.trail, ["Forecast"]);
    assert.deepEqual(
      whole.legend.map(({ label, swatch, opens }) => [label, swatch, opens]),
      [
        ["Forecast", "line", null],
        ["Trend", "area", "Trend"],
        ["Cyclical", "area", null],
        ["Tactical", "area", null],
      ],
    );
    const trend = chartView(parts, { ...defaultViewState, component: "Trend" });
    assert.deepEqual(trend.trail, ["Forecast", "Trend"]);
    assert.deepEqual(
      trend.panes.flatMap(({ lines, layers }) => [...lines, ...layers].map(({ label }) => label)),
      ["Trend", "Growth", "Income", "Valuation"],
    );
  });

  it("draws the parts of a part in its colour, and labels the axis with its name", () => {
    const parts = [partOf(forecastData(columns))];
    const [whole] = chartView(parts, defaultViewState).panes;
    const [trend] = chartView(parts, { ...defaultViewState, component: "Trend" }).panes;
    assert.equal(trend?.axes[0]?.label, "Trend, %");
    const [own] = whole?.layers ?? [];
    assert.ok(own !== undefined);
    assert.deepEqual(
      trend.layers.map(({ colour }) => colour),
      [own.colour, own.colour, own.colour],
    );
    // Each is fainter than the one before, so that they differ.
    const tints = trend.layers.map(({ tint }) => tint);
    assert.deepEqual(tints, tints.toSorted().reverse());
    assert.equal(new Set(tints).size, 3);
    assert.deepEqual(
      trend.lines.map(({ colour }) => colour),
      [totalColour],
    );
  });

  it("marks the rows in which the shown component does not add up, and no others", () => {
    const rows = Int32Array.of(1);
    const marksOf = (component: ForecastComponent): number[][] => {
      const data = forecastData(columns, { mismatches: [{ component, rows }] });
      const [pane] = chartView([partOf(data)], defaultViewState).panes;
      return (pane?.lines ?? []).map(({ marks }) => [...marks]);
    };
    assert.deepEqual(marksOf("Forecast"), [[1]]);
    assert.deepEqual(marksOf("Trend"), [[]]);
    const parts = [
      forecastData(columns),
      forecastData(columns, { mismatches: [{ component: "Trend", rows }] }),
    ];
    const several = viewOf(parts.map((data, place) => partOf(data, { id: `${place}` })));
    assert.deepEqual(
      several.panes[0]?.lines.map(({ marks }) => [...marks]),
      [[], []],
    );
  });

  it("draws lines if a part is missing, because a stack would show a wrong sum", () => {
    const [pane] = chartView([partOf(forecastData(without("Tactical")))], defaultViewState).panes;
    assert.deepEqual(pane?.layers, []);
    assert.deepEqual(
      pane.lines.map(({ label, colour }) => [label, colour]),
      [
        ["Forecast", totalColour],
        ["Trend", 0],
        ["Cyclical", 1],
      ],
    );
  });

  it("also stacks the parts without the whole", () => {
    const [pane] = chartView([partOf(forecastData(without("Forecast")))], defaultViewState).panes;
    assert.deepEqual([pane?.lines.length, pane?.layers.length], [0, 3]);
  });

  it("shows Forecast if the data have nothing of the chosen component", () => {
    const parts = [partOf(forecastData({ Forecast: [0.05] }))];
    const view = chartView(parts, { ...defaultViewState, component: "Tactical" });
    assert.deepEqual(view.trail, ["Forecast"]);
    assert.deepEqual(
      view.panes[0]?.lines.map(({ label }) => label),
      ["Forecast"],
    );
  });

  it("shows the first column of data that name no component", () => {
    const view = chartView([partOf(forecastData({ Other: [0.05] }))], defaultViewState);
    assert.deepEqual(
      view.panes[0]?.lines.map(({ label }) => label),
      ["Other"],
    );
  });

  it("returns the same arrays again, so that nothing is drawn again", () => {
    const parts = [partOf(forecastData(columns))];
    const layersOf = (range: { from: number; to: number } | null): unknown[] =>
      (chartView(parts, { ...defaultViewState, range }).panes[0]?.layers ?? []).flatMap(
        ({ lower, upper }) => [lower, upper],
      );
    const again = layersOf({ from: 0, to: 100_000 });
    assert.equal(again.length, 6);
    assert.ok(layersOf(null).every((array, place) => array === again[place]));
  });
});

function without(column: string): Values {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name !== column));
}
