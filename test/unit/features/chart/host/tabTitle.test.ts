import assert from "node:assert/strict";
import { type Instant } from "../../../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../../../src/shared/reference";
import {
  type TitledSeries,
  chartName,
  tabTitle,
} from "../../../../../src/features/chart/host/tabTitle";
import { chartNames } from "../../../../support/chartNames";

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

function named(reference: SeriesRef, changes: Partial<TitledSeries> = {}): TitledSeries {
  const name = reference.family === "signal" ? "Inflation" : "US Large Caps";
  return { placed: { connectionId: "acme", reference }, name, hasVersions: false, ...changes };
}

describe("the name of a chart, and the label of its tab of at most 40 letters", () => {
  const cases: readonly [
    what: string,
    series: readonly TitledSeries[],
    name: string,
    label?: string,
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
      "Inflation · US · FIT · as of 28 Jun 2024",
    ],
    [
      "sample data",
      [named(spx, { placed: { connectionId: "sample", reference: spx } })],
      "US Large Caps · 12 Months · USD",
      "SAMPLE US Large Caps · 12 Months · USD",
    ],
    [
      "sample data as of a day, whose parts are dropped as a whole",
      [
        named(inflation("US"), {
          placed: {
            connectionId: "sample",
            reference: inflation("US", { dataKind: "FIT", asOf }),
          },
        }),
      ],
      "Inflation · United States · FIT · as of 28 Jun 2024",
      "SAMPLE Inflation · US · FIT · …",
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
      "Inflation · 2 series",
    ],
    [
      "vintages of one signal, sample data, with its other kind",
      ["latest", asOf, "20240331T235959Z", "FIT"].map((each) =>
        named(inflation("US"), {
          placed: {
            connectionId: "sample",
            reference: inflation(
              "US",
              each === "FIT"
                ? { dataKind: "FIT", asOf: "20231231T235959Z" as typeof asOf }
                : { asOf: each as typeof asOf },
            ),
          },
        }),
      ),
      "Inflation · United States · 3 vintages",
      "SAMPLE Inflation · US · 3 vintages",
    ],
    [
      "more series than can be named",
      ["US", "DE", "FR", "IT", "JP"].map((country) => named(inflation(country))),
      "Inflation · 5 series",
    ],
    [
      "sample data of one kind and one as-of",
      ["US", "DE", "GB"].map((country) =>
        named(inflation(country), {
          placed: { connectionId: "sample", reference: inflation(country, { dataKind: "FIT" }) },
        }),
      ),
      "Inflation · United States, Germany, United Kingdom · FIT",
      "SAMPLE Inflation · 3 series · FIT",
    ],
    [
      "signals of several names",
      [named(inflation("US"), { name: "Unemployment Expectations" }), named(spx)],
      "Unemployment Expectations · United States, US Large Caps · 12 Months · USD",
      "2 series",
    ],
    [
      "a signal with a long name",
      [named(inflation("US"), { name: "Expectations of Unemployment of Households" })],
      "Expectations of Unemployment of Households · United States",
      "Expectations of Unemployment of Ho… · US",
    ],
    [
      "a signal whose name is one long word",
      [named(inflation("x".repeat(38)))],
      `Inflation · ${"x".repeat(38)}`,
      `Inflation · ${"x".repeat(27)}…`,
    ],
    [
      "a series without a name, which has its code",
      [named(inflation("US"), { name: undefined })],
      "INFL · United States",
    ],
  ];
  for (const [what, series, name, label = name] of cases) {
    it(`of ${what}`, () => {
      assert.deepEqual(
        [chartName(series, chartNames), tabTitle(series, chartNames)],
        [name, label],
      );
      assert.ok(Array.from(label).length <= 40);
    });
  }
});
