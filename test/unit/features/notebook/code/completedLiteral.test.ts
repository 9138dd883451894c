import assert from "node:assert/strict";
import { placeInLiteral } from "../../../../../src/features/notebook/code/completedLiteral";
import { type CompletedPlace } from "../../../../../src/features/notebook/code/completedPlace";

const line = "# macro-signals: signals/INFL/2/country_iso=US/FIT/latest @ sample";

interface Found {
  readonly place: CompletedPlace | undefined;
  /** The row after a text was completed. */
  readonly completed: (value: string) => string | undefined;
}

/** The place at the bar in a document. */
function at(languageId: string, ...rows: string[]): Found {
  const row = rows.findIndex((text) => text.includes("|"));
  const column = rows[row]?.indexOf("|") ?? -1;
  const lines = rows.map((text) => text.replace("|", ""));
  const place = placeInLiteral({ lineAt: (at) => lines[at] ?? "", row, column, languageId });
  const completed = (value: string): string | undefined => {
    const written = place?.write(value);
    if (place === undefined || written === undefined) return undefined;
    const text = lines[row] ?? "";
    return text.slice(0, place.from) + written + text.slice(place.to);
  };
  return { place, completed };
}

const call = ["infl = macro_signals_table(", '    "https://api.acme.com/prefix",'];

describe("a place in a string literal", () => {
  it("is below a reference line, in its languages", () => {
    assert.ok(at("python", line, 'x = "|"').place);
    assert.ok(at("python", line, "", "", 'x = df["|').place);
    assert.ok(at("r", line, "x <- '|'").place);
    assert.ok(at("sql", line.replace("#", "--"), "WHERE a = '|'").place);
    assert.ok(at("quarto", "```{r}", line, 'x <- "|"').place);
    assert.ok(at("markdown", "```python", line, 'x = "|"').place);
    assert.ok(at("python", ...call, '    ["|').place);
  });

  it("is nowhere else", () => {
    const nowhere: [languageId: string, ...rows: string[]][] = [
      ["python", 'x = "|"'],
      ["python", 'x = "|"', line],
      ["python", line, "# %%", 'x = "|"'],
      ["python", line, "x = |"],
      ["python", line, "x = 'a' # '|'"],
      ["python", line, 'x = f"|"'],
      ["python", line, 'x = """|"""'],
      ["python", line, 'x = "data/|"'],
      ["python", 'def macro_signals_table(base_url): return "|"'],
      ["sql", line, 'SELECT "|"'],
      ["sql", line, "SELECT E'|'"],
      ["quarto", "```{r}", line, "```", 'He said "|".'],
      ["quarto", "```{julia}", line, 'x = "|"'],
      ["plaintext", line, 'x = "|"'],
    ];
    for (const [languageId, ...rows] of nowhere) {
      assert.equal(at(languageId, ...rows).place, undefined, rows.join("\n"));
    }
  });

  const arguments_: [what: string, rows: string[], expected: unknown][] = [
    ["a code", ['    ["api", "v3", "signal", "|"],'], { what: "code" }],
    ["a code", ['    ["api", "v3", "signal", "IN|FL", "2", "data"],'], { what: "code" }],
    ["a version", ['    ["api", "v3", "signal", "INFL", "|"],'], { what: "version" }],
    [
      "a parameter",
      ['    ["api", "v3", "signal", "INFL", "2", "data"],', '    {"|"'],
      { what: "parameter" },
    ],
    [
      "another parameter",
      ['    ["api", "v3", "signal", "INFL", "2", "data"],', '    {"country_iso": "US", "|"'],
      { what: "parameter" },
    ],
  ];
  for (const [what, rows, wanted] of arguments_) {
    it(`is ${what} in a call`, () => {
      assert.deepEqual(at("python", ...call, ...rows).place?.wanted, wanted);
    });
  }

  it("has the words before it, the nearest first", () => {
    const words = (languageId: string, ...rows: string[]): readonly string[] => {
      const wanted = at(languageId, line, ...rows).place?.wanted;
      return wanted?.what === "text" ? wanted.words.slice(0, 2) : [];
    };
    assert.deepEqual(words("python", 'x = df[df["country_iso"] == "|"]'), ["country_iso", "df"]);
    assert.deepEqual(words("python", 'f({"a b": "|"})').at(0), "b");
    assert.ok(words("python", 'df["sector"].isin(["Energy", "|"])').includes("Energy"));
    assert.deepEqual(
      words("python", 'df["sector"].isin([', '    "Energy",', '    "|"')[0],
      "Energy",
    );
    assert.equal(words("r", 'filter(x, country_iso == "|")')[0], "country_iso");
    assert.equal(words("sql", "WHERE country_iso = '|'")[0], "country_iso");
    assert.equal(words("r", 'parameters <- c(country_iso = "US", kind = "|")')[0], "kind");
  });

  it("has the signal of the call, with the rest from the line", () => {
    const segments = (code: string): string => `["api", "v3", "signal", "${code}", "2", "data"],`;
    const own = at("python", line, ...call, segments("INFL"), '{"|"').place?.signal;
    assert.deepEqual(own, { code: "INFL", version: 2, tags: { country_iso: ["US"] } });
    const other = at("python", line, ...call, segments("GROWTH"), '{"a": "1", "|"').place?.signal;
    assert.deepEqual(other, { code: "GROWTH", version: 2, tags: { a: ["1"] } });
    assert.equal(at("python", line, 'x = "|"').place?.service, "sample");
    const alone = at("python", ...call, '["api", "v3", "signal", "|"').place;
    assert.equal(alone?.service, "https://api.acme.com/prefix");
    assert.equal(at("python", "x = macro_signals_table(url, ['|").place?.service, undefined);
  });

  const written: [languageId: string, row: string, value: string, expected: string | undefined][] =
    [
      ["python", 'x = "a|b"', 'a"b\\c', 'x = "a\\"b\\\\c"'],
      ["python", "x = '|'", "it's", "x = 'it\\'s'"],
      ["python", 'x = "|', "US", 'x = "US'],
      ["python", 'x = "|"', "a\u202eb", 'x = "a\\u202Eb"'],
      ["r", "x <- '|'", "é\"'", "x <- '\\u00E9\\\"\\''"],
      ["sql", "WHERE a = '|'", "it's", "WHERE a = 'it''s'"],
      ["sql", "WHERE a = '|'", "a\nb", undefined],
    ];
  for (const [languageId, row, value, expected] of written) {
    it(`takes ${JSON.stringify(value)} in ${languageId} ${row}`, () => {
      assert.equal(at(languageId, line, row).completed(value), expected);
    });
  }
});
