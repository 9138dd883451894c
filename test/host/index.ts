import { appendFileSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { editorVersions } from "../support/editorVersion";
import { type HostResult, hostSetting } from "../support/hostResult";
import { hasTestsInBoth, keepTestsInBoth } from "../support/inBothEditors";
import { watchUnhandledErrors } from "../support/unhandledErrors";

class HostMocha extends Mocha {
  /** Loads the files before the run, which then does not load them again. */
  load(): void {
    this.loadFiles();
    this.files = [];
  }
}

/**
 * Entry of the tests inside an extension host, called by VS Code: runs every `*.test.cjs` beside it and writes the
 * outcome to the file that the runner waits for.
 */
export async function run(): Promise<void> {
  const { result } = hostSetting();
  const write = (...words: unknown[]): void => {
    appendFileSync(`${result}.txt`, `${format(...words)}\n`);
  };
  const outcome = await runSuite(write).catch((error: unknown): HostResult => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { hasPassed: false, passes: 0, failures: 0, unhandled: [stack] };
  });
  for (const stack of outcome.unhandled) write(stack);
  writeFileSync(`${result}.part`, JSON.stringify(outcome));
  renameSync(`${result}.part`, result);
  if (!outcome.hasPassed) throw new Error("The host tests failed");
}

async function runSuite(write: (...words: unknown[]) => void): Promise<HostResult> {
  const errors = watchUnhandledErrors();
  // In an extension host the console belongs to the editor, so mocha's reporters print elsewhere.
  Object.assign(Mocha.reporters.Base, { consoleLog: write, useColors: false });
  const mocha = new HostMocha({ timeout: 60_000, color: false, forbidOnly: true });
  // For working on one part: npm run test:host -- -g "Save Raw Response"
  const grep = process.env["MOCHA_GREP"];
  if (grep !== undefined) mocha.grep(grep);
  const names = readdirSync(__dirname, { recursive: true, encoding: "utf8" });
  const isOldest = hostSetting().editorVersion === editorVersions.min;
  for (const name of names.filter((file) => file.endsWith(".test.cjs")).sort()) {
    const file = path.join(__dirname, name);
    if (!isOldest || hasTestsInBoth(readFileSync(file, "utf8"))) mocha.addFile(file);
  }
  mocha.load();
  if (isOldest) keepTestsInBoth(mocha.suite);
  const runner = await new Promise<Mocha.Runner>((resolve) => {
    const started = mocha.run(() => resolve(started));
  });
  const unhandled = await errors.collect();
  const { passes, failures } = runner.stats ?? { passes: 0, failures: 1 };
  // No test at all is a failure too: then the build or the look-up of the files is broken.
  const hasPassed = failures === 0 && passes > 0 && unhandled.length === 0;
  return { hasPassed, passes, failures, unhandled };
}
