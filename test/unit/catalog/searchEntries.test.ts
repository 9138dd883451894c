import assert from "node:assert/strict";
import { ReadableNames } from "../../../src/catalog/readableNames";
import {
  byHighestVersion,
  forecastEntries,
  variantEntries,
} from "../../../src/catalog/searchEntries";
import { SearchIndex } from "../../../src/catalog/searchIndex";
import { definition, sub, tag } from "../../support/definitions";

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

describe("variantEntries", () => {
  const signal = definition(
    "EQ",
    2,
    tag("country_iso", ["US", "DE"], sub("sector", ["Energy", "Banks"])),
  );
  const index = new SearchIndex<string>();
  for (const each of variantEntries({ ...signal, name: "Equities" }, 3, english)) {
    index.add({ ...each, item: Object.values(each.item.tags).join(" ") });
  }

  const cases: [by: string, query: string, found: string[]][] = [
    ["code", "eq de", ["DE Energy", "DE Banks"]],
    ["version", "v2 banks", ["US Banks", "DE Banks"]],
    ["name", "equities us energy", ["US Energy"]],
    ["tag value", "DE banks", ["DE Banks"]],
    ["readable name", "germany energy", ["DE Energy"]],
  ];
  for (const [by, query, found] of cases) {
    it(`lets a variant be found by ${by}`, () => {
      assert.deepEqual(index.search(query, 10).items, found);
    });
  }

  it("orders the variants of one signal before those of the next", () => {
    const orders = [3, 4].map((position) => [...variantEntries(signal, position, english)]);
    const [last, first] = [orders[0]?.at(-1)?.order, orders[1]?.at(0)?.order];
    assert.ok(last !== undefined && first !== undefined && last < first);
  });
});

describe("forecastEntries", () => {
  const spx = { ticker: "SPX", name: "S&P 500", tags: [tag("country_iso", ["US"])] };
  const dax = { ticker: "DAX", name: "DAX", tags: [] };
  const of = (marketCode: string, currencyIso: string, horizonName: string) => ({
    marketCode,
    currencyIso,
    horizonName,
  });
  const entries = forecastEntries(
    [spx, dax],
    [
      of("SPX", "USD", "10 Years"),
      of("SPX", "USD", "12 Months"),
      of("SPX", "USD", "12 Months"),
      of("NEW", "EUR", "12 Months"),
    ],
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
    for (const each of forecastEntries([euro], summaries, english)) {
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
