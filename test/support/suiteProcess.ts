import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface SuiteOutcome {
  readonly passes: number;
  /** What failed: each test's title and its error. */
  readonly failures: readonly string[];
  /** What `script` wrote in the same environment. */
  readonly written: string;
}

interface MochaReport {
  readonly stats: { readonly passes: number };
  readonly failures: readonly { readonly fullTitle: string; readonly err: { stack?: string } }[];
}

/**
 * Built unit suites (`data/csvReader`) in a process of their own whose environment is set before it starts, and a script
 * that shows what of the environment is in effect.
 */
export async function runSuites(
  suites: readonly string[],
  environment: Readonly<Record<string, string>>,
  script: string,
): Promise<SuiteOutcome> {
  const mocha = path.join(process.cwd(), "node_modules/mocha/bin/mocha.js");
  const files = suites.map((name) => path.join(process.cwd(), `dist/test/unit/${name}.test.cjs`));
  const env = { ...process.env, ...environment };
  const [report, { stdout: written }] = await Promise.all([
    reportOf([mocha, "--reporter", "json", ...files], env),
    run(process.execPath, ["-e", script], { env }),
  ]);
  const { stats, failures } = JSON.parse(report) as MochaReport;
  return {
    passes: stats.passes,
    failures: failures.map(({ fullTitle, err }) => `${fullTitle}\n${err.stack ?? ""}`),
    written,
  };
}

/** A test that fails ends the process with a code; its report is complete. */
async function reportOf(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  try {
    return (await run(process.execPath, args, { env, maxBuffer: 1 << 24 })).stdout;
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout);
    throw error;
  }
}
