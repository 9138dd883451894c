import assert from "node:assert/strict";
import {
  type ForecastComponent,
  componentOfColumn,
  componentsOf,
  forecastComponents,
  parentOf,
} from "../../../src/shared/forecastComponents";

describe("componentOfColumn", () => {
  const cases: [column: string, component: ForecastComponent | undefined][] = [
    ["Forecast", "Forecast"],
    ["_Trend", "Trend"],
    ["_Trend_Growth", "Growth"],
    ["_Trend_Income", "Income"],
    ["_Trend_Valuation", "Valuation"],
    ["Cyclical", "Cyclical"],
    ["_Cyclical_Contraction", "Contraction"],
    ["_Cyclical_Recovery", "Recovery"],
    ["_Cyclical_Expansion", "Expansion"],
    ["_Cyclical_Slowdown", "Slowdown"],
    ["Tactical", "Tactical"],
    ["_Tactical_Fundamentals", "Fundamentals"],
    ["_Tactical_Market_Technicals", "Market Technicals"],
    ["tactical_market_technicals", "Market Technicals"],
    ["Growth", undefined],
    ["Date", undefined],
    ["", undefined],
  ];
  for (const [column, component] of cases) {
    it(`finds ${component ?? "nothing"} for «${column}»`, () => {
      assert.equal(componentOfColumn(column), component);
    });
  }
});

describe("forecast components", () => {
  it("form one tree below Forecast", () => {
    const reached = (component: ForecastComponent): ForecastComponent[] => [
      component,
      ...componentsOf(component).flatMap(reached),
    ];
    assert.deepEqual(new Set(reached("Forecast")), new Set(forecastComponents));
    assert.equal(forecastComponents.length, 13);
  });

  it("know their parents", () => {
    assert.equal(parentOf("Forecast"), undefined);
    assert.equal(parentOf("Tactical"), "Forecast");
    assert.equal(parentOf("Market Technicals"), "Tactical");
  });
});
