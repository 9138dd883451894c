import assert from "node:assert/strict";
import fc from "fast-check";
import {
  anyChartPlaceOfUri,
  chartPlaceOf,
  chartPlaceOfUri,
  chartTitle,
  chartUri,
  isPanelChart,
} from "../../../src/shared/chartPlace";
import { placeUri, type SeriesTarget } from "../../../src/shared/place";
import { forecastRef, signalRef } from "../../../src/shared/reference";
import { runs } from "../../support/propertyRuns";
import { placedSeries, places } from "../../support/references";

const spx = {
  connectionId: "sample",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};

describe("a chart's place", () => {
  it("survives the round trip through its URI, of one series and of several (SEC-08)", () => {
    fc.assert(
      fc.property(fc.array(placedSeries, { minLength: 1, maxLength: 4 }), (series) => {
        const place = chartPlaceOf(series);
        assert.ok(place !== undefined);
        assert.deepEqual(chartPlaceOfUri(chartUri(place)), place);
      }),
      { numRuns: runs(200) },
    );
  });

  it("is known exactly for the charts among all places", () => {
    fc.assert(
      fc.property(places, (any) => {
        const isChart = any.form === "chart" && any.reference.family !== "panel";
        const found = chartPlaceOfUri(placeUri(any));
        assert.equal(found !== undefined, isChart);
        assert.equal(
          found === undefined ? undefined : chartUri(found),
          isChart ? placeUri(any) : undefined,
        );
      }),
      { numRuns: runs() },
    );
  });

  it("of a panel is one too, with its slice, among all places", () => {
    fc.assert(
      fc.property(places, (any) => {
        const found = anyChartPlaceOfUri(placeUri(any));
        assert.equal(found !== undefined, any.form === "chart");
        if (found === undefined) return;
        assert.equal(isPanelChart(found), any.reference.family === "panel");
        assert.deepEqual(found.slice, any.slice);
        assert.equal(chartUri(found), placeUri(any));
      }),
      { numRuns: runs() },
    );
  });

  it("holds each series once, and is none without any", () => {
    assert.deepEqual(chartPlaceOf([spx, spx]), { parts: [spx] });
    assert.equal(chartPlaceOf([]), undefined);
  });

  it("keeps the part of its series that is shown", () => {
    const place = { parts: [spx] as const, slice: { from: 18_262 } };
    assert.deepEqual(chartPlaceOfUri(chartUri(place)), place);
  });

  it("has the name of what it shows, of sample data with SAMPLE first", () => {
    const panel = anyChartPlaceOfUri(
      "macro-signals:/sample/signals/INFL/2/country_iso%3D%2A/FIT/latest/SAMPLE%20INFL%20all%20country_iso%20FIT.chart",
    );
    assert.equal(panel && chartTitle(panel), "SAMPLE INFL v2 all countries FIT");
    const other = { connectionId: "acme", reference: spx.reference };
    assert.equal(chartTitle({ parts: [spx] }), "SAMPLE SPX USD 12 Months");
    assert.equal(
      chartTitle({ parts: [other, spx] }),
      "SAMPLE SPX USD 12 Months + SPX USD 12 Months",
    );
  });

  it("has a title with the values as they are and the version of each signal (15.1.7)", () => {
    const odd = (version: number): SeriesTarget => ({
      connectionId: "acme",
      reference: signalRef({
        code: "CMDTY/β",
        version,
        tags: { ccy: "EUR%USD" },
        dataKind: "SNAP",
        asOf: "latest",
      }),
    });
    assert.equal(
      chartTitle({ parts: [odd(1), odd(2)] }),
      "CMDTY/β v1 EUR%USD + CMDTY/β v2 EUR%USD",
    );
    assert.match(chartUri({ parts: [odd(1)] }), /\/CMDTY%252F%CE%B2%20EUR%2525USD\.chart$/);
  });

  it("is nothing for another text", () => {
    for (const text of ["", "file:///a.chart", `${chartUri({ parts: [spx] })}?x`]) {
      assert.equal(chartPlaceOfUri(text), undefined);
    }
  });
});
