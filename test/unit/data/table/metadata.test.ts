import assert from "node:assert/strict";
import { type HeldPanel, type HeldSeries } from "../../../../src/data/table/content";
import { tableMetadata } from "../../../../src/data/table/metadata";
import { dayOfIso } from "../../../../src/shared/day";
import { endOfDay, instantOfText } from "../../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../../src/shared/reference";

const acme = "https://api.acme.com/";
const asOf = endOfDay(19_902);
const retrievedAt = instantOfText("20261120T140501Z") ?? assert.fail();
const outage = new Error("no answer");

const signal = (country: string, code = "INFL"): SeriesRef & { family: "signal" } =>
  signalRef({ code, version: 2, tags: { country_iso: country }, dataKind: "FIT", asOf });
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

const from = (reference: SeriesRef, service = acme): HeldSeries => ({
  ...{ reference, retrievedAt, service },
  isSample: service === "sample",
});

const panel = (code: string, service = acme, staleBecause?: Error): HeldPanel => ({
  panel: {
    reference: {
      family: "panel",
      ...{ code, version: 2, tags: { country_iso: "*" }, dataKind: "FIT", asOf },
    },
    variants: ["DE", "US"].map((country) => ({ reference: signal(country, code) })),
    ...{ retrievedAt, staleBecause },
  },
  service,
  isSample: service === "sample",
});

describe("tableMetadata", () => {
  describe("of a series", () => {
    it("says how to ask for a signal again", () => {
      const reference = { ...signal("US"), asOf: retrievedAt };
      assert.deepEqual(tableMetadata({ kind: "series", member: from(reference) }), {
        "macro-signals.reference": "signals/INFL/2/country_iso=US/FIT/20261120T140501Z",
        "macro-signals.service": acme,
        "macro-signals.as_of": "20261120T140501Z",
      });
    });

    it("marks values that are older than they should be", () => {
      const member = { ...from(spx), staleBecause: outage };
      assert.deepEqual(tableMetadata({ kind: "series", member }), {
        "macro-signals.reference": "forecasts/SPX/USD/12 Months",
        "macro-signals.service": acme,
        "macro-signals.stale": "true",
      });
    });

    it("marks sample data as synthetic, and a part as a part", () => {
      const slice = { from: dayOfIso("2020-01-01") ?? assert.fail(), columns: ["Forecast"] };
      assert.deepEqual(tableMetadata({ kind: "series", member: from(spx, "sample") }, { slice }), {
        "macro-signals.reference": "forecasts/SPX/USD/12 Months",
        "macro-signals.service": "sample",
        "macro-signals.slice": "2020-01-01../cols=Forecast",
        "macro-signals.synthetic": "true",
      });
    });
  });

  describe("of a set", () => {
    it("says how to ask for each series again, and nothing of the time of fetching", () => {
      const members = [from(signal("DE")), from(signal("US"))];
      assert.deepEqual(tableMetadata({ kind: "set", members }), {
        "macro-signals.references":
          '["signals/INFL/2/country_iso=DE/FIT/20240628T235959Z","signals/INFL/2/country_iso=US/FIT/20240628T235959Z"]',
        "macro-signals.service": acme,
        "macro-signals.as_of": "20240628T235959Z",
      });
    });

    it("names the service of each where they differ, and what is synthetic, stale or one column", () => {
      const members = [from(signal("DE")), { ...from(spx, "sample"), staleBecause: outage }];
      assert.deepEqual(tableMetadata({ kind: "set", members }, { column: "Level" }), {
        "macro-signals.references":
          '["signals/INFL/2/country_iso=DE/FIT/20240628T235959Z","forecasts/SPX/USD/12 Months"]',
        "macro-signals.services": '["https://api.acme.com/","sample"]',
        "macro-signals.as_of": "20240628T235959Z",
        "macro-signals.stale": "true",
        "macro-signals.synthetic": "true",
        "macro-signals.column": "Level",
      });
    });

    it("has no as-of where the signals have several", () => {
      const other = { ...signal("US"), asOf: endOfDay(19_903) };
      const metadata = tableMetadata({ kind: "set", members: [from(signal("DE")), from(other)] });
      assert.equal(metadata["macro-signals.as_of"], undefined);
    });
  });

  describe("of a panel", () => {
    const references =
      '["signals/INFL/2/country_iso=DE/FIT/20240628T235959Z","signals/INFL/2/country_iso=US/FIT/20240628T235959Z"]';

    it("says how to ask for the panel again, and what it expanded to", () => {
      assert.deepEqual(tableMetadata({ kind: "panel", member: panel("INFL") }), {
        "macro-signals.reference": "signals/INFL/2/country_iso=*/FIT/20240628T235959Z",
        "macro-signals.references": references,
        "macro-signals.service": acme,
        "macro-signals.as_of": "20240628T235959Z",
      });
    });

    it("names what is a part, synthetic, stale or one column", () => {
      const member = panel("INFL", "sample", outage);
      const view = { slice: { columns: ["Level"] }, column: "Level" };
      const metadata = tableMetadata({ kind: "panel", member }, view);
      assert.deepEqual(Object.entries(metadata), [
        ["macro-signals.reference", "signals/INFL/2/country_iso=*/FIT/20240628T235959Z"],
        ["macro-signals.references", references],
        ["macro-signals.service", "sample"],
        ["macro-signals.as_of", "20240628T235959Z"],
        ["macro-signals.slice", "cols=Level"],
        ["macro-signals.column", "Level"],
        ["macro-signals.stale", "true"],
        ["macro-signals.synthetic", "true"],
      ]);
    });
  });

  describe("of joined panels", () => {
    it("keeps each panel as it was asked for, with what it expanded to", () => {
      const members = [panel("INFL"), panel("CURVE", acme, outage)];
      assert.deepEqual(tableMetadata({ kind: "join", members }), {
        "macro-signals.panels": JSON.stringify(
          ["INFL", "CURVE"].map((code) => ({
            reference: `signals/${code}/2/country_iso=*/FIT/20240628T235959Z`,
            references: ["DE", "US"].map(
              (country) => `signals/${code}/2/country_iso=${country}/FIT/20240628T235959Z`,
            ),
          })),
        ),
        "macro-signals.service": acme,
        "macro-signals.as_of": "20240628T235959Z",
        "macro-signals.stale": "true",
      });
    });
  });
});
