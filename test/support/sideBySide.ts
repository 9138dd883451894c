import { spawn } from "node:child_process";

/** A Node program that runs tests. */
export interface TestProgram {
  /** The file of a bundle, and its own arguments. */
  readonly args: readonly string[];
  /** Whether it is short enough to be run once more when it has failed beside others. */
  readonly canRepeat: boolean;
}

interface Outcome {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** More than these have not failed for want of time. */
const maxRepeated = 3;
/** What a test program says of its failures stands at its end. */
const linesOfFailures = 60;

/**
 * Runs programs to their ends, so many at once in the order given. What each prints comes whole when it has ended. Short
 * ones that fail run once more at the end with nothing beside them: a failure that only a busy machine has is told, and is
 * none. How the others failed is told once more as the last.
 *
 * @returns Whether all have passed.
 */
export async function runSideBySide(
  programs: readonly TestProgram[],
  atOnce: number,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<boolean> {
  const run = async (program: TestProgram): Promise<Outcome> => {
    const outcome = await outcomeOf(program);
    print(outcome.output);
    return outcome;
  };
  const waiting = programs.values();
  const failed: { readonly program: TestProgram; readonly output: string }[] = [];
  const lane = async (): Promise<void> => {
    for (const program of waiting) {
      const { hasPassed, output } = await run(program);
      if (!hasPassed) failed.push({ program, output });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const isWorthwhile = failed.length <= maxRepeated;
  const left: typeof failed = [];
  for (const { program, output } of failed) {
    const name = program.args.join(" ");
    const canRepeat = isWorthwhile && program.canRepeat;
    if (canRepeat) print(`\nOnce more, with nothing beside it: ${name}\n`);
    const again = canRepeat ? await run(program) : { hasPassed: false, output };
    if (!again.hasPassed) left.push({ program, output: again.output });
  }
  for (const { program, output } of left) {
    const end = output.trimEnd().split("\n").slice(-linesOfFailures).join("\n");
    print(`\nFailed: ${program.args.join(" ")}\n${end}\n`);
  }
  return left.length === 0;
}

/** The program ends with this process at the latest. */
function outcomeOf({ args }: TestProgram): Promise<Outcome> {
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
