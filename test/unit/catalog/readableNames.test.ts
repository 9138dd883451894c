import assert from "node:assert/strict";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { panelRef } from "../../../src/shared/reference";
import { readableTagKind } from "../../../src/shared/tagKind";

describe("readableTagKind", () => {
  const cases: [kind: string, name: string][] = [
    ["country_iso", "Country"],
    ["sector", "Sector"],
    ["sector_name", "Sector"],
    ["investment_style_name", "Investment style"],
    ["_name", "Name"],
    ["", ""],
  ];
  for (const [kind, name] of cases) {
    it(`calls «${kind}» «${name}»`, () => assert.equal(readableTagKind(kind), name));
  }
});

describe("ReadableNames", () => {
  const cases: [language: string, kind: string, value: string, name: string][] = [
    ["en", "country_iso", "US", "United States"],
    ["en", "country", "DE", "Germany"],
    ["de", "country_iso", "DE", "Deutschland"],
    ["en", "currency_iso", "JPY", "Japanese Yen"],
    ["en", "country_iso", "EMU", "EMU"],
    ["en", "country_iso", "us", "us"],
    ["en", "sector", "Energy", "Energy"],
    ["no language!", "country_iso", "FR", "France"],
  ];
  for (const [language, kind, value, name] of cases) {
    it(`writes ${kind} ${value} as «${name}» in «${language}»`, () => {
      assert.equal(new ReadableNames(language).tagValue(kind, value), name);
    });
  }

  it("names a variant of a panel by what tells it from the others", () => {
    const sets = { country_iso: "*", sector: ["Energy"], tenor: ["2Y", "5Y"] } as const;
    const shared = { code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" } as const;
    const panel = panelRef({ ...shared, tags: sets });
    assert.ok(panel.family === "panel");
    const tags = { country_iso: "US", sector: "Energy", tenor: "2Y" };
    assert.equal(new ReadableNames("en").variant(panel, tags), "United States · 2Y");
  });

  it("has shorter names of countries for narrow places", () => {
    const names = new ReadableNames("en");
    const short = ["HK", "GB", "US", "DE", "EMU"].map((code) =>
      names.tagValue("country_iso", code, "short"),
    );
    // CLDR: the short forms of en.
    assert.deepEqual(short, ["Hong Kong", "UK", "US", "Germany", "EMU"]);
  });

  it("sorts by names as people do, and leaves those of one name as they are", () => {
    const items = ["CH", "10Y", "AT", "2Y", "AU", "Austria"];
    const names = new ReadableNames("en");
    const sorted = names.sorted(items, (code) => names.tagValue("country_iso", code));
    assert.deepEqual(sorted, ["2Y", "10Y", "AU", "AT", "Austria", "CH"]);
  });
});
