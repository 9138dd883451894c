import assert from "node:assert/strict";
import { type ChartPlace } from "../../../../../src/shared/chartPlace";
import { maxParts } from "../../../../../src/shared/composedPlace";
import { type Instant } from "../../../../../src/shared/instant";
import {
  type SignalRef,
  forecastRef,
  panelRef,
  signalRef,
} from "../../../../../src/shared/reference";
import {
  vintageOf,
  withAsOf,
  withKind,
  withSeries,
  withoutSeries,
} from "../../../../../src/features/chart/host/changedPlace";
import { type SeriesTarget, targetPath } from "../../../../../src/shared/place";

const us = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const forecast: SeriesTarget = {
  connectionId: "acme",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};
const asOf = "20240628T235959Z" as Instant;

function signal(change: Partial<SignalRef> = {}): SeriesTarget {
  return { connectionId: "acme", reference: { ...us, ...change } };
}

const alone: ChartPlace = { parts: [signal()], slice: { from: 18_262 } };
const both: ChartPlace = { parts: [signal(), forecast] };

describe("changes of a chart's place", () => {
  it("add a series behind the others, each once", () => {
    assert.deepEqual(withSeries(alone, forecast), both);
    assert.equal(withSeries(both, forecast), undefined);
  });

  it("add no more series than a place can hold", () => {
    const series = Array.from({ length: maxParts }, (_, index) => signal({ version: index }));
    const [first = signal(), ...others] = series;
    const full: ChartPlace = { parts: [first, ...others] };
    assert.equal(withSeries(full, forecast), undefined);
  });

  it("remove a series, but never the last one", () => {
    assert.deepEqual(withoutSeries(both, targetPath(forecast)), { parts: [signal()] });
    assert.equal(withoutSeries(alone, targetPath(signal())), undefined);
    assert.equal(withoutSeries(both, "acme/nothing"), undefined);
  });

  it("set the kind of signals, and keep forecasts and the slice", () => {
    assert.deepEqual(withKind(both, "FIT"), { parts: [signal({ dataKind: "FIT" }), forecast] });
    const part = { parts: [signal({ dataKind: "FIT" })], slice: { from: 18_262 } };
    assert.deepEqual(withKind(alone, "FIT"), part);
    assert.deepEqual(withKind({ parts: [forecast] }, "FIT"), { parts: [forecast] });
  });

  it("keep equal signals once when both kinds become one", () => {
    const kinds: ChartPlace = {
      parts: [signal(), signal({ version: 3, dataKind: "FIT" }), signal({ dataKind: "FIT" })],
    };
    assert.deepEqual(withKind(kinds, "FIT"), {
      parts: [signal({ dataKind: "FIT" }), signal({ version: 3, dataKind: "FIT" })],
    });
  });

  it("set the as-of of signals, and keep two vintages of one once", () => {
    const vintages: ChartPlace = {
      parts: [signal(), signal({ asOf: "20230101T000000Z" as Instant }), forecast],
    };
    assert.deepEqual(withAsOf(vintages, asOf), { parts: [signal({ asOf }), forecast] });
  });

  it("take the current vintage from the first signal", () => {
    assert.deepEqual(vintageOf({ parts: [forecast, signal()] }), us);
    assert.equal(vintageOf({ parts: [forecast] }), undefined);
  });

  it("apply to the panel of a panel's chart", () => {
    const tags = { country_iso: "*" } as const;
    const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf: "latest" });
    assert.ok(panel.family === "panel");
    const place = { connectionId: "sample", reference: panel, slice: { from: 18_262 } };
    assert.deepEqual(vintageOf(place), panel);
    assert.deepEqual(withKind(place, "SNAP"), {
      ...place,
      reference: { ...panel, dataKind: "SNAP" },
    });
    assert.deepEqual(withAsOf(place, asOf), { ...place, reference: { ...panel, asOf } });
  });
});
