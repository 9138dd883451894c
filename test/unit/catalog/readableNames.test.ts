import assert from "node:assert/strict";
import { ReadableNames } from "../../../src/catalog/readableNames";
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
});
