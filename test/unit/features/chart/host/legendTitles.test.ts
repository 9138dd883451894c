import assert from "node:assert/strict";
import { ReadableNames } from "../../../../../src/catalog/readableNames";
import { type Instant } from "../../../../../src/shared/instant";
import { type SignalRef, forecastRef, signalRef } from "../../../../../src/shared/reference";
import { legendTitles } from "../../../../../src/features/chart/host/legendTitles";
import { type TitledSeries } from "../../../../../src/features/chart/host/tabTitle";

const us = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

function unnamed(placed: TitledSeries["placed"]): TitledSeries {
  return { placed, name: undefined, hasVersions: false };
}

function placed(change: Partial<SignalRef> = {}, connection = "acme"): TitledSeries {
  return unnamed({ connectionId: connection, reference: { ...us, ...change } });
}

function named(name: string, change: Partial<SignalRef> = {}): TitledSeries {
  return { ...placed(change), name };
}

describe("legendTitles", () => {
  const full = (series: readonly TitledSeries[]): readonly string[] =>
    legendTitles(series, new ReadableNames("en")).map(({ fullTitle }) => fullTitle);
  const short = (series: readonly TitledSeries[]): readonly string[] =>
    legendTitles(series, new ReadableNames("en")).map(({ title }) => title);
  const cases: [when: string, series: readonly TitledSeries[], titles: readonly string[]][] = [
    ["SNAP and latest go without saying", [placed()], ["INFL United States"]],
    [
      "kinds are included when they differ, and an as-of always",
      [placed({ dataKind: "FIT" }), placed({ asOf: "20240628T235959Z" as Instant })],
      ["INFL United States FIT", "INFL United States SNAP 28 Jun 2024"],
    ],
    [
      "a forecast is named by its coordinates",
      [unnamed({ connectionId: "acme", reference: forecast })],
      ["SPX USD 12 Months"],
    ],
    [
      "versions are included when those of a code differ, whatever else does",
      [placed(), placed({ version: 1, tags: { country_iso: "DE" } }), placed({ dataKind: "FIT" })],
      ["INFL v2 United States SNAP", "INFL v1 Germany SNAP", "INFL v2 United States FIT"],
    ],
    [
      "versions of other codes are not included",
      [placed(), placed({ code: "GROW", version: 1 })],
      ["INFL United States", "GROW United States"],
    ],
    [
      "connections are included when nothing else differs",
      [placed(), placed({}, "sample")],
      ["INFL United States (acme)", "INFL United States (sample)"],
    ],
    ["texts stay on one line (SEC-13)", [placed({ code: "IN\nFL" })], ["IN FL United States"]],
    [
      "the name takes the place of the code",
      [named("Inflation"), named("Growth", { code: "GROW", dataKind: "FIT" })],
      ["Inflation · United States SNAP", "Growth · United States FIT"],
    ],
    [
      "a name that is known for one series is that of all of its code",
      [named("Inflation"), placed({ tags: { country_iso: "DE" } }), placed({ code: "GROW" })],
      ["Inflation · United States", "Inflation · Germany", "GROW United States"],
    ],
    [
      "a market of the same code has its own name",
      [
        named("Gold Momentum", { code: "GOLD" }),
        {
          placed: { connectionId: "acme", reference: { ...forecast, market: "GOLD" } },
          name: "Gold",
          hasVersions: false,
        },
      ],
      ["Gold Momentum · United States", "Gold · USD 12 Months"],
    ],
    [
      "codes distinguish signals of the same name",
      [named("Inflation"), named("Inflation", { code: "INFL_CORE" })],
      ["INFL United States", "INFL_CORE United States"],
    ],
    [
      "a forecast has the name of its market",
      [
        {
          placed: { connectionId: "acme", reference: forecast },
          name: "US Large Caps",
          hasVersions: false,
        },
      ],
      ["US Large Caps · USD 12 Months"],
    ],
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
        unnamed({ connectionId: "acme", reference: forecast }),
        unnamed({ connectionId: "acme", reference: { ...forecast, market: "NDX" } }),
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
  it("has short country names and codes for places without room", () => {
    const inPlaces = ["GB", "US"].map((country_iso) => placed({ tags: { country_iso } }));
    const titles = legendTitles(inPlaces, new ReadableNames("en"));
    assert.deepEqual(
      titles.map(({ shortTitle }) => shortTitle),
      ["UK", "US"],
    );
    const ofSignals = [named("Inflation"), named("Growth", { code: "GROW" })];
    assert.deepEqual(
      legendTitles(ofSignals, new ReadableNames("en")).map(({ title, shortTitle }) => [
        title,
        shortTitle,
      ]),
      [
        ["Inflation", "INFL"],
        ["Growth", "GROW"],
      ],
    );
  });

  for (const [when, series, titles] of shortCases) {
    it(`in a legend ${when}`, () => {
      assert.deepEqual(short(series), titles);
    });
  }
});
