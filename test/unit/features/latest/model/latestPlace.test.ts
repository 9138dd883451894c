import assert from "node:assert/strict";
import {
  latestOfPath,
  latestPath,
  type LatestPlace,
  latestPlaceOfUri,
  latestTitle,
  latestUri,
} from "../../../../../src/features/latest/model/latestPlace";
import { placeOfPath } from "../../../../../src/shared/place";

const examples: readonly (readonly [path: string, place: LatestPlace])[] = [
  [
    "/acme/latest/signals/Latest Signals.heatmap",
    { connectionId: "acme", of: "signals", form: "heatmap" },
  ],
  [
    "/sample/latest/signals/SAMPLE Latest Signals.csv",
    { connectionId: "sample", of: "signals", form: "csv" },
  ],
  [
    "/acme/latest/signals/INFL/2/INFL v2 latest.json",
    { connectionId: "acme", of: "signals", signal: { code: "INFL", version: 2 }, form: "json" },
  ],
  [
    "/acme/latest/signals/A%2FB/0/A%2FB v0 latest.heatmap",
    { connectionId: "acme", of: "signals", signal: { code: "A/B", version: 0 }, form: "heatmap" },
  ],
  [
    "/acme/latest/forecasts/Forecast Explorer.explorer",
    { connectionId: "acme", of: "forecasts", form: "explorer" },
  ],
  [
    "/acme/latest/forecasts/Forecast Explorer.csv",
    { connectionId: "acme", of: "forecasts", form: "csv" },
  ],
  [
    "/sample/latest/forecasts/SAMPLE Forecast Explorer.json",
    { connectionId: "sample", of: "forecasts", form: "json" },
  ],
  [
    "/acme/latest/changes/What Changed.changes",
    { connectionId: "acme", of: "changes", form: "changes" },
  ],
  [
    "/sample/latest/changes/1763020330123-1763661764000/SAMPLE What Changed.csv",
    {
      connectionId: "sample",
      of: "changes",
      form: "csv",
      sinceMs: 1763020330123,
      toMs: 1763661764000,
    },
  ],
];

describe("the place of the latest signals and forecasts", () => {
  for (const [path, place] of examples) {
    it(`is written and read back: ${path}`, () => {
      assert.equal(latestPath(place), path);
      assert.deepEqual(latestOfPath(path), place);
      assert.deepEqual(latestPlaceOfUri(latestUri(place)), place);
      assert.equal(placeOfPath(path), undefined);
    });
  }

  it("is undefined for any other path", () => {
    for (const path of [
      "/acme/latest/changes/What Changed.csv",
      "/acme/latest/changes/1-2/What Changed.changes",
      "/acme/latest/changes/01-2/What Changed.csv",
      "/acme/latest/changes/1-2/3/What Changed.csv",
      "/acme/latest/signals/latest signals.heatmap",
      "/acme/latest/signals/Latest Signals.chart",
      "/acme/latest/signals/INFL/02/INFL v2 latest.csv",
      "/acme/latest/signals/INFL/INFL v2 latest.csv",
      "/acme/latest/signals/Latest Signals.explorer",
      "/acme/latest/forecasts/Forecast Explorer.heatmap",
      "/acme/latest/forecasts/SAMPLE Forecast Explorer.explorer",
      "/acme/latest/forecasts/SPX/1/Forecast Explorer.explorer",
      "/acme/latest/Forecast Explorer.explorer",
      "/acme/latest/Latest Signals.csv",
      "/ACME/latest/signals/Latest Signals.csv",
      "/acme/signals/INFL/2/country_iso=US/SNAP/latest/INFL US.csv",
    ]) {
      assert.equal(latestOfPath(path), undefined, path);
    }
  });

  it("has a readable title", () => {
    const signal = { code: "A/B", version: 2 };
    assert.equal(
      latestTitle({ connectionId: "acme", of: "signals", form: "heatmap" }),
      "Latest Signals",
    );
    assert.equal(
      latestTitle({ connectionId: "sample", of: "signals", signal, form: "heatmap" }),
      "SAMPLE A/B v2 latest",
    );
    const forecasts = { connectionId: "sample", of: "forecasts", form: "explorer" } as const;
    assert.equal(latestTitle(forecasts), "SAMPLE Forecast Explorer");
  });
});
