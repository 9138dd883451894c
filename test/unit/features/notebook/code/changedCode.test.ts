import assert from "node:assert/strict";
import {
  changedCode,
  type CodeChange,
  pathIn,
} from "../../../../../src/features/notebook/code/changedCode";
import {
  type CodeBlock,
  libraryOf,
  wayOf,
} from "../../../../../src/features/notebook/code/codeBlock";
import { type CodeLanguage, languages } from "../../../../../src/features/notebook/code/languages";
import { foundReferences } from "../../../../../src/features/notebook/code/foundReferences";
import { parseReferenceLine, type ReferenceLine } from "../../../../../src/shared/referenceLine";
import { editedLines } from "../../../../support/editedLines";

const path = "signals/INFL/2/country_iso=US/FIT";
const oldText = `macro-signals: ${path}/20240628T235959Z @ sample`;
const newText = `macro-signals: ${path}/20240701T101500Z @ sample`;
const oldFile = "SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628";
const newFile = "SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240701T101500Z";

function lineOf(text: string): ReferenceLine {
  const line = parseReferenceLine(`# ${text}`);
  assert.ok(line);
  return line;
}

/** The first block of a text. */
function blockOf(language: CodeLanguage, lines: readonly string[]): CodeBlock {
  const [found] = foundReferences(lines);
  assert.ok(found);
  return { lines, language, row: found.row, endRow: found.endRow };
}

const before = lineOf(oldText);
const after = lineOf(newText);

function changed(
  language: CodeLanguage,
  lines: readonly string[],
  change: Partial<CodeChange> = {},
): readonly string[] | string {
  const result = changedCode(blockOf(language, lines), { before, after, ...change });
  return result.ok ? editedLines(lines, result.edits) : result.problem;
}

