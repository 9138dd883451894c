import { spawn } from "node:child_process";

interface Outcome {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** What a test program says of its failures stands at its end. */
const linesOfFailures = 60;

/**
 * Runs Node programs that test to their ends, so many at once in the order given. What each prints comes whole when it has
 * ended, with the seconds it took; how those that failed ended is told once more as the last.
 *
 * @param programs - Of each the file of a bundle, and its own arguments.
 * @returns Whether all have passed.
 */
export async function runSideBySide(
  programs: readonly (readonly string[])[],
  atOnce: number,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<boolean> {
  const waiting = programs.values();
  const failures: string[] = [];
  const lane = async (): Promise<void> => {
    for (const program of waiting) {
      const started = performance.now();
      const { hasPassed, output } = await outcomeOf(program);
      const name = program.join(" ");
      const seconds = Math.round((performance.now() - started) / 1000);
      print(`${output}\n${hasPassed ? "Passed" : "Failed"} after ${seconds} s: ${name}\n`);
      if (hasPassed) continue;
      const end = output.trimEnd().split("\n").slice(-linesOfFailures).join("\n");
      failures.push(`\nFailed: ${name}\n${end}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  for (const failure of failures) print(failure);
  return failures.length === 0;
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
