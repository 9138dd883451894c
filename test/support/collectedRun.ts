import { spawn } from "node:child_process";

/** What a program came to that ran beside others. */
export interface CollectedRun {
  readonly hasPassed: boolean;
  /** All that it printed, to be shown whole. */
  readonly output: string;
}

/** Runs a program to its end, at the latest that of this process. It passes with status 0. */
export function collectedRun(command: string, args: readonly string[]): Promise<CollectedRun> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
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
