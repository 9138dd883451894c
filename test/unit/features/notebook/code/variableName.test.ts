import assert from "node:assert/strict";
import fc from "fast-check";
import { variableName } from "../../../../../src/features/notebook/code/variableName";
import {
  type Reference,
  forecastRef,
  panelRef,
  signalRef,
} from "../../../../../src/shared/reference";
import { type Instant } from "../../../../../src/shared/instant";
import { inflation, shares } from "../../../../support/insertSubjects";
import { runs } from "../../../../support/propertyRuns";
import { references } from "../../../../support/references";

describe("variableName", () => {
  const named = (tags: Record<string, string>): Reference => signalRef({ ...inflation, tags });
  const cases: [what: string, reference: Reference, name: RegExp][] = [
    ["a signal", inflation, /^infl_v2_us_fit$/],
    ["a forecast", shares, /^spx_usd_12_months$/],
    ["a signal without tags", named({}), /^infl_v2_fit$/],
    ["a value of several words", named({ region: "North America" }), /^infl_v2_north_america_fit$/],
    [
      "a value with a sign",
      named({ sector: "Food & Drink" }),
      /^infl_v2_food_drink_fit_[0-9a-f]{8}$/,
    ],
    ["a value in another script", named({ region: "日本" }), /^infl_v2_x_fit_[0-9a-f]{8}$/],
    [
      "a market that begins with a digit",
      forecastRef({ market: "10Y", currency: "USD", horizon: "1 Year" }),
      /^x10y_usd_1_year$/,
    ],
    [
      "a panel",
      panelRef({ ...inflation, tags: { country_iso: ["US", "DE"], sector: "*" } }),
      /^infl_v2_us_de_all_sector_fit$/,
    ],
    [
      "a panel of all there are",
      panelRef({ ...inflation, tags: { country_iso: "*" } }),
      /^infl_v2_all_country_iso_fit$/,
    ],
  ];
  for (const [what, reference, name] of cases) {
    it(`names ${what}`, () => {
      assert.match(variableName(reference), name);
    });
  }

  it("ends with the as-of beside the same series as of another time", () => {
    const [day, instant, other] = (
      ["20240628T235959Z", "20240628T120000Z", "20231231T235959Z"] as const
    ).map((asOf): Reference => ({ ...inflation, asOf: asOf as Instant }));
    assert.ok(day !== undefined && instant !== undefined && other !== undefined);
    assert.equal(variableName(day, [other]), "infl_v2_us_fit_20240628");
    assert.equal(variableName(instant, [day]), "infl_v2_us_fit_20240628t120000z");
    assert.equal(variableName(day, [day, shares, named({})]), "infl_v2_us_fit");
    assert.equal(variableName(shares, [shares]), "spx_usd_12_months");
  });

  it("tells apart what plain letters do not", () => {
    const values = ["A&B", "A-B", "A B", "Ä B", "*"];
    const names = values.map((sector) => variableName(named({ sector })));
    assert.equal(new Set(names).size, values.length);
  });

  it("is a short name of every language that no as-of changes", () => {
    fc.assert(
      fc.property(references, (reference) => {
        const name = variableName(reference);
        const latest =
          reference.family === "forecast" ? reference : { ...reference, asOf: "latest" as const };
        assert.match(name, /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/);
        assert.ok(name.length <= 60);
        assert.equal(variableName(latest), name);
      }),
      { numRuns: runs() },
    );
  });
});
