import assert from "node:assert/strict";
import { ForecastValues, inHedging } from "../../../src/catalog/forecastValues";
import { type ForecastSummary } from "../../../src/service/latestForecasts";
import { finish } from "../../../src/shared/finish";
import { forecastsOf } from "../../support/forecastSummaries";

function summary(hedging: string, forecast: number, horizonName = "12 Months"): ForecastSummary {
  const latest = { kind: "Forecast", forecast, exposureAdjustment: 0, drivers: [] };
  return { marketCode: "SPX", currencyIso: "USD", horizonName, hedging, latest, attributions: [] };
}

function valuesOf(...summaries: readonly ForecastSummary[]): ForecastValues {
  const values = new ForecastValues(forecastsOf(summaries));
  finish(values.read());
  return values;
}

const series = { market: "SPX", currency: "USD", horizon: "12 Months" };

function shown(values: ForecastValues, wanted?: string): unknown {
  const newest = values.of(series);
  assert.ok(newest !== undefined);
  return inHedging(newest, wanted);
}

describe("ForecastValues", () => {
  it("has the forecast of the wanted mode, which is named where modes differ", () => {
    const values = valuesOf(summary("Local", 0.05), summary("Hedged", 0.04));
    assert.deepEqual(values.hedgings, ["Local", "Hedged"]);
    const hedged = { hedging: "Hedged", forecast: 0.04, isOneOfSeveral: true };
    assert.deepEqual(shown(values, "Hedged"), hedged);
  });

  it("names no mode where all say the same", () => {
    const values = valuesOf(summary("Local", 0.05), summary("Hedged", 0.05));
    const local = { hedging: "Local", forecast: 0.05, isOneOfSeveral: false };
    assert.deepEqual(shown(values, "Local"), local);
  });

  it("has that of another mode only where it is the only one, and names it", () => {
    const only = valuesOf(summary("Local", 0.05));
    assert.deepEqual(shown(only, "Hedged"), {
      hedging: "Local",
      forecast: 0.05,
      isOneOfSeveral: true,
    });
    assert.equal(shown(valuesOf(summary("A", 0.05), summary("B", 0.04)), "Hedged"), undefined);
  });

  it("treats summaries and modes that differ only by rounding as the same (DATA-14)", () => {
    const values = valuesOf(
      ...[summary("Local", 0.1 + 0.2), summary("Local", 0.3), summary("Hedged", 0.3)],
    );
    const local = { hedging: "Local", forecast: 0.1 + 0.2, isOneOfSeveral: false };
    assert.deepEqual(shown(values, "Local"), local);
  });

  it("has no forecast where two summaries of one mode say different things", () => {
    const values = valuesOf(summary("Local", 0.05), summary("Local", 0.06));
    assert.equal(shown(values, "Local"), undefined);
    const same = valuesOf(summary("Local", 0.05), summary("Local", 0.05));
    assert.deepEqual(shown(same, "Local"), {
      hedging: "Local",
      forecast: 0.05,
      isOneOfSeveral: false,
    });
  });

  it("has none without a number, and none of another series", () => {
    const values = valuesOf(summary("Local", Number.NaN), summary("Local", 0.02, "6 Months"));
    assert.equal(shown(values, "Local"), undefined);
    assert.equal(values.of({ ...series, horizon: "3 Months" }), undefined);
  });
});
