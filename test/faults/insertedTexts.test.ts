import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileCode, requestCode, valuesCode } from "../../src/features/notebook/code/codePieces";
import { type Column } from "../../src/data/frame";
import { asOfParameter } from "../../src/shared/instant";
import { type SeriesRef } from "../../src/shared/reference";
import { connectDuckDb, duckDb } from "../support/duckDb";
import { type HostileSubject, hostileSubjects } from "../support/insertedTexts";
import { lineOf } from "../support/insertSubjects";
import { itWith, pythonWith, rscriptWith, runInterpreter } from "../support/interpreters";
import { temporaryFolder } from "../support/temporaryFolder";

const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000);
const subjects = hostileSubjects(seed);
const baseUrl = `https://api.acme.com/it's`;

/** The segments and parameters that a request for a reference has, flat. */
function requestTexts(reference: SeriesRef): readonly [segments: string[], parameters: string[]] {
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    const place = ["forecast", "market", market, "currency", currency, "horizon", horizon, "data"];
    return [["api", "v3", ...place], []];
  }
  const { code, version, tags, dataKind, asOf } = reference;
  const vintage = asOf === "latest" ? [] : ["as_of_utc", asOfParameter(asOf)];
  return [
    ["api", "v3", "signal", code, String(version), "data"],
    [...Object.entries(tags).flat(), "kind", dataKind, ...vintage],
  ];
}

/** Halves of surrogate pairs are in no text here; a home folder is written as what it is not. */
function readPath({ relativePath }: HostileSubject): string {
  return relativePath.startsWith("~") ? `./${relativePath}` : relativePath;
}

/** What Python finds the folder of its file with, before the path in it. */
const pythonPath = (each: HostileSubject): string[] => ["__file__", "", readPath(each)];

function typed(columns: readonly Column[], number: string, text: string): string[] {
  return columns.flatMap(({ name, type }) => [name, type === "number" ? number : text]);
}

