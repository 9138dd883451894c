import assert from "node:assert/strict";
import { fileCode, requestCode, valuesCode } from "../../src/features/notebook/code/codePieces";
import { variableName } from "../../src/features/notebook/code/variableName";
import { areFarDays } from "../../src/features/notebook/code/python";
import { dayOfIso } from "../../src/shared/day";
import { frameOf } from "../support/frames";
import { writeFrame } from "../support/insertedFiles";
import { inflation, lineOf } from "../support/insertSubjects";
import { itWith, pythonWith, runInterpreter } from "../support/interpreters";
import { type RanCode, errorOf, tableOf, typesOf } from "../support/ranCode";
import { ranPython } from "../support/ranPython";
import { temporaryFolder } from "../support/temporaryFolder";
import { startServer } from "../support/testServer";

const days = ["1270-12-31", "2024-06-28", "2300-01-01"];
const levels = [0.5, null, 0.75];
const frame = frameOf(days, { Level: levels });
const common = { line: lineOf(), language: "python", library: "pandas" } as const;
const variable = variableName(inflation);

describe("days outside 1677 to 2262 in inserted pandas code", function () {
  this.timeout(60_000);
  const folder = temporaryFolder("inserted-years");
  const python = pythonWith("pandas");
  const hasParquet = pythonWith("pandas", "pyarrow") !== undefined;

  before(() => writeFrame(folder.path, "far", frame));

  after(() => folder.remove());

  async function ran(code: string): Promise<RanCode | undefined> {
    const env = { MACRO_SIGNALS_API_KEY: "a-key-of-tests" };
    const interpreter = pythonWith("pandas", "pyarrow") ?? python ?? "";
    const [result] = await ranPython(interpreter, [{ code, variable }], { cwd: folder.path, env });
    return result;
  }

  /** Asserts dates if pandas supports seconds; in older releases an error, never an index of texts. */
  async function assertDates(result: RanCode | undefined): Promise<void> {
    const interpreter = pythonWith("pandas", "pyarrow") ?? python ?? "";
    const version = ["-c", "import pandas; print(pandas.__version__)"];
    const { stdout } = await runInterpreter(interpreter, version);
    const isOld = stdout.startsWith("1.");
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
    itRuns(`are dates when read from ${format}, or an error that a comment announces`, async () => {
      const subject = { ...common, format, relativePath: `far.${format}`, hasFarDays: true };
      const { text } = fileCode({ ...subject, columns: frame.columns });
      assert.match(text, /^# Days outside 1677 to 2262: pandas before 2\.0 raises an error\.$/m);
      await assertDates(await ran(text));
    });
  }

  itWith(python, "Python with pandas")(
    "are dates when inserted as values, or an error",
    async () => {
      const { text } = valuesCode({ ...common, frame });
      assert.match(text, /# Days outside 1677 to 2262: pandas before 2\.0 raises an error\.$/m);
      await assertDates(await ran(text));
    },
  );

  itWith(python, "Python with pandas")("are dates when requested, or an error", async () => {
    const body = "Date,Level\n1270-12-31,0.5\n2024-06-28,\n2300-01-01,0.75\n";
    const server = await startServer((_, response) => response.end(body));
    try {
      const { text } = requestCode({ ...common, baseUrl: server.origin });
      await assertDates(await ran(text));
    } finally {
      await server.close();
    }
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
