import assert from "node:assert/strict";
import fc from "fast-check";
import { chartPlaceOf, chartUri } from "../../../../../src/shared/chartPlace";
import { type Instant } from "../../../../../src/shared/instant";
import { forecastRef, panelRef, signalRef } from "../../../../../src/shared/reference";
import {
  chartFileName,
  savedChartFileName,
} from "../../../../../src/features/chart/host/chartFileName";
import { runs } from "../../../../support/propertyRuns";
import { placedSeries } from "../../../../support/references";
import { type SeriesTarget } from "../../../../../src/shared/place";

const retrievedAt = "20261120T180300Z" as Instant;
const signal: SeriesTarget = {
  connectionId: "acme",
  reference: signalRef({
    code: "INFL",
    version: 2,
    tags: { country_iso: "US" },
    dataKind: "FIT",
    asOf: "20240628T235959Z" as Instant,
  }),
};
const forecast: SeriesTarget = {
  connectionId: "sample",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};

describe("chartFileName", () => {
  it("names one series as its own file is named", () => {
    const name = chartFileName({ parts: [signal] }, retrievedAt, "png");
    assert.equal(name, "INFL-v2_country_iso-US_FIT_asof-20240628.png");
    const sample = chartFileName({ parts: [forecast] }, retrievedAt, "svg");
    assert.equal(sample, "SAMPLE_SPX_USD_12-Months_retrieved-20261120T180300Z.svg");
  });

  it("names a panel as its own file is named, and distinguishes its slices", () => {
    const tags = { country_iso: "*", sector: ["Energy"] } as const;
    const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf: "latest" });
    assert.ok(panel.family === "panel");
    const place = { connectionId: "sample", reference: panel };
    const name = chartFileName(place, retrievedAt, "png");
    assert.equal(
      name,
      "SAMPLE_INFL-v2_country_iso-all_sector-Energy_FIT_asof-20261120T180300Z.png",
    );
    const slices = [18_262, 18_263].map((from) => ({ ...place, slice: { from } }));
    const names = slices.map((each) => chartFileName(each, retrievedAt, "png"));
    assert.equal(new Set([name, ...names]).size, 3);
  });

  it("names the first of several and counts the others; any sample data makes it a sample", () => {
    const name = chartFileName({ parts: [signal, forecast] }, retrievedAt, "csv");
    const form =
      /^SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628_and-1-more_id-[0-9a-f]{10}\.csv$/;
    assert.match(name, form);
  });

  it("gives each place one safe name, even where case does not count (SEC-19)", () => {
    const places = new Map<string, string>();
    fc.assert(
      fc.property(fc.array(placedSeries, { minLength: 1, maxLength: 4 }), (series) => {
        const place = chartPlaceOf(series);
        assert.ok(place !== undefined);
        const name = chartFileName(place, retrievedAt, "png");
        assert.match(name, /^[A-Za-z0-9_-]{1,116}\.png$/);
        if (place.parts.length === 1) return;
        const known = places.get(name.toLowerCase()) ?? chartUri(place);
        assert.equal(known, chartUri(place));
        places.set(name.toLowerCase(), known);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("savedChartFileName", () => {
  const cases: readonly [what: string, name: string, file: string][] = [
    [
      "has the name of the chart",
      "Inflation · United Kingdom, United States, Germany",
      "Inflation - United Kingdom, United States, Germany.macrochart.json",
    ],
    ["has no separator of folders", "../US/UK: 10Y\\2Y", "US-UK- 10Y-2Y.macrochart.json"],
    ["is no device of Windows", "Con", "_Con.macrochart.json"],
    ["is there without a name", " .. ", "Chart.macrochart.json"],
    // Three bytes each in UTF-8: file systems limit bytes.
    ["is short in any script", "\u901a".repeat(200), `${"\u901a".repeat(34)}.macrochart.json`],
  ];
  for (const [what, name, file] of cases) {
    it(what, () => {
      assert.equal(savedChartFileName(name), file);
    });
  }

  it("stays in its folder and is valid on every system, whatever a name holds (SEC-19)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
        const file = savedChartFileName(name);
        assert.match(file, /^[^<>:"/\\|?*\p{Control}]+\.macrochart\.json$/u);
        assert.doesNotMatch(file, /^[.\s]|\s\.macrochart/);
        assert.ok(Buffer.byteLength(file) <= 120);
      }),
      { numRuns: runs(200) },
    );
  });
});
