import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface, type Interface } from "node:readline";
import { build } from "esbuild";
import { type ArchiveJob } from "./archiveJob";
import { type CacheJob } from "./cacheJob";

export interface CacheWriterOptions {
  /** No file may become longer than this: then the disk is full, after a part was written. */
  readonly fileLimitKiB?: number;
  /** Runs as a user who may write nowhere in the folder. */
  readonly isStranger?: boolean;
}

/** A program that writes into the cache, as another window does. */
export class CacheWriter {
  /** What it said: `writing` before each write, `failed ENOSPC` after one that failed. */
  readonly lines: string[] = [];
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;
  private readonly output: Interface;

  /** @param program - The path of a program built by {@link buildWriter}. */
  constructor(program: string, job: CacheJob | ArchiveJob, options: CacheWriterOptions = {}) {
    const { fileLimitKiB, isStranger = false } = options;
    const nobody = isStranger && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const node = [process.execPath, program, JSON.stringify(job)];
    // The unit of this limit is 1,024 bytes in bash; in sh it may be 512.
    const limited = `ulimit -f ${fileLimitKiB ?? 0}; exec "$@"`;
    const [command = "", ...rest] =
      fileLimitKiB === undefined ? node : ["bash", "-c", limited, "bash", ...node];
    this.child = spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"], ...nobody });
    this.closed = once(this.child, "close");
    const { stdout } = this.child;
    if (stdout === null) throw new Error("the program has no output");
    this.output = createInterface(stdout).on("line", (line) => this.lines.push(line));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when the program has written this many lines, or has ended. */
  async saidLines(count: number): Promise<void> {
    while (this.lines.length < count && this.isRunning) {
      await Promise.race([once(this.output, "line"), this.closed]);
    }
  }

  /** Resolves when it has ended by itself. */
  async ended(): Promise<void> {
    await this.closed;
  }

  /** Ends it without giving it time for anything. */
  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.closed;
  }
}

/** Bundles a program into a folder; returns the path of the bundle. */
export async function buildWriter(
  folder: string,
  name: "cacheWriter" | "archiveWriter",
): Promise<string> {
  const outfile = path.join(folder, `${name}.cjs`);
  await build({
    entryPoints: [`test/support/${name}.ts`],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile,
    logLevel: "warning",
  });
  return outfile;
}