describe(`every text of inserted code, FUZZ_SEED=${seed}`, function () {
  this.timeout(60_000);

  describe("in Python", () => {
    /** Of each code the kinds of its statements and all texts of the last one, in their order. */
    const reader = `
import ast, json, sys
def texts(node):
    found = [n for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return [n.value for n in sorted(found, key=lambda n: (n.lineno, n.col_offset))]
trees = [ast.parse(code) for code in json.load(sys.stdin)]
print(json.dumps([[[type(each).__name__ for each in t.body], texts(t.body[-1])] for t in trees]))
`;
    const python = pythonWith("json");
    const common = { language: "python" } as const;
    const file = (
      each: HostileSubject,
      library: "pandas" | "polars",
      format: "parquet" | "csv",
    ): string =>
      fileCode({ ...common, ...each, library, format, line: lineOf(each.reference) }).text;
    const days = Int32Array.of(0);

    const ways: [
      way: string,
      code: (subject: HostileSubject) => string,
      texts: (subject: HostileSubject) => readonly string[],
    ][] = [
      [
        "pandas and Parquet",
        (each) => file(each, "pandas", "parquet"),
        (each) => [
          ...pythonPath(each),
          ...["Date", "datetime64[ns]", ...typed(each.columns.slice(1), "", "string"), "Date"],
        ],
      ],
      [
        "pandas and CSV",
        (each) => file(each, "pandas", "csv"),
        (each) => [
          ...pythonPath(each),
          ...["Date", "Date", ...typed(each.columns, "float64", "string"), "", "round_trip"],
        ],
      ],
      ["polars and Parquet", (each) => file(each, "polars", "parquet"), pythonPath],
      [
        "polars and CSV",
        (each) => file(each, "polars", "csv"),
        (each) => [...pythonPath(each), "Date", ...each.columns.map(({ name }) => name)],
      ],
      [
        "a request",
        ({ reference }) =>
          requestCode({ ...common, library: "pandas", baseUrl, line: lineOf(reference) }).text,
        ({ reference }) => [baseUrl, ...requestTexts(reference).flat()],
      ],
      [
        "values",
        ({ reference, columns }) =>
          valuesCode({
            ...common,
            library: "pandas",
            line: lineOf(reference),
            frame: { days, columns },
          }).text,
        ({ columns }) => [
          ...columns.flatMap(({ name, type, values }) =>
            type === "number" ? [name] : [name, values[0] ?? "", "string"],
          ),
          "1970-01-01",
          "Date",
        ],
      ],
    ];
    for (const [way, code, texts] of ways) {
      itWith(python, "Python")(`is exactly itself by ${way} (SEC-18)`, async () => {
        const input = JSON.stringify(subjects.map(code));
        const env = { PYTHONUTF8: "1" };
        const { stdout, stderr } = await runInterpreter(python ?? "", ["-c", reader], {
          input,
          env,
        });
        assert.equal(stderr, "");
        const read = JSON.parse(stdout) as readonly (readonly [string[], string[]])[];
        assert.deepEqual(
          read.map(([, found]) => found),
          subjects.map(texts),
        );
        // Nothing but what any code has: imports, a class and a function, the assignment.
        assert.equal(new Set(read.map(([statements]) => statements.join(" "))).size, 1);
        assert.match(
          read[0]?.[0].join(" ") ?? "",
          /^(Import(From)? )+(ClassDef FunctionDef )?Assign$/,
        );
      });
    }
  });

  describe("in R", () => {
    const folder = temporaryFolder("inserted-texts");
    after(() => folder.remove());

    /** Evaluates what holds texts in each code, without reading or asking anything. */
    const reader = String.raw`
hex <- function(text) paste(as.character(charToRaw(enc2utf8(text))), collapse = "")
text_of <- function(bytes) {
  text <- rawToChar(bytes)
  Encoding(text) <- "UTF-8"
  text
}
both <- function(values) if (is.null(names(values))) values else c(rbind(names(values), values))
texts_of <- function(code) {
  parsed <- parse(text = code, encoding = "UTF-8", keep.source = FALSE)
  stopifnot(length(parsed) == 1)
  call <- parsed[[1]][[3]]
  if (identical(call[[1]], quote(read.csv))) return(c(eval(call[[2]]), both(eval(call$colClasses))))
  stopifnot(identical(call[[1]], quote(local)))
  block <- as.list(call[[2]])
  of <- function(name) Filter(function(each) is.call(each) && identical(each[[2]], as.name(name)), block[-(1:5)])[[1]][[3]]
  c(eval(of("url")[[2]]), eval(of("segments")), both(eval(of("parameters"))))
}
codes <- file("codes.R", "rb")
for (size in scan("sizes.txt", quiet = TRUE)) {
  cat(vapply(texts_of(text_of(readBin(codes, "raw", size))), hex, ""), "\n")
}
`;
    const rscript = rscriptWith();

    async function readTexts(codes: readonly string[]): Promise<string[][]> {
      mkdirSync(folder.path, { recursive: true });
      writeFileSync(`${folder.path}/codes.R`, codes.join(""));
      const sizes = codes.map((code) => Buffer.byteLength(code));
      writeFileSync(`${folder.path}/sizes.txt`, sizes.join("\n"));
      writeFileSync(`${folder.path}/reader.R`, reader);
      const options = { cwd: folder.path, env: { LC_ALL: "C" } };
      const { stdout, stderr } = await runInterpreter(
        rscript ?? "",
        ["--vanilla", "reader.R"],
        options,
      );
      assert.equal(stderr, "");
      const rows = stdout.trimEnd().split("\n");
      return rows.map((row) =>
        row
          .trim()
          .split(" ")
          .map((each) => Buffer.from(each, "hex").toString()),
      );
    }

    itWith(rscript, "Rscript")("is exactly itself by a file (SEC-18)", async () => {
      const read = await readTexts(
        subjects.map(
          (each) =>
            fileCode({
              ...each,
              language: "r",
              library: "pandas",
              format: "csv",
              holder: "notebook",
              line: lineOf(each.reference),
            }).text,
        ),
      );
      // Types by their position where R could not write a name.
      const expected = subjects.map((each) => {
        const isNamed = each.columns.every(
          ({ name }) => /^[ -~]+$/.test(name) && name !== "recursive" && name !== "use.names",
        );
        const types = typed(each.columns, "numeric", "character");
        const named = ["Date", "Date", ...types];
        const unnamed = ["Date", ...types.filter((_, index) => index % 2 === 1)];
        return [readPath(each), ...(isNamed ? named : unnamed)];
      });
      assert.deepEqual(read, expected);
    });

    itWith(rscript, "Rscript")("is exactly itself by a request (SEC-18)", async () => {
      const read = await readTexts(
        subjects.map(
          ({ reference }) =>
            requestCode({ language: "r", library: "pandas", baseUrl, line: lineOf(reference) })
              .text,
        ),
      );
      const expected = subjects.map(({ reference }) => [
        `${baseUrl}/`,
        ...requestTexts(reference).flat(),
        ...["fmt", "csv"],
      ]);
      assert.deepEqual(read, expected);
    });
  });

  describe("in SQL", () => {
    /** As much of the tree that DuckDB's parser makes as holds texts. */
    interface Tree {
      readonly statements: readonly [
        { readonly node: { readonly from_table: { readonly function: Call } } },
      ];
    }
    interface Call {
      readonly children: readonly Argument[];
    }
    interface Argument {
      readonly alias: string;
      readonly value?: { readonly value: string };
      readonly left?: { readonly column_names: readonly string[] };
      readonly right?: Call;
    }

    for (const format of ["parquet", "csv"] as const) {
      itWith(duckDb, "DuckDB")(`is exactly itself by ${format} (SEC-18)`, async () => {
        const connection = await connectDuckDb();
        const read: string[][] = [];
        for (const each of subjects) {
          const line = lineOf(each.reference);
          const code = fileCode({ ...each, language: "sql", library: "pandas", format, line }).text;
          assert.equal((await connection.extractStatements(code)).count, 1);
          const select = code.slice(code.indexOf("SELECT *\n"), -1);
          const result = await connection.runAndReadAll("SELECT json_serialize_sql($1::VARCHAR)", [
            select,
          ]);
          const tree = JSON.parse(String(result.getRows()[0]?.[0])) as Tree;
          const [path, ...options] = tree.statements[0].node.from_table.function.children;
          const columns = options.find(({ left }) => left?.column_names[0] === "columns")?.right;
          const types = columns?.children.flatMap(({ alias, value }) => [
            alias,
            value?.value ?? "",
          ]);
          read.push([path?.value?.value ?? "", ...(types ?? [])]);
        }
        connection.closeSync();
        const expected = subjects.map((each) => [
          readPath(each).replace(/[*?[]/g, "[$&]"),
          ...(format === "csv"
            ? ["Date", "DATE", ...typed(each.columns, "DOUBLE", "VARCHAR")]
            : []),
        ]);
        assert.deepEqual(read, expected);
      });
    }
  });
});
