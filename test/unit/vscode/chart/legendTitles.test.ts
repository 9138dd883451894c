import assert from "node:assert/strict";
import { ReadableNames } from "../../../../src/catalog/readableNames";
import { type Instant } from "../../../../src/shared/instant";
import { type SignalRef, forecastRef, signalRef } from "../../../../src/shared/reference";
import { legendTitles } from "../../../../src/vscode/chart/chartSession";
import { type SeriesTarget } from "../../../../src/shared/place";

const us = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

function placed(change: Partial<SignalRef> = {}, connection = "acme"): SeriesTarget {
  return { connectionId: connection, reference: { ...us, ...change } };
}

describe("legendTitles", () => {
  const full = (series: readonly SeriesTarget[]): readonly string[] =>
    legendTitles(series, new ReadableNames("en")).map(({ fullTitle }) => fullTitle);
  const short = (series: readonly SeriesTarget[]): readonly string[] =>
    legendTitles(series, new ReadableNames("en")).map(({ title }) => title);
  const cases: [when: string, series: readonly SeriesTarget[], titles: readonly string[]][] = [
    ["SNAP and latest go without saying", [placed()], ["INFL United States"]],
    [
      "kinds are told where they differ, and an as-of always",
      [placed({ dataKind: "FIT" }), placed({ asOf: "20240628T235959Z" as Instant })],
      ["INFL United States FIT", "INFL United States SNAP 2024-06-28"],
    ],
    [
      "a forecast is named by its coordinates",
      [{ connectionId: "acme", reference: forecast }],
      ["SPX USD 12 Months"],
    ],
    [
      "versions are told where those of a code differ, whatever else does",
      [placed(), placed({ version: 1, tags: { country_iso: "DE" } }), placed({ dataKind: "FIT" })],
      ["INFL v2 United States SNAP", "INFL v1 Germany SNAP", "INFL v2 United States FIT"],
    ],
    [
      "versions of other codes are not told",
      [placed(), placed({ code: "GROW", version: 1 })],
      ["INFL United States", "GROW United States"],
    ],
    [
      "connections are told where nothing else differs",
      [placed(), placed({}, "sample")],
      ["INFL United States (acme)", "INFL United States (sample)"],
    ],
    ["texts stay on one line (SEC-13)", [placed({ code: "IN\nFL" })], ["IN FL United States"]],
  ];
  for (const [when, series, titles] of cases) {
    it(when, () => {
      assert.deepEqual(full(series), titles);
    });
  }

  const shortCases: typeof cases = [
    ["one series has its full title", [placed()], ["INFL United States"]],
    [
      "a signal and a kind that all share are left out",
      [placed({ dataKind: "FIT" }), placed({ dataKind: "FIT", tags: { country_iso: "JP" } })],
      ["United States", "Japan"],
    ],
    [
      "a place that all share is left out",
      [placed(), placed({ code: "GROW", version: 1 })],
      ["INFL", "GROW"],
    ],
    [
      "what only some share is kept",
      [placed(), placed({ tags: { country_iso: "JP" } }), placed({ code: "GROW" })],
      ["INFL United States", "INFL Japan", "GROW United States"],
    ],
    [
      "forecasts leave out the coordinates that all share",
      [
        { connectionId: "acme", reference: forecast },
        { connectionId: "acme", reference: { ...forecast, market: "NDX" } },
      ],
      ["SPX", "NDX"],
    ],
    [
      "titles with the same words in another order keep all words",
      [
        placed({ tags: { base: "USD", quote: "EUR" } }),
        placed({ tags: { base: "EUR", quote: "USD" } }),
        placed({ tags: { base: "USD", quote: "JPY" } }),
      ],
      ["INFL USD EUR", "INFL EUR USD", "INFL USD JPY"],
    ],
    [
      "no series is left without a title",
      [placed(), placed({ tags: { country_iso: "US", sector: "Energy" } })],
      ["INFL United States", "INFL United States Energy"],
    ],
    [
      "the same series on two connections has its full title twice",
      [placed(), placed({}, "sample")],
      ["INFL United States (acme)", "INFL United States (sample)"],
    ],
  ];
  it("has short country names for places without room", () => {
    const series = ["GB", "US"].map((country_iso) => placed({ tags: { country_iso } }));
    const titles = legendTitles(series, new ReadableNames("en"));
    assert.deepEqual(
      titles.map(({ shortTitle }) => shortTitle),
      ["UK", "US"],
    );
  });

  for (const [when, series, titles] of shortCases) {
    it(`in a legend ${when}`, () => {
      assert.deepEqual(short(series), titles);
    });
  }
});
