import assert from "node:assert/strict";
import { type CodeLanguage, languages } from "../../../../../src/features/notebook/code/languages";
import { literalAt, stringLiterals } from "../../../../../src/features/notebook/code/literals";

describe("stringLiterals", () => {
  const python = languages.python.strings;
  const cases: [language: CodeLanguage, line: string, values: (string | undefined)[]][] = [
    ["python", `f("INFL", 'US')`, ["INFL", "US"]],
    ["python", `x = r"a\\b" + "a\\\\b" + "a\\"b" + "\\d"`, ["a\\b", "a\\b", 'a"b', "\\d"]],
    ["python", `x = f"{a}" + b"raw" + u"text"`, [undefined, undefined, "text"]],
    ["python", `x = "caf\\u00e9 \\U0001F600 \\x41"`, ["café 😀 A"]],
    ["python", `x = "\\U99999999"`, [undefined]],
    ["python", `"""INFL""" "US"`, [undefined, "US"]],
    ["python", `"""INFL begins here, "US"`, []],
    ["python", `x = "INFL" # "US"`, ["INFL"]],
    ["python", `x = "# no comment"`, ["# no comment"]],
    ["python", `x = "never closed`, []],
    ["r", `c('INFL', "it's \\u{e9}")`, ["INFL", "it's é"]],
    ["sql", `FROM 'it''s' -- 'no'`, ["it's"]],
    ["sql", `SELECT "Level" FROM 'a\\b'`, [undefined, "a\\b"]],
    ["markdown", `"INFL"`, []],
    ["python", `x = "${"a".repeat(30_000)}"`, []],
  ];
  for (const [language, line, values] of cases) {
    it(`reads ${line.slice(0, 40)} in ${language}`, () => {
      assert.deepEqual(
        stringLiterals(line, languages[language].strings).map(({ value }) => value),
        values,
      );
    });
  }

  it("tells where they stand", () => {
    assert.deepEqual(stringLiterals(`x = rb"a"`, python), [{ from: 4, to: 9, value: undefined }]);
    assert.deepEqual(literalAt(`f("INFL")`, 3, python), { from: 2, to: 8, value: "INFL" });
    assert.equal(literalAt(`f("INFL")`, 8, python), undefined);
  });
});
