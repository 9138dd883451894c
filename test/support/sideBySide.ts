import { spawn } from "node:child_process";

/** A Node program that runs tests. */
export interface TestProgram {
  readonly name: string;
  /** The file of a bundle, and its own arguments. */
  readonly args: readonly string[];
}

interface Outcome {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** What a test program says of its failures stands at its end. */
const linesOfFailures = 60;

/**
 * Runs programs to their ends, so many at once in the order given. What each prints comes whole when it has ended; how
 * those failed that did is repeated at the end.
 *
 * @returns Whether all have passed.
 */
export async function runSideBySide(
  programs: readonly TestProgram[],
  atOnce: number,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<boolean> {
  const waiting = programs.values();
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (const { name, args } of waiting) {
      const startedMs = performance.now();
      const { hasPassed, output } = await outcomeOf(args);
      const seconds = Math.round((performance.now() - startedMs) / 1_000);
      print(`\n${name}: ${hasPassed ? "passed" : "failed"} in ${seconds} s\n${output}`);
      const end = output.trimEnd().split("\n").slice(-linesOfFailures).join("\n");
      if (!hasPassed) failed.push(`\nFailed: ${name}\n${end}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  for (const failure of failed) print(failure);
  return failed.length === 0;
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
