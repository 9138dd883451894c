import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { cliFile } from "./mcpProgram";

/** How a run of the command line ended. */
export interface CliEnd {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs of the built command line in a folder, with nothing of this process's environment but the path. */
export class CliRuns {
  constructor(
    readonly folder: string,
    private readonly environment: Readonly<Record<string, string>> = {},
  ) {}

  /** The same folder with another environment. */
  with(environment: Readonly<Record<string, string>>): CliRuns {
    return new CliRuns(this.folder, { ...this.environment, ...environment });
  }

  start(...args: readonly string[]): ChildProcess {
    return this.spawned(process.execPath, [cliFile, ...args]);
  }

  run(...args: readonly string[]): Promise<CliEnd> {
    return endOf(this.start(...args));
  }

  /** Runs a step of a workflow file as its runner does. */
  async script(text: string): Promise<CliEnd> {
    const file = path.join(this.folder, ".cache-step.sh");
    await writeFile(file, text);
    return endOf(this.spawned("bash", ["-e", file]));
  }

  /** Runs a script of sh, in which `cli.cjs` is the command line. */
  async shell(script: string): Promise<CliEnd> {
    return endOf(this.spawned("sh", ["-ec", script.replaceAll("cli.cjs", `"$CLI"`)]));
  }

  /** All files and folders below the folder. */
  names(): readonly string[] {
    return readdirSync(this.folder, { recursive: true, encoding: "utf8" });
  }

  /** The texts of all files below the folder, by path. */
  async files(): Promise<ReadonlyMap<string, Buffer>> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const read = files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const key = path.relative(this.folder, file).replaceAll(path.sep, "/");
      return [key, await readFile(file)] as const;
    });
    return new Map((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private spawned(command: string, args: readonly string[]): ChildProcess {
    const env = { PATH: process.env["PATH"] ?? "", HOME: this.folder, CLI: cliFile };
    return spawn(command, args, { cwd: this.folder, env: { ...env, ...this.environment } });
  }
}

export async function endOf(child: ChildProcess): Promise<CliEnd> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("its output is piped");
  child.stdin?.end();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [output, errors] = await Promise.all([text(stdout), text(stderr)]);
  return { exitCode: await ended, output, errors };
}
