import assert from "node:assert/strict";
import { type Instant } from "../../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../../src/shared/reference";
import { type NamedSeries, tabTitle } from "../../../../src/vscode/chart/tabTitle";
import { chartNames } from "../../../support/chartNames";

const asOf = "20240628T235959Z" as Instant;
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

function inflation(
  country: string,
  changes: Partial<Parameters<typeof signalRef>[0]> = {},
): SeriesRef {
  const tags = { country_iso: country };
  return signalRef({
    code: "INFL",
    version: 2,
    tags,
    dataKind: "SNAP",
    asOf: "latest",
    ...changes,
  });
}

function named(reference: SeriesRef, changes: Partial<NamedSeries> = {}): NamedSeries {
  const name = reference.family === "signal" ? "Inflation" : "US Large Caps";
  return { placed: { connectionId: "acme", reference }, name, hasVersions: false, ...changes };
}

describe("tabTitle", () => {
  const cases: readonly [
    what: string,
    series: readonly NamedSeries[],
    title: string | undefined,
  ][] = [
    ["a signal", [named(inflation("US"))], "Inflation · United States"],
    ["a forecast", [named(spx)], "US Large Caps · 12 Months · USD"],
    [
      "a code of several versions",
      [named(inflation("US"), { hasVersions: true })],
      "Inflation v2 · United States",
    ],
    [
      "a kind and an as-of",
      [named(inflation("US", { dataKind: "FIT", asOf }))],
      "Inflation · United States · FIT · as of 28 Jun 2024",
    ],
    [
      "sample data",
      [named(spx, { placed: { connectionId: "sample", reference: spx } })],
      "SAMPLE US Large Caps · 12 Months · USD",
    ],
    [
      "several series of one kind",
      ["US", "DE"].map((country) => named(inflation(country, { dataKind: "FIT" }))),
      "Inflation · United States, Germany · FIT",
    ],
    [
      "two kinds of a signal",
      [named(inflation("US")), named(inflation("US", { dataKind: "FIT" }))],
      "Inflation · United States, United States · FIT",
    ],
    [
      "more series than can be named",
      ["US", "DE", "FR", "IT", "JP"].map((country) => named(inflation(country))),
      "Inflation · 5 series",
    ],
    [
      "a series without a name",
      [named(spx), named(inflation("US"), { name: undefined })],
      undefined,
    ],
  ];
  for (const [what, series, title] of cases) {
    it(`of ${what}`, () => {
      assert.equal(tabTitle(series, chartNames), title);
    });
  }
});
