import { spawn } from "node:child_process";

/** A Node program that runs tests. */
export interface TestProgram {
  /** The file of a bundle, and its own arguments. */
  readonly args: readonly string[];
  /** Whether it is short enough to be run once more when it has failed beside others. */
  readonly isShort: boolean;
}

interface Outcome {
  readonly hasPassed: boolean;
  readonly output: string;
}

/** More than these have not failed for want of time. */
const mostRepeated = 3;

/**
 * Runs programs to their ends, so many at once in the order given. What each prints comes whole when it has ended. Short
 * ones that fail run once more at the end with nothing beside them: a failure that only a busy machine has is told, and is
 * none. What has failed comes last.
 *
 * @returns Whether all have passed.
 */
export async function runSideBySide(
  programs: readonly TestProgram[],
  atOnce: number,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<boolean> {
  const waiting = programs.values();
  const failed: { readonly program: TestProgram; readonly output: string }[] = [];
  const lane = async (): Promise<void> => {
    for (const program of waiting) {
      const { hasPassed, output } = await outcomeOf(program);
      if (hasPassed) print(output);
      else failed.push({ program, output });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const isWorthwhile = failed.length <= mostRepeated;
  const left: typeof failed = [];
  for (const { program, output } of failed) {
    const again = isWorthwhile && program.isShort ? await outcomeOf(program) : undefined;
    if (again?.hasPassed !== true) left.push({ program, output: again?.output ?? output });
    else print(`${output}\nPassed with nothing beside it:\n${again.output}`);
  }
  for (const { output } of left) print(output);
  for (const { program } of left) print(`Failed: ${program.args.join(" ")}\n`);
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
