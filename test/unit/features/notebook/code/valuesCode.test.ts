import assert from "node:assert/strict";
import { valuesCode } from "../../../../../src/features/notebook/code/codePieces";
import { lineOf, twoDays } from "../../../../support/insertSubjects";
import { frameOf } from "../../../../support/frames";

const line = lineOf();
const comment =
  "macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix";

describe("valuesCode", () => {
  it("is a typed table of pandas with dates as its index", () => {
    const code = valuesCode({ line, library: "pandas", language: "python", frame: twoDays }).text;
    assert.deepEqual(code.split("\n"), [
      `# ${comment}`,
      "import pandas as pd",
      "",
      "infl_v2_us_fit = pd.DataFrame(",
      "    {",
      `        "Level": [1.0, float("nan")],`,
      `        "Momentum": [0.1, 1e+21],`,
      `        "Note": pd.array(["NA", None], dtype="string"),`,
      "    },",
      `    index=pd.DatetimeIndex(["2024-01-01", "2024-01-02"], name="Date"),`,
      ")",
    ]);
  });

  it("is a typed table of polars with dates as its first column", () => {
    const code = valuesCode({ line, library: "polars", language: "python", frame: twoDays }).text;
    assert.deepEqual(code.split("\n").slice(1), [
      "import polars as pl",
      "",
      "infl_v2_us_fit = pl.DataFrame(",
      "    {",
      `        "Date": ["2024-01-01", "2024-01-02"],`,
      `        "Level": [1.0, None],`,
      `        "Momentum": [0.1, 1e+21],`,
      `        "Note": ["NA", None],`,
      "    },",
      "    schema={",
      `        "Date": pl.String,`,
      `        "Level": pl.Float64,`,
      `        "Momentum": pl.Float64,`,
      `        "Note": pl.String,`,
      "    },",
      `).with_columns(pl.col("Date").str.to_date("%Y-%m-%d"))`,
    ]);
  });

  it("is a table of Markdown below a comment and an empty line", () => {
    const code = valuesCode({ line, library: "pandas", language: "markdown", frame: twoDays }).text;
    assert.deepEqual(code.split("\n"), [
      `<!-- ${comment} -->`,
      "",
      "| Date | Level | Momentum | Note |",
      "| --- | ---: | ---: | --- |",
      "| 2024-01-01 | 1 | 0.1 | NA |",
      "| 2024-01-02 |  | 1e+21 |  |",
    ]);
  });

  it("fills lines that an editor shows whole", () => {
    const days = Array.from({ length: 40 }, (_, row) => `2024-01-${String(row + 1)}`).slice(9, 31);
    const frame = frameOf(days, { Level: days.map((_, row) => row / 7) });
    for (const library of ["pandas", "polars"] as const) {
      const lines = valuesCode({ line, library, language: "python", frame })
        .text.split("\n")
        .slice(1);
      const longest = Math.max(...lines.map(({ length }) => length));
      assert.ok(longest <= 88 && lines.length < 30, `${longest} characters, ${lines.length} lines`);
    }
  });

  it("has types without any row", () => {
    const frame = frameOf([], { Level: [] });
    const code = valuesCode({ line, library: "pandas", language: "python", frame }).text;
    assert.match(code, /"Level": pd\.array\(\[\], dtype="float64"\),/);
  });
});
