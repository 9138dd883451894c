import assert from "node:assert/strict";
import { filterTerms, passesFilter } from "../../../../src/ui/table/filterTerms";

describe("passesFilter", () => {
  const cases: readonly [typed: string, text: string, passes: boolean][] = [
    ["", "anything", true],
    [" , ", "anything", true],
    ["cote d'ivoire", "Côte d’Ivoire CI", true],
    ["strasse", "Lange Straße", true],
    ["LODZ", "Łódź", true],
    ["kobenhavn", "København", true],
    ["spain, kobenhavn", "København", true],
    ["spain", "København", false],
  ];
  for (const [typed, text, passes] of cases) {
    it(`${passes ? "finds" : "does not find"} “${text}” by “${typed}”`, () => {
      assert.equal(passesFilter(filterTerms(typed), text), passes);
    });
  }
});
