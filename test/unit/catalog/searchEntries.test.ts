import assert from "node:assert/strict";
import { type SignalVariant } from "../../../src/catalog/groupByTag";
import { ReadableNames } from "../../../src/catalog/readableNames";
import {
  byHighestVersion,
  allMarkets,
  type ForecastCandidate,
  ForecastGroups,
  type ForecastText,
  type TagText,
  VariantGroups,
} from "../../../src/catalog/searchEntries";
import { SearchIndex } from "../../../src/catalog/searchIndex";
import { definition, sub, tag } from "../../support/definitions";
import { type ForecastSummary } from "../../../src/service/latestForecasts";
import { forecastCoordinates } from "../../../src/catalog/forecastCoordinates";
import { finish } from "../../../src/shared/finish";
import { type ForecastMarket } from "../../../src/service/parseMarkets";
import { forecastsOf, summary } from "../../support/forecastSummaries";

const english = new ReadableNames("en");

describe("byHighestVersion", () => {
  it("keeps the codes' order and puts the highest version of each first", () => {
    const signals = [
      { code: "INFL", version: 1 },
      { code: "GROWTH", version: 0 },
      { code: "INFL", version: 10 },
      { code: "INFL", version: 2 },
    ];
    const texts = byHighestVersion(signals).map(({ code, version }) => `${code} ${version}`);
    assert.deepEqual(texts, ["INFL 10", "INFL 2", "INFL 1", "GROWTH 0"]);
  });
});

describe("VariantGroups", () => {
  const tags = [tag("country_iso", ["US", "DE"], sub("sector", ["Energy", "Banks"]))];
  const signal = { ...definition("EQ", 2, ...tags), name: "Equities" };
  const index = new SearchIndex<SignalVariant, TagText>();
  const groups = new VariantGroups(english);
  before(() => assert.ok([...index.indexing("EQ v2", groups.of(signal, 3))].length >= 4));

  const cases: [by: string, query: string, found: string[]][] = [
    ["code", "eq de", ["DE Energy", "DE Banks"]],
    ["version", "v2 banks", ["US Banks", "DE Banks"]],
    ["name", "equities us energy", ["US Energy"]],
    ["tag value", "DE banks", ["DE Banks"]],
    ["readable name", "germany energy", ["DE Energy"]],
  ];
  for (const [by, query, found] of cases) {
    it(`lets a variant be found by ${by}`, () => {
      const { items } = index.search(query, 10);
      assert.deepEqual(
        items.map((item) => Object.values(item.tags).join(" ")),
        found,
      );
      assert.ok(items.every((item) => item.signal === signal));
    });
  }

  it("generates no more variants than there is room for", () => {
    assert.equal([...groups.of(signal, 0, 3).entries].length, 3);
  });
});

describe("ForecastGroups", () => {
  const spx = { ticker: "SPX", name: "S&P 500", tags: [tag("country_iso", ["US"])] };
  const dax = { ticker: "DAX", name: "DAX", tags: [] };
  const of = (marketCode: string, currencyIso: string, horizonName: string): ForecastSummary =>
    summary({ marketCode, currencyIso, horizonName });
  const indexOf = (
    listed: readonly ForecastMarket[],
    summaries: readonly ForecastSummary[],
  ): SearchIndex<ForecastCandidate, ForecastText> => {
    const known = finish(forecastCoordinates(forecastsOf(summaries)));
    const groups = new ForecastGroups(english);
    const index = new SearchIndex<ForecastCandidate, ForecastText>();
    for (const market of finish(allMarkets(listed, known))) {
      const group = groups.of(market, known.get(market.ticker) ?? [], index.size);
      for (const _ of index.indexing(market.ticker, group));
    }
    return index;
  };
  const index = indexOf(
    [spx, dax],
    [
      of("SPX", "USD", "10 Years"),
      of("SPX", "USD", "12 Months"),
      of("SPX", "USD", "12 Months"),
      of("NEW", "EUR", "12 Months"),
    ],
  );
  const found = (query: string): string[] =>
    index
      .search(query, 10)
      .items.map(({ market, coordinates }) =>
        [market, coordinates?.currency, coordinates?.horizon].join(" ").trim(),
      );

  it("has each combination once, by market and length, and markets without any", () => {
    assert.deepEqual(found(""), [
      "SPX USD 12 Months",
      "SPX USD 10 Years",
      "DAX",
      "NEW EUR 12 Months",
    ]);
  });

  it("puts the currency of a forecast before that of its market", () => {
    const euro = { ...dax, tags: [tag("currency_iso", ["EUR"])] };
    const { items } = indexOf(
      [euro],
      [of("DAX", "CHF", "1 Year"), of("DAX", "EUR", "1 Year")],
    ).search("dax eur", 10);
    assert.deepEqual(
      items.map(({ coordinates }) => coordinates?.currency),
      ["EUR", "CHF"],
    );
  });

  it("lets a forecast be found by market name, currency, horizon and the market's tags", () => {
    assert.deepEqual(found("s&p dollar 10 united states"), ["SPX USD 10 Years"]);
  });

  it("reads the tags of a market once, however many forecasts it has (LIST-04)", () => {
    let reads = 0;
    const values = {
      *[Symbol.iterator](): Generator<string, undefined> {
        reads += 1;
        for (let at = 0; at < 200_000; at++) yield `T${at % 1_000}`;
      },
    } as unknown as readonly string[];
    const summaries = Array.from({ length: 500 }, (_, at) => of("SPX", "USD", `${at} Days`));
    const market = { ...spx, tags: [{ kind: "region", values, subTags: [] }] };
    const large = indexOf([market], summaries);
    assert.deepEqual([large.size, reads, large.search("t999", 10).total], [500, 1, 500]);
  });
});
