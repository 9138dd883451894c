import assert from "node:assert/strict";
import {
  type CodeLanguage,
  codeLanguageOf,
  waysIn,
} from "../../../../../src/features/notebook/code/languages";

describe("codeLanguageOf", () => {
  const cases: [id: string, language: CodeLanguage | undefined, ways: string][] = [
    ["python", "python", "file request values"],
    ["r", "r", "file request"],
    ["sql", "sql", "file"],
    ["markdown", "markdown", "values"],
    ["julia", undefined, ""],
    ["__proto__", undefined, ""],
  ];
  for (const [id, language, ways] of cases) {
    it(`${language === undefined ? "knows nothing" : `offers ${ways}`} for ${id}`, () => {
      const found = codeLanguageOf(id);
      assert.equal(found, language);
      assert.equal((found === undefined ? [] : waysIn(found)).join(" "), ways);
    });
  }
});