describe("changedCode", () => {
  const relativePath = `data/${newFile}.csv`;

  const files: [what: string, language: CodeLanguage, begin: string, old: string, next: string][] =
    [
      [
        "Python",
        "python",
        "#",
        `x = pd.read_csv("data/${oldFile}.csv")`,
        `x = pd.read_csv("${relativePath}")`,
      ],
      ["R", "r", "#", `x <- read.csv('data/${oldFile}.csv')`, `x <- read.csv("${relativePath}")`],
      ["SQL", "sql", "--", `FROM 'data/${oldFile}.csv' -- it's`, `FROM '${relativePath}' -- it's`],
    ];
  for (const [what, language, begin, old, next] of files) {
    it(`changes the line and the path in ${what}, and nothing else`, () => {
      const lines = ["x = 1", "", `  ${begin} ${oldText}`, "", old, "y = 'other.txt'"];
      const expected = ["x = 1", "", `  ${begin} ${newText}`, "", next, "y = 'other.txt'"];
      assert.deepEqual(changed(language, lines, { relativePath }), expected);
    });
  }

  it("knows its own file among others, and changes it wherever it stands", () => {
    const own = `pd.read_csv("data/${oldFile}.csv")`;
    const other = `pd.read_csv("mine.csv")`;
    const lines = [`# ${oldText}`, other, own, other, own];
    const next = own.replace(oldFile, newFile);
    assert.deepEqual(changed("python", lines, { relativePath }), [
      `# ${newText}`,
      other,
      next,
      other,
      next,
    ]);
  });

  it("takes the only path there is, whatever it is called", () => {
    const lines = [`# ${oldText}`, `x = pd.read_csv("renamed.csv")`];
    const expected = [`# ${newText}`, `x = pd.read_csv("${relativePath}")`];
    assert.deepEqual(changed("python", lines, { relativePath }), expected);
  });

  it("writes a path with quotes and letters beyond ASCII as one literal", () => {
    const odd = `dä"ta/it's/${newFile}.csv`;
    const python = changed("python", [`# ${oldText}`, `f("a.csv")`], { relativePath: odd });
    assert.equal(python[1], `f("dä\\"ta/it's/${newFile}.csv")`);
    const sql = changed("sql", [`-- ${oldText}`, `FROM 'a.csv'`], { relativePath: odd });
    assert.equal(sql[1], `FROM 'dä"ta/it''s/${newFile}.csv'`);
  });

  it("reads back a path that is written as a pattern or away from a home folder", () => {
    for (const relative of ["~a/[1]*/x.csv", "~x.parquet", "a?/x.csv"]) {
      for (const language of ["python", "r", "sql"] as const) {
        const begin = language === "sql" ? "--" : "#";
        const code = `f(${languages[language].pathLiteral?.(relative)})`;
        const found = pathIn(blockOf(language, [`${begin} ${oldText}`, code]), before);
        assert.equal(found.ok && found.relativePath, relative);
      }
    }
  });

  const requests: [
    language: CodeLanguage,
    code: (kind: string, asOf: string) => readonly string[],
  ][] = [
    [
      "python",
      (kind, asOf) => [
        `headers = {"X-API-KEY": os.environ["MACRO_SIGNALS_API_KEY"]}`,
        `query = {"SNAP": "SNAP", "region": "kind",`,
        `    "kind": "${kind}", "as_of_utc": "${asOf}"}`,
      ],
    ],
    [
      "r",
      (kind, asOf) => [
        `key <- trimws(Sys.getenv("MACRO_SIGNALS_API_KEY"))`,
        `segments <- c("signal", "SNAP", "data")`,
        `parameters <- c(SNAP = "SNAP", humankind = "SNAP", kind = "${kind}",`,
        `  as_of_utc = "${asOf}")`,
      ],
    ],
  ];
  for (const [language, code] of requests) {
    it(`changes as-of and kind of a live request in ${language}, and no other literal`, () => {
      const [snap, then] = ["SNAP", "2024-06-28T23:59:59"];
      const mine = [`kinds = c("SNAP", "${then}")`, `mine(kind = "SNAP")`, `f({"kind": "SNAP"})`];
      const old = oldText.replace("/FIT/", "/SNAP/");
      assert.deepEqual(
        changed(language, [`# ${old}`, ...code(snap, then), ...mine, `f("own.csv")`], {
          before: lineOf(old),
        }),
        [`# ${newText}`, ...code("FIT", "2024-07-01T10:15:00"), ...mine, `f("own.csv")`],
      );
    });
  }

  it("changes the path of code below which somebody asks with a key of theirs", () => {
    const mine = `get(headers={"X-API-KEY": mine})`;
    const lines = [`# ${oldText}`, `f("data/${oldFile}.csv")`, mine];
    const expected = [`# ${newText}`, `f("${relativePath}")`, mine];
    assert.deepEqual(changed("python", lines, { relativePath }), expected);
  });

  it("puts new values in place of the old under the name that they have now", () => {
    const code = (values: string): string[] => [
      "import pandas as pd",
      "",
      "infl_us = pd.DataFrame(",
      `    {"Level": [${values}]},`,
      ")",
    ];
    const lines = [
      `# ${oldText}`,
      ...code("1.5").join("\n").replace("infl_us", "mine").split("\n"),
    ];
    const valuesCode = [`# ${newText}`, ...code("1.5, 2.5")].join("\n");
    assert.deepEqual(changed("python", [...lines, "mine.plot()"], { valuesCode }), [
      `# ${newText}`,
      "import pandas as pd",
      "",
      "mine = pd.DataFrame(",
      `    {"Level": [1.5, 2.5]},`,
      ")",
      "mine.plot()",
    ]);
  });

  it("puts a new table in place of the old in Markdown", () => {
    const table = (...rows: string[]): string[] => ["| Date | Level |", "| --- | ---: |", ...rows];
    const lines = [`<!-- ${oldText} -->`, "", ...table("| 2024-06-28 | 1 |"), "", "Text."];
    const values = [
      `<!-- ${newText} -->`,
      "",
      ...table("| 2024-06-28 | 1 |", "| 2024-07-01 | 2 |"),
    ];
    const changedTo = changed("markdown", lines, { valuesCode: values.join("\n") });
    assert.deepEqual(changedTo, [...values, "", "Text."]);
  });

  it("edits values line by line, and only those that differ", () => {
    const code = (...rows: string[]): string[] => ["x = pd.DataFrame(", ...rows, ")"];
    const lines = [`# ${oldText}`, ...code("    1,", "    2,", "    3,", "    4,")];
    const editsTo = (...rows: string[]): string[] => {
      const valuesCode = [`# ${newText}`, ...code(...rows)].join("\n");
      const result = changedCode(blockOf("python", lines), { before, after, valuesCode });
      assert.ok(result.ok);
      assert.deepEqual(editedLines(lines, result.edits), valuesCode.split("\n"));
      return result.edits.slice(1).map(({ start, end, text }) => `${start.row}-${end.row} ${text}`);
    };
    assert.deepEqual(editsTo("    1,", "    5,", "    3,", "    6,"), ["3-3     5,", "5-5     6,"]);
    assert.deepEqual(editsTo("    1,", "    2,", "    3,", "    4,", "    5,"), ["6-6     5,\n)"]);
    assert.deepEqual(editsTo("    1,", "    2,"), ["4-6 )"]);
  });

  it("changes the line alone where nothing stands below it", () => {
    assert.deepEqual(changed("r", [`# ${oldText}`, "", "# mine"]), [`# ${newText}`, "", "# mine"]);
  });

  it("changes the line alone over code that is none of ours where that is wanted", () => {
    const lines = [`# ${oldText}`, "x = load('mine.h5')"];
    assert.equal(changed("python", lines), "unknown-code");
    const expected = [`# ${newText}`, "x = load('mine.h5')"];
    assert.deepEqual(changed("python", lines, { isLineAlone: true }), expected);
  });

  it("edits nothing where the block says so already", () => {
    const lines = [`# ${oldText}`, `f("data/${oldFile}.csv")`];
    const relative = `data/${oldFile}.csv`;
    const result = changedCode(blockOf("python", lines), {
      before,
      after: before,
      relativePath: relative,
    });
    assert.deepEqual(result, { ok: true, edits: [] });
  });

  const refusals: [when: string, problem: string, code: string[], change?: Partial<CodeChange>][] =
    [
      ["the code reads something else", "unknown-code", ["x = load()"]],
      ["two files may be meant", "several-paths", [`f("a.csv")`, `f("b.csv")`], { relativePath }],
      ["the path leaves the folder", "path-outside", [`f("../../secret.csv")`], { relativePath }],
      ["the path is absolute", "path-outside", [`f("/etc/secret.csv")`], { relativePath }],
      ["the path is that of a drive", "path-outside", [`f("C:/secret.csv")`], { relativePath }],
      ["the path is an address", "path-outside", [`f("https://evil/a.csv")`], { relativePath }],
      [
        "the new path leaves the folder",
        "path-outside",
        [`f("a.csv")`],
        { relativePath: "../a.csv" },
      ],
      [
        "a request has another as-of",
        "no-as-of",
        [`f("MACRO_SIGNALS_API_KEY", as_of_utc = "2020-01-01T00:00:00")`],
      ],
      [
        "a request has its as-of only in what somebody wrote",
        "no-as-of",
        [`f("MACRO_SIGNALS_API_KEY")`, `plot("2024-06-28T23:59:59")`],
      ],
      [
        "values are made otherwise",
        "other-values",
        ["x = pd.DataFrame(", "    1,", ")"],
        { valuesCode: `# ${newText}\nx = pl.DataFrame(\n    1,\n)` },
      ],
      ["values are not closed", "unknown-code", ["x = pd.DataFrame(", "    1,"]],
      ["other code stands before the values", "unknown-code", ["go()", "x = f(", ")"]],
    ];
  for (const [when, problem, code, change] of refusals) {
    it(`changes nothing when ${when} (SEC-20)`, () => {
      assert.equal(changed("python", [`# ${oldText}`, ...code], change), problem);
    });
  }

  it("reads no path from a comment, a longer string or a line of megabytes", () => {
    const huge = `x = "${"a".repeat(2_000_000)}.csv"`;
    const lines = [`# ${oldText}`, huge, `# f("a.csv")`, `f("see a.csv here")`, `f(f"{x}.csv")`];
    const block = blockOf("python", lines);
    assert.equal(wayOf(block), undefined);
    assert.deepEqual(pathIn(block, before), { ok: false, problem: "unknown-code" });
  });

  it("tells the library of values", () => {
    assert.equal(libraryOf(blockOf("python", [`# ${oldText}`, "x = pl.DataFrame("])), "polars");
    assert.equal(libraryOf(blockOf("python", [`# ${oldText}`, "x = pd.DataFrame("])), "pandas");
  });
});
