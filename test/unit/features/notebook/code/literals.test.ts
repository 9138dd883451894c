import assert from "node:assert/strict";
import { languages } from "../../../../../src/features/notebook/code/languages";
import { pythonNumber, pythonString } from "../../../../../src/features/notebook/code/python";
import { rString } from "../../../../../src/features/notebook/code/r";
import { sqlString } from "../../../../../src/features/notebook/code/sql";

describe("a text literal", () => {
  const cases: [what: string, text: string, python: string, r: string, sql: string][] = [
    ["plain text", "12 Months", `"12 Months"`, `"12 Months"`, `'12 Months'`],
    ["quotes", `it's "x"`, `"it's \\"x\\""`, `"it's \\"x\\""`, `'it''s "x"'`],
    ["a backslash", "a\\n", `"a\\\\n"`, `"a\\\\n"`, `'a\\n'`],
    ["line breaks", "a\r\nb'\\", `"a\\r\\nb'\\\\"`, `"a\\r\\nb'\\\\"`, `E'a\\r\\nb''\\\\'`],
    ["a control", "\u0001", `"\\u0001"`, `"\\u0001"`, `E'\\x01'`],
    ["NUL", "\0", `"\\u0000"`, `"\\uFFFD"`, `'\ufffd'`],
    ["letters", "Größe 😀", `"Größe 😀"`, `"Gr\\u00F6\\u00DFe \\U0001F600"`, `'Größe 😀'`],
    ["what is not seen", "\u2028\u202e", `"\\u2028\\u202E"`, `"\\u2028\\u202E"`, `'\u2028\u202e'`],
    ["half a pair", "\ud83d", `"\ufffd"`, `"\\uFFFD"`, `'\ufffd'`],
  ];
  for (const [what, text, ...literals] of cases) {
    it(`writes ${what} as each language reads it`, () => {
      assert.deepEqual([pythonString(text), rString(text), sqlString(text)], literals);
    });
  }
});

describe("a path literal", () => {
  it("keeps a path from being a pattern of DuckDB or a home folder", () => {
    assert.equal(languages.sql.pathLiteral?.("a[1]/*?.csv"), "'a[[]1]/[*][?].csv'");
    assert.equal(languages.python.pathLiteral?.("a[1]/*?.csv"), `"a[1]/*?.csv"`);
    assert.equal(languages.r.pathLiteral?.("~me/a.csv"), `"./~me/a.csv"`);
  });
});

describe("pythonNumber", () => {
  const cases: [value: number, literal: string][] = [
    [1, "1.0"],
    [-3, "-3.0"],
    [0.1, "0.1"],
    [1e21, "1e+21"],
    [5e-324, "5e-324"],
    [Number.NaN, "None"],
  ];
  for (const [value, literal] of cases) {
    it(`writes ${value} as a float`, () => assert.equal(pythonNumber(value, "None"), literal));
  }
});
