import assert from "node:assert/strict";
import { requestCode } from "../../src/features/notebook/code/codePieces";
import { type CodeLanguage } from "../../src/features/notebook/code/languages";
import { inflation, lineOf } from "../support/insertSubjects";
import { itWith, pythonWith, rscriptWith } from "../support/interpreters";
import { type RanCode, type RunCode, tableOf, typesOf } from "../support/ranCode";
import { ranPython } from "../support/ranPython";
import { ranR } from "../support/ranR";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";

/** The marks of decision 19, by hand. */
const marks = [
  "",
  "NaN",
  "NA",
  "N/A",
  "#N/A",
  "#NA",
  "null",
  "NULL",
  "None",
  "<NA>",
  "NaT",
  ".",
  "-",
];
const spelled = [
  ...marks,
  "1.#IND",
  "1.#QNAN",
  "-nan",
  "+NA",
  "-1.#ind",
  "nAn",
  "NONE",
  "#n/a",
  "-.",
];
const days = spelled.map((_, row) => `2024-01-${String(row + 1).padStart(2, "0")}`);
const country = spelled.map((_, row) => ["NA", "", "null", "NaN", "."][row] ?? "DE");

/** Each mark once among numbers, and in a column of texts, where only an empty cell is no value. */
function bodyWith(separator: string, comma: string): string {
  const number = (text: string): string => text.replace(".", comma);
  const rows = spelled.map((mark, row) =>
    [days[row], mark, number(`${row}.5`), country[row], mark].join(separator),
  );
  const header = ["Date", "Level", "Momentum", "Country", "Gone"].join(separator);
  return [
    header,
    ...rows,
    ["2024-01-31", number("0.25"), "-1e-3", "DE", ""].join(separator),
    "",
  ].join("\n");
}

const bodies = new Map([
  ["/commas", bodyWith(",", ".")],
  ["/semicolons", bodyWith(";", ",")],
]);

const expected = {
  days: [...days, "2024-01-31"],
  columns: [
    ["Level", [...spelled.map(() => null), 0.25]],
    ["Momentum", [...spelled.map((_, row) => row + 0.5), -0.001]],
    ["Country", [...country.map((text) => (text === "" ? null : text)), "DE"]],
    ["Gone", [...spelled, ""].map(() => null)],
  ],
};

describe("inserted requests and marks of no value", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("inserted-marks");
  const python = pythonWith("pandas");
  const rscript = rscriptWith("curl");
  let server: TestServer;

  before(async () => {
    server = await startServer(({ url = "" }, response) => {
      response.end(bodies.get(`/${url.split("/")[1] ?? ""}`) ?? "");
    });
  });

  after(async () => {
    await server.close();
    folder.remove();
  });

  async function ran(language: CodeLanguage, name: string): Promise<RanCode | undefined> {
    const baseUrl = server.origin + name;
    const subject = { line: lineOf(inflation, baseUrl), language, library: "pandas" } as const;
    const piece = requestCode({ ...subject, baseUrl });
    const codes: RunCode[] = [{ code: piece.text, variable: piece.name }];
    const options = { cwd: folder.path, env: { MACRO_SIGNALS_API_KEY: "a-key-of-tests" } };
    const [result] = await (language === "r"
      ? ranR(rscript ?? "", codes, options)
      : ranPython(python ?? "", codes, { env: options.env }));
    return result;
  }

  const runs: [language: "python" | "r", it: ReturnType<typeof itWith>, number: string][] = [
    ["python", itWith(python, "Python with pandas"), "float64"],
    ["r", itWith(rscript, "Rscript with the package curl"), "numeric"],
  ];
  for (const [language, itRuns, number] of runs) {
    for (const name of ["/commas", "/semicolons"]) {
      itRuns(
        `read every mark in ${name} as no value in ${language}, except in text columns (DATA-15)`,
        async () => {
          const result = await ran(language, name);
          assert.deepEqual(tableOf(result), expected);
          const [, level, momentum, , gone] = typesOf(result);
          assert.deepEqual([level, momentum, gone], [number, number, number]);
        },
      );
    }
  }
});
