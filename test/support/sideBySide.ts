import { spawn } from "node:child_process";

/** The arguments of a Node program: the file of a bundle, and its own. */
export type TestProgram = readonly string[];

/**
 * Runs programs to their ends, so many at once in the order given. What each prints comes whole when it has ended.
 *
 * @returns Whether all have ended with status 0.
 */
export async function runSideBySide(
  programs: readonly TestProgram[],
  atOnce: number,
): Promise<boolean> {
  const waiting = programs.values();
  let havePassed = true;
  const lane = async (): Promise<void> => {
    for (const program of waiting) {
      const { status, output } = await outcomeOf(program);
      process.stdout.write(output);
      havePassed &&= status === 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return havePassed;
}

/** The program ends with this process at the latest. Its status is null when a signal has ended it. */
function outcomeOf(program: TestProgram): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "pipe"] });
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
      resolve({ status, output: Buffer.concat(parts).toString("utf8") });
    });
  });
}
