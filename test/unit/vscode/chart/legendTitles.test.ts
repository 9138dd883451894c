import assert from "node:assert/strict";
import { ReadableNames } from "../../../../src/catalog/readableNames";
import { type PlacedSeries } from "../../../../src/shared/composedPlace";
import { type Instant } from "../../../../src/shared/instant";
import { type SignalRef, forecastRef, signalRef } from "../../../../src/shared/reference";
import { legendTitles } from "../../../../src/vscode/chart/legendTitles";

const us = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

function placed(change: Partial<SignalRef> = {}, connection = "acme"): PlacedSeries {
  return { connection, reference: { ...us, ...change } };
}

describe("legendTitles", () => {
  const cases: [when: string, series: readonly PlacedSeries[], titles: readonly string[]][] = [
    ["SNAP and latest go without saying", [placed()], ["INFL United States"]],
    [
      "kind and as-of are told",
      [placed({ dataKind: "FIT" }), placed({ asOf: "20240628T235959Z" as Instant })],
      ["INFL United States FIT", "INFL United States 2024-06-28"],
    ],
    [
      "a forecast is named by its coordinates",
      [{ connection: "acme", reference: forecast }],
      ["SPX USD 12 Months"],
    ],
    [
      "versions are told where the rest is the same",
      [placed(), placed({ version: 3 }), placed({ dataKind: "FIT" })],
      ["INFL United States v2", "INFL United States v3", "INFL United States FIT"],
    ],
    [
      "connections are told where versions do not differ",
      [placed(), placed({}, "sample")],
      ["INFL United States v2 (acme)", "INFL United States v2 (sample)"],
    ],
    ["texts stay on one line (SEC-13)", [placed({ code: "IN\nFL" })], ["IN FL United States"]],
  ];
  for (const [when, series, titles] of cases) {
    it(when, () => {
      assert.deepEqual(legendTitles(series, new ReadableNames("en")), titles);
    });
  }
});
