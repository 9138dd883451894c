import { spawn } from "node:child_process";
import { skippedLines } from "./skippedTests";

interface Outcome {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** More than these have not failed for want of time. */
const maxRepeated = 2;
/** What a test program says of its failures stands at its end. */
const linesOfFailures = 60;

/**
 * Runs Node programs that test to their ends, so many at once in the order given. What each prints comes whole when it has
 * ended, with the seconds it took. Few that fail run once more at the end with nothing beside them: a failure that only a
 * busy machine has is told, and is none. At the end stand the skipped tests by their reasons, and how the programs that
 * failed ended.
 *
 * @param programs - Of each the file of a bundle, and its own arguments.
 * @returns Whether all have passed.
 */
export async function runSideBySide(
  programs: readonly (readonly string[])[],
  atOnce: number,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<boolean> {
  const outputs = new Map<readonly string[], string>();
  /** What is told of a failure; undefined where there is none. */
  const run = async (program: readonly string[]): Promise<string | undefined> => {
    const started = performance.now();
    const { hasPassed, output } = await outcomeOf(program);
    outputs.set(program, output);
    const name = program.join(" ");
    const seconds = Math.round((performance.now() - started) / 1000);
    print(`${output}\n${hasPassed ? "Passed" : "Failed"} after ${seconds} s: ${name}\n`);
    const end = output.trimEnd().split("\n").slice(-linesOfFailures).join("\n");
    return hasPassed ? undefined : `\nFailed: ${name}\n${end}\n`;
  };
  const waiting = programs.values();
  const failures = new Map<readonly string[], string>();
  const lane = async (): Promise<void> => {
    for (const program of waiting) {
      const failure = await run(program);
      if (failure !== undefined) failures.set(program, failure);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  for (const program of failures.size <= maxRepeated ? [...failures.keys()] : []) {
    print(`\nOnce more, with nothing beside it: ${program.join(" ")}\n`);
    const failure = await run(program);
    if (failure === undefined) failures.delete(program);
    else failures.set(program, failure);
  }
  const skipped = skippedLines([...outputs.values()]);
  if (skipped.length > 0) print(`\n${skipped.join("\n")}\n`);
  for (const failure of failures.values()) print(failure);
  return failures.size === 0;
}

/** The program ends with this process at the latest. */
function outcomeOf(args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const kill = (): void => void child.kill();
  process.once("exit", kill);
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => parts.push(part));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      process.off("exit", kill);
      resolve({ hasPassed: status === 0, output: Buffer.concat(parts).toString("utf8") });
    });
  });
}
