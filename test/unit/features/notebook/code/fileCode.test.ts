import assert from "node:assert/strict";
import { type InLanguage } from "../../../../../src/features/notebook/code/languages";
import { fileCode } from "../../../../../src/features/notebook/code/codePieces";
import {
  type CodeSubject,
  type FileCodeSubject,
} from "../../../../../src/features/notebook/code/language";
import { inflation, lineOf, shares, twoDays } from "../../../../support/insertSubjects";

const signalLine =
  "macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix";

function codeOf(subject: Partial<InLanguage<CodeSubject & FileCodeSubject>>): string[] {
  return fileCode({
    line: lineOf(),
    library: "pandas",
    language: "python",
    relativePath: "data/INFL.parquet",
    format: "parquet",
    columns: twoDays.columns,
    ...subject,
  }).text.split("\n");
}

const sqlFolder =
  "-- The path is relative to the working directory: run this in the folder of this file.";
const folder = `Path(globals().get("__file__", "")).parent`;

describe("fileCode", () => {
  const csv = { relativePath: "data/INFL.csv", format: "csv" } as const;
  const numbers = { columns: twoDays.columns.slice(0, 1) };
  const cases: [
    what: string,
    subject: Partial<InLanguage<CodeSubject & FileCodeSubject>>,
    code: string[],
  ][] = [
    [
      "Parquet with pandas, whose dates of Parquet are objects",
      numbers,
      [
        `# ${signalLine}`,
        "from pathlib import Path",
        "",
        "import pandas as pd",
        "",
        "infl_v2_us_fit = (",
        `    pd.read_parquet(${folder} / "data/INFL.parquet")`,
        `    .astype({"Date": "datetime64[ns]"})`,
        `    .set_index("Date")`,
        ")",
      ],
    ],
    [
      "CSV with pandas, to the last digit and with a text that reads NA",
      csv,
      [
        `# ${signalLine}`,
        "from pathlib import Path",
        "",
        "import pandas as pd",
        "",
        "infl_v2_us_fit = pd.read_csv(",
        `    ${folder} / "data/INFL.csv",`,
        `    parse_dates=["Date"],`,
        `    index_col="Date",`,
        `    dtype={"Level": "float64", "Momentum": "float64", "Note": "string"},`,
        "    keep_default_na=False,",
        `    na_values=[""],`,
        `    float_precision="round_trip",`,
        ")",
      ],
    ],
    [
      "Parquet with polars",
      { library: "polars" },
      [
        `# ${signalLine}`,
        "from pathlib import Path",
        "",
        "import polars as pl",
        "",
        "infl_v2_us_fit = pl.read_parquet(",
        `    ${folder} / "data/INFL.parquet",`,
        "    glob=False,",
        ")",
      ],
    ],
    [
      "CSV with polars, from a folder that looks like a pattern",
      { ...numbers, library: "polars", ...csv, relativePath: "../a[1]/INFL.csv" },
      [
        `# ${signalLine}`,
        "from pathlib import Path",
        "",
        "import polars as pl",
        "",
        "infl_v2_us_fit = pl.read_csv(",
        `    ${folder} / "../a[1]/INFL.csv",`,
        `    schema={"Date": pl.Date, "Level": pl.Float64},`,
        "    glob=False,",
        ")",
      ],
    ],
    [
      "CSV with R in a notebook, whose kernel starts in its folder",
      { ...numbers, ...csv, language: "r", holder: "notebook" },
      [
        `# ${signalLine}`,
        "infl_v2_us_fit <- read.csv(",
        `  "data/INFL.csv",`,
        `  colClasses = c(Date = "Date", Level = "numeric"),`,
        "  check.names = FALSE,",
        `  na.strings = "",`,
        `  encoding = "UTF-8"`,
        ")",
      ],
    ],
    [
      "Parquet with SQL",
      { language: "sql" },
      [
        `-- ${signalLine}`,
        sqlFolder,
        "CREATE OR REPLACE VIEW infl_v2_us_fit AS",
        "SELECT *",
        "FROM read_parquet('data/INFL.parquet');",
      ],
    ],
    [
      "CSV with SQL, from a folder that looks like a partition and a pattern",
      { ...numbers, ...csv, language: "sql", relativePath: "x=1/a*/INFL.csv" },
      [
        `-- ${signalLine}`,
        sqlFolder,
        "CREATE OR REPLACE VIEW infl_v2_us_fit AS",
        "SELECT *",
        "FROM read_csv(",
        "  'x=1/a[*]/INFL.csv',",
        "  header = true,",
        "  auto_detect = false,",
        "  columns = {'Date': 'DATE', 'Level': 'DOUBLE'},",
        "  hive_partitioning = false",
        ");",
      ],
    ],
  ];
  for (const [what, subject, code] of cases) {
    it(`reads ${what}`, () => {
      assert.deepEqual(codeOf(subject), code);
    });
  }

  it("says of sample data and of a part what they are", () => {
    const line = { ...lineOf(shares, "sample"), slice: { from: 0 } };
    const [comment, , , , , table] = codeOf({ line });
    assert.equal(comment, "# macro-signals: forecasts/SPX/USD/12 Months/1970-01-01.. @ sample");
    assert.equal(table, "spx_usd_12_months = (");
  });

  it("names columns by position where R could not write their names", () => {
    const columns = ["Größe", "recursive"].map((name) => ({
      name,
      type: "number" as const,
      values: new Float64Array(),
    }));
    for (const column of columns) {
      const code = codeOf({ ...csv, language: "r", holder: "prose", columns: [column] });
      assert.equal(code[3], `  colClasses = c("Date", "numeric"),`);
    }
  });

  it("refuses Parquet in R", () => {
    assert.throws(() => codeOf({ language: "r" }), RangeError);
  });

  it("keeps a folder that is named like a home from being one", () => {
    const code = codeOf({ relativePath: "~data/INFL.parquet" }).join("\n");
    assert.match(code, /\.parent\.absolute\(\)\n? *\/ "\.\/~data\//);
  });

  it("takes the name of the variable from the series, whatever its as-of", () => {
    const code = codeOf({ line: lineOf({ ...inflation, asOf: "latest" }) });
    assert.equal(code[5], "infl_v2_us_fit = (");
  });
});
