import assert from "node:assert/strict";
import { fileCode, requestCode, valuesCode } from "../../src/features/notebook/code/codePieces";
import { variableName } from "../../src/features/notebook/code/variableName";
import { areFarDays } from "../../src/features/notebook/code/python";
import { dayOfIso } from "../../src/shared/day";
import { frameOf } from "../support/frames";
import { writeFrame } from "../support/insertedFiles";
import { ranByName } from "../support/insertedGround";
import { inflation, lineOf } from "../support/insertSubjects";
import { itWith, pythonWith } from "../support/interpreters";
import { type RanCode, errorOf, tableOf, typesOf } from "../support/ranCode";
import { ranPython } from "../support/ranPython";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";

const days = ["1270-12-31", "2024-06-28", "2300-01-01"];
const levels = [0.5, null, 0.75];
const frame = frameOf(days, { Level: levels });
const common = { line: lineOf(), language: "python", library: "pandas" } as const;
const variable = variableName(inflation);
const comment = /# Days outside 1677 to 2262: pandas before 2\.0 raises an error\.$/m;

type Way = "csv" | "parquet" | "values" | "request";

describe("days outside 1677 to 2262 in inserted pandas code", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("inserted-years");
  const python = pythonWith("pandas");
  const hasParquet = pythonWith("pandas", "pyarrow") !== undefined;
  let server: TestServer;
  let codes: Readonly<Record<Way, string>>;
  let ran: ReadonlyMap<string, RanCode>;
  let isOld: boolean;

  before(async () => {
    writeFrame(folder.path, "far", frame);
    server = await startServer((_, response) =>
      response.end("Date,Level\n1270-12-31,0.5\n2024-06-28,\n2300-01-01,0.75\n"),
    );
    const file = (format: "csv" | "parquet"): string => {
      const subject = { ...common, format, relativePath: `far.${format}`, hasFarDays: true };
      return fileCode({ ...subject, columns: frame.columns }).text;
    };
    codes = {
      csv: file("csv"),
      parquet: file("parquet"),
      values: valuesCode({ ...common, frame }).text,
      request: requestCode({ ...common, baseUrl: server.origin }).text,
    };
    if (python !== undefined) await run(pythonWith("pandas", "pyarrow") ?? python);
  });

  after(async () => {
    await server.close();
    folder.remove();
  });

  async function run(interpreter: string): Promise<void> {
    const env = { MACRO_SIGNALS_API_KEY: "a-key-of-tests" };
    const pieces = Object.entries(codes).map(([way, code]) => [way, { code, variable }] as const);
    const version = { code: "import pandas; raise Exception(pandas.__version__)", variable: "" };
    ran = await ranByName(new Map([...pieces, ["version", version]]), (each) =>
      ranPython(interpreter, each, { cwd: folder.path, env }),
    );
    isOld = errorOf(ran.get("version")).startsWith("Exception: 1.");
  }

  /** Asserts dates if pandas supports seconds; in older releases an error, never an index of texts. */
  function assertDates(way: Way): void {
    const result = ran.get(way);
    assert.match(
      isOld ? errorOf(result) : typesOf(result).join(" "),
      isOld ? /^(OutOfBoundsDatetime|ValueError): / : /^Date datetime64\[s\] float64$/,
    );
    if (!isOld) assert.deepEqual(tableOf(result), { days, columns: [["Level", levels]] });
  }

  for (const format of ["csv", "parquet"] as const) {
    const itRuns = itWith(
      format === "csv" || hasParquet ? python : undefined,
      format === "csv" ? "Python with pandas" : "Python with pandas and pyarrow",
    );
    itRuns(`are dates when read from ${format}, or an error that a comment announces`, () => {
      assert.match(codes[format], comment);
      assertDates(format);
    });
  }

  itWith(python, "Python with pandas")("are dates when inserted as values, or an error", () => {
    assert.match(codes.values, comment);
    assertDates("values");
  });

  itWith(python, "Python with pandas")("are dates when requested, or an error", () => {
    assertDates("request");
  });

  it("are those that nanoseconds cannot represent", () => {
    // pandas.Timestamp.min.ceil("D") and pandas.Timestamp.max.floor("D").
    const near = Int32Array.of(dayOfIso("1677-09-22") ?? 0, dayOfIso("2262-04-11") ?? 0);
    assert.equal(areFarDays(near), false);
    assert.equal(areFarDays(Int32Array.of(dayOfIso("1677-09-21") ?? 0, 0)), true);
    assert.equal(areFarDays(Int32Array.of(0, dayOfIso("2262-04-12") ?? 0)), true);
    assert.equal(areFarDays(new Int32Array()), false);
  });
});
