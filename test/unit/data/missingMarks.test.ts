import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { missingMarks } from "../../../src/shared/cellText";
import { type WireFormat } from "../../../src/shared/wireFormat";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { type Expectation, fixtureBytes, formatOf, written } from "../../support/fixtures";
import { itWith, pythonWith, rscriptWith, runInterpreter } from "../../support/interpreters";

const days = ["2024-06-26", "2024-06-27", "2024-06-28"];

/** How pandas, R, NumPy, Excel and FRED write no value. */
const marks = "NaN NA N/A #N/A #NA null NULL None <NA> NaT . - 1.#IND 1.#QNAN".split(" ");

/** Each mark as it is, in other cases and with a sign. */
const spellings = [
  ...new Set(
    marks.flatMap((mark) =>
      [mark, mark.toLowerCase(), mark.toUpperCase()].flatMap((each) => [
        each,
        `-${each}`,
        `+${each}`,
      ]),
    ),
  ),
];

async function columnsOf(
  body: string | Uint8Array,
  format: WireFormat = "csv",
): Promise<Expectation["columns"]> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const { days: read, columns } = written((await decodeFrame(bytes, format)).frame);
  assert.deepEqual(read, days);
  return columns;
}

/** A CSV body with a cell in the middle of its column A. */
function csvOf(cell: string, [first, last]: readonly [string, string], separator = ","): string {
  const rows = [first, cell, last].map((value, row) => `${days[row] ?? ""}${separator}${value}\n`);
  return `Date${separator}A\n${rows.join("")}`;
}

describe("marks of no value", () => {
  for (const name of ["missing-minus-nan.csv", "missing-excel-na.csv", "missing-fred-dot.csv"]) {
    it(`are read as no value in ${name}, and the other cells as numbers (DATA-15)`, async () => {
      assert.deepEqual(await columnsOf(fixtureBytes(`cases/${name}`)), {
        Level: [0.5, null, 0.75],
        Momentum: [-0.25, null, 0.5],
        Aggregate: [0.125, 0.25, 0.625],
      });
    });
  }

  it("are recognized among numbers in any case, with a sign and beside decimal commas (DATA-15)", async () => {
    assert.deepEqual(missingMarks, marks);
    for (const mark of spellings) {
      for (const separator of [",", ";", "\t"]) {
        const points = csvOf(mark, ["0.5", "-0.75"], separator);
        assert.deepEqual((await columnsOf(points))["A"], [0.5, null, -0.75], points);
      }
      const commas = csvOf(mark, ["0,5", "-0,75"], ";");
      assert.deepEqual((await columnsOf(commas))["A"], [0.5, null, -0.75], commas);
    }
  });

  it("stay text in a text column, where only an empty cell is no value (DATA-15)", async () => {
    for (const mark of spellings) {
      const body = csvOf(mark, ["Namibia", ""]);
      assert.deepEqual((await columnsOf(body))["A"], ["Namibia", mark, null], mark);
    }
  });

  it("are recognized in JSON texts beside numerals, but not in the days (DATA-15)", async () => {
    for (const mark of spellings) {
      const cells = ["0.5000", mark, -0.75];
      const rows = cells.map((A, row) => ({ Date: days[row], A, B: row === 0 ? mark : "x" }));
      assert.deepEqual(await columnsOf(JSON.stringify(rows), "json"), {
        A: [0.5, null, -0.75],
        B: [mark, "x", "x"],
      });
      const undated = JSON.stringify([{ Date: mark, A: 1 }]);
      await assert.rejects(columnsOf(undated, "json"), /not a day/);
    }
  });

  it("do not include texts that only resemble them (DATA-15)", async () => {
    for (const text of ["n.a.", "..", "---", "NAN1", "#DIV/0!", "+", "nil", "<NAN>", "1.#INF"]) {
      assert.deepEqual((await columnsOf(csvOf(text, ["0.5", ""])))["A"], ["0.5", text, null]);
    }
  });
});

