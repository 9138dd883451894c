import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { cleanEnvironment } from "./program";

/** How a program that was started here ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input?: string;
}

/** Those of the system, and where `.ci/run` puts one with what the system's packages lack. */
const pythons = ["python3", "/usr/bin/python3", path.resolve(".vscode-test/python/bin/python")];

/** The first Python here that has all of these modules; undefined when there is none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  return pythons.find((each) => modules.every((name) => modulesOf(each).has(name)));
}

const found = new Map<string, ReadonlySet<string>>();
const looked = [
  ...["json", "jsonschema", "pandas", "polars", "pyarrow"],
  ...["dask", "distributed", "pyspark"],
];

/** The modules among those that tests use, found without loading them. */
function modulesOf(python: string): ReadonlySet<string> {
  const known = found.get(python);
  if (known !== undefined) return known;
  const names = JSON.stringify(looked);
  const script = `import importlib.util as u\nprint(*[m for m in ${names} if u.find_spec(m)])`;
  const { stdout, status } = spawnSync(python, ["-c", script], { encoding: "utf8" });
  const modules = new Set(status === 0 ? stdout.trim().split(" ") : []);
  found.set(python, modules);
  return modules;
}

/** The Rscript here, when it has all of these packages. */
export function rscriptWith(...packages: readonly string[]): string | undefined {
  const wanted = packages.map((name) => `"${name}"`).join(", ");
  const script = `quit(status = if (all(c(${wanted}) %in% rownames(installed.packages()))) 0 else 1)`;
  const { status } = spawnSync("Rscript", ["--vanilla", "-e", script]);
  return status === 0 ? "Rscript" : undefined;
}

/** `it`, or without the program a skipped test whose name says what is missing. */
export function itWith(
  program: string | undefined,
  missing: string,
): (name: string, test: (this: Mocha.Context) => Promise<void> | void) => void {
  return (name, test) => {
    if (program === undefined) it.skip(`${name} (skipped: no ${missing} here)`);
    else it(name, test);
  };
}

/** `describe`, or without the program a skipped block whose title says what is missing. */
export function describeWith(
  program: string | undefined,
  missing: string,
): (title: string, tests: (this: Mocha.Suite) => void) => void {
  return (title, tests) => {
    if (program === undefined) describe.skip(`${title} (skipped: no ${missing} here)`, tests);
    else describe(title, tests);
  };
}

/** Runs an interpreter to its end. */
export function runInterpreter(
  command: string,
  args: readonly string[],
  { cwd, env, input = "" }: RunOptions = {},
): Promise<Ended> {
  const options = { cwd, env: { ...cleanEnvironment(), ...env }, stdio: "pipe" as const };
  const child = spawn(command, args, options);
  // A program that ends before it has read all tells so by its status.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return ended(child);
}

async function ended(child: ChildProcess): Promise<Ended> {
  const texts = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (texts.stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (texts.stderr += chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { status, ...texts };
}
