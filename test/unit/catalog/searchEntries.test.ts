import assert from "node:assert/strict";
import { type SignalVariant } from "../../../src/catalog/groupByTag";
import { ReadableNames } from "../../../src/catalog/readableNames";
import {
  byHighestVersion,
  forecastEntries,
  type TagText,
  VariantGroups,
} from "../../../src/catalog/searchEntries";
import { SearchIndex } from "../../../src/catalog/searchIndex";
import { definition, sub, tag } from "../../support/definitions";
import { type ForecastSummary } from "../../../src/service/latestForecasts";
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
  before(() => assert.equal([...index.indexing("EQ v2", groups.of(signal, 3))].length, 4));

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

describe("forecastEntries", () => {
  const spx = { ticker: "SPX", name: "S&P 500", tags: [tag("country_iso", ["US"])] };
  const dax = { ticker: "DAX", name: "DAX", tags: [] };
  const of = (marketCode: string, currencyIso: string, horizonName: string): ForecastSummary =>
    summary({ marketCode, currencyIso, horizonName });
  const entries = forecastEntries(
    [spx, dax],
    forecastsOf([
      of("SPX", "USD", "10 Years"),
      of("SPX", "USD", "12 Months"),
      of("SPX", "USD", "12 Months"),
      of("NEW", "EUR", "12 Months"),
    ]),
    english,
  );

  it("has each combination once, by market and length, and markets without any", () => {
    const texts = entries.map(({ item: { market, coordinates } }) =>
      [market, coordinates?.currency, coordinates?.horizon].join(" ").trim(),
    );
    assert.deepEqual(texts, ["SPX USD 12 Months", "SPX USD 10 Years", "DAX", "NEW EUR 12 Months"]);
  });

  it("puts the currency of a forecast before that of its market", () => {
    const euro = { ...dax, tags: [tag("currency_iso", ["EUR"])] };
    const summaries = [of("DAX", "CHF", "1 Year"), of("DAX", "EUR", "1 Year")];
    const index = new SearchIndex<string>();
    for (const each of forecastEntries([euro], forecastsOf(summaries), english)) {
      index.add({ ...each, item: each.item.coordinates?.currency ?? "" });
    }
    assert.deepEqual(index.search("dax eur", 10).items, ["EUR", "CHF"]);
  });

  it("lets a forecast be found by market name, currency, horizon and the market's tags", () => {
    const index = new SearchIndex();
    for (const each of entries) index.add(each);
    const found = index.search("s&p dollar 10 united states", 10);
    assert.deepEqual(found.items, [entries[1]?.item]);
  });
});