describe("numerals in JSON texts", () => {
  it("are numbers in decimal-texts.json (DATA-15)", async () => {
    const name = "cases/decimal-texts.json";
    const { frame } = await decodeFrame(fixtureBytes(name), formatOf(name));
    assert.deepEqual(written(frame), {
      days: ["2024-06-26", "2024-06-27"],
      names: ["Level", "Momentum", "Aggregate"],
      columns: { Level: [0.5, 0.75], Momentum: [-0.25, null], Aggregate: [0.125, 0.625] },
    });
  });

  const cells: [what: string, cells: unknown[], values: (number | string | null)[]][] = [
    ["mixed with numbers and null", ["1e-3", 2, null], [0.001, 2, null]],
    ["with white space and a sign", [" +0.5", "-.5", "5."], [0.5, -0.5, 5]],
    ["beside empty texts and infinities", ["", "inf", "-Infinity"], [null, null, null]],
    [
      "unless a double would change one: then all stay as written (DATA-06)",
      ["9007199254740993", "0.50", 1],
      ["9007199254740993", "0.50", "1"],
    ],
    [
      "of 2^53 and beyond that a double keeps",
      ["9007199254740992", "1e23", "0"],
      [2 ** 53, 1e23, 0],
    ],
    ["unless one is a text", ["0.50", "x", 0.5], ["0.50", "x", "0.5"]],
    ["unless one is a boolean", ["0.50", true, 0.5], ["0.50", "true", "0.5"]],
    ["unless one has a decimal comma", ["0,50", "1", "2"], ["0,50", "1", "2"]],
  ];
  for (const [what, column, values] of cells) {
    it(`are numbers ${what} (DATA-15)`, async () => {
      const bodies = [
        JSON.stringify(column.map((A, row) => ({ Date: days[row], A }))),
        JSON.stringify({ Date: days, A: column }),
        JSON.stringify({ columns: ["Date", "A"], data: column.map((A, row) => [days[row], A]) }),
        JSON.stringify({ A: Object.fromEntries(column.map((A, row) => [days[row] ?? "", A])) }),
      ];
      for (const body of bodies) assert.deepEqual(await columnsOf(body, "json"), { A: values });
    });
  }
});

const expected = { Level: [0.5, null, -0.75], Name: ["Namibia", "NA", "x"] };

describe("no value as other programs write it", function () {
  this.timeout(60_000);

  const pandas = pythonWith("pandas");
  itWith(pandas, "pandas")("is read from pandas, whatever its mark (DATA-15)", async () => {
    const script = `
import json, sys
import pandas as pd
days, marks = json.load(sys.stdin)
table = pd.DataFrame({"Date": days, "Level": [0.5, None, -0.75], "Name": ["Namibia", "NA", "x"]})
print(json.dumps([table.to_csv(index=False, na_rep=mark, **how) for mark in marks
  for how in [{}, {"sep": ";", "decimal": ","}, {"sep": "\\t"}, {"quoting": 1}, {"quoting": 2}]]))`;
    const input = JSON.stringify([days, [...spellings, ""]]);
    const { stdout, stderr } = await runInterpreter(pandas ?? "", ["-c", script], { input });
    assert.notEqual(stdout, "", stderr);
    for (const body of JSON.parse(stdout) as string[]) {
      assert.deepEqual(await columnsOf(body), expected, body);
    }
  });

  const rscript = rscriptWith();
  itWith(rscript, "R")(
    "is read from R's write.csv, write.csv2 and write.table (DATA-15)",
    async () => {
      const folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-"));
      try {
        const script = `
table <- data.frame(Date = as.Date(c("${days.join('","')}")), Level = c(0.5, NaN, -0.75), Name = c("Namibia", "NA", "x"))
missing <- table; missing$Level[2] <- NA
for (each in list(table, missing)) for (mark in c("NA", ".", "#N/A", "")) {
  file <- tempfile(tmpdir = "${folder}")
  write.csv(each, paste0(file, "-1"), row.names = FALSE, na = mark)
  write.csv2(each, paste0(file, "-2"), row.names = FALSE, na = mark)
  write.table(each, paste0(file, "-3"), sep = "\\t", row.names = FALSE, na = mark)
  write.csv(each, paste0(file, "-4"), row.names = FALSE, na = mark, quote = FALSE)
  cat(paste0(file, "-", 1:4), sep = "\\n")
}`;
        const { stdout, stderr } = await runInterpreter(rscript ?? "", ["--vanilla", "-e", script]);
        const files = stdout.trim().split("\n");
        assert.equal(files.length, 32, stderr);
        for (const file of files) {
          const body = await readFile(file);
          assert.deepEqual(await columnsOf(body), expected, body.toString());
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  itWith(duckDb, "DuckDB")("is read from DuckDB as CSV and as JSON (DATA-15)", async () => {
    const duck = await DuckFiles.open();
    try {
      const values = [`0.5, 'Namibia'`, `NULL, 'NA'`, `-0.75, 'x'`];
      const rows = values.map((each, row) => `(DATE '${days[row] ?? ""}', ${each})`).join(", ");
      for (const type of ["DOUBLE", "DECIMAL(9, 4)", "VARCHAR"]) {
        const select = `SELECT Date, Level::${type} AS Level, Name FROM (VALUES ${rows}) t(Date, Level, Name)`;
        const file = path.join(duck.folder, "copied");
        for (const nullText of ["", "NULL", "#N/A"]) {
          await duck.rows(`COPY (${select}) TO FILE (FORMAT csv, NULLSTR '${nullText}')`, file);
          assert.deepEqual(await columnsOf(await readFile(file)), expected, type);
        }
        for (const array of ["true", "false"]) {
          await duck.rows(`COPY (${select}) TO FILE (FORMAT json, ARRAY ${array})`, file);
          assert.deepEqual(await columnsOf(await readFile(file), "json"), expected, type);
        }
      }
    } finally {
      await duck.close();
    }
  });
});
