import assert from "node:assert/strict";
import { type ChartPlace } from "../../../../../src/shared/chartPlace";
import { forecastRef, signalRef } from "../../../../../src/shared/reference";
import { referencePath } from "../../../../../src/shared/referencePath";
import { type Comparison, maxCompared } from "../../../../../src/features/chart/model/viewState";
import { comparedSeries } from "../../../../../src/features/chart/host/comparedSeries";
import { type SeriesTarget } from "../../../../../src/shared/place";

const vintage = "20240628T235959Z";
const snap = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const signal: SeriesTarget = { connectionId: "acme", reference: snap };
const fit: SeriesTarget = { connectionId: "acme", reference: { ...snap, dataKind: "FIT" } };
const forecast: SeriesTarget = {
  connectionId: "sample",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};
const both: Comparison = { isKindCompared: true, vintage };

function compared(parts: ChartPlace["parts"], comparison: Comparison): string[] {
  return comparedSeries({ parts }, comparison).map(
    ({ role, placed: { connectionId: connection, reference } }) =>
      `${role} ${connection} ${referencePath(reference)}`,
  );
}

describe("comparedSeries", () => {
  const otherKind = "kind acme signals/INFL/2/country_iso=US/FIT/latest";
  const older = `vintage acme signals/INFL/2/country_iso=US/SNAP/${vintage}`;

  it("are the other kind and the other vintage of the only signal, also behind a forecast", () => {
    assert.deepEqual(compared([signal], both), [otherKind, older]);
    assert.deepEqual(compared([forecast, signal], { ...both, isKindCompared: false }), [older]);
    assert.deepEqual(compared([fit], { ...both, vintage: null }), [
      "kind acme signals/INFL/2/country_iso=US/SNAP/latest",
    ]);
  });

  it("are those of each of several signals, but of none that the chart contains twice", () => {
    const japan: SeriesTarget = {
      connectionId: "acme",
      reference: { ...snap, tags: { country_iso: "JP" } },
    };
    assert.deepEqual(compared([signal, forecast, japan], both), [
      ...[otherKind, older],
      "kind acme signals/INFL/2/country_iso=JP/FIT/latest",
      `vintage acme signals/INFL/2/country_iso=JP/SNAP/${vintage}`,
    ]);
    // Its vintages and kinds are compared with each other already.
    assert.deepEqual(compared([signal, fit, japan], { ...both, isKindCompared: false }), [
      `vintage acme signals/INFL/2/country_iso=JP/SNAP/${vintage}`,
    ]);
  });

  it("are none for more signals than can be compared, and none for forecasts", () => {
    const many = (count: number): SeriesTarget[] =>
      Array.from({ length: count }, (_, at) => ({
        connectionId: "acme",
        reference: { ...snap, version: at + 1 },
      }));
    const [first, ...others] = many(maxCompared);
    assert.ok(first);
    assert.equal(compared([first, ...others], both).length, 2 * maxCompared);
    assert.deepEqual(compared([first, ...others, ...many(maxCompared + 1).slice(-1)], both), []);
    assert.deepEqual(compared([forecast], both), []);
  });

  it("are none for a vintage that is no instant", () => {
    assert.deepEqual(compared([signal], { isKindCompared: false, vintage: "2024" }), []);
  });
});
