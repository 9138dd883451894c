import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The suites of what machines read: texts of series, names of files, references, days and instants. */
const suites = [
  "data/csvReader",
  "data/csvWriter",
  "data/table/name",
  "data/jsonReader",
  "data/jsonWriter",
  "shared/day",
  "shared/instant",
  "shared/place",
  "service/route",
].map((name) => path.join(__dirname, `../unit/${name}.test.cjs`));

interface Outcome {
  /** What this process writes numbers like for people; shows that the locale is in effect. */
  readonly number: string;
  readonly failures: number;
  readonly passes: number;
}

/** The suites in a process of its own, whose locale is set before it starts. */
async function runSuites(locale: string): Promise<Outcome> {
  const mocha = path.join(process.cwd(), "node_modules/mocha/bin/mocha.js");
  const env = { ...process.env, LC_ALL: locale, FC_RUNS: "50" };
  const script = "process.stdout.write((1234.5).toLocaleString())";
  const [{ stdout }, { stdout: number }] = await Promise.all([
    run(process.execPath, [mocha, "--reporter", "json", ...suites], { env, maxBuffer: 1 << 24 }),
    run(process.execPath, ["-e", script], { env }),
  ]);
  const { stats } = JSON.parse(stdout) as { stats: { failures: number; passes: number } };
  return { number, failures: stats.failures, passes: stats.passes };
}

describe("L10N-01: the language of the machine", () => {
  const locales: [locale: string, number: string][] = [
    ["tr_TR.UTF-8", "1.234,5"],
    ["de_DE.UTF-8", "1.234,5"],
    ["ar_EG.UTF-8", "١٬٢٣٤٫٥"],
    ["ja_JP.UTF-8", "1,234.5"],
  ];

  it("has no part in what machines read", async () => {
    const { passes } = await runSuites("en_US.UTF-8");
    assert.ok(passes > 100);
    const outcomes = await Promise.all(locales.map(([locale]) => runSuites(locale)));
    const expected = locales.map(([, number]) => ({ number, failures: 0, passes }));
    assert.deepEqual(outcomes, expected);
  }).timeout(60_000);
});
