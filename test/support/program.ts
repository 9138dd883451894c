import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";

/** What a program is started with. */
export interface ProgramOptions {
  readonly cwd?: string;
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** File that gets all that the program prints. */
  readonly log?: string;
  /** Whether its errors go to this process's, and nowhere else. */
  readonly showsErrors?: boolean;
}

/** A program that was started here and ends at the latest with this process. */
export interface Program {
  /** Settles when the program has ended: its status, or the signal that ended it. */
  readonly ended: Promise<string>;
  /** The first printed line, past ones included, that matches; rejects when the program ends or `timeoutMs` pass first. */
  line(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** Ends the program and what it started; settles when it is gone. */
  stop(): Promise<void>;
}

/** The environment without what an editor's or npm's own terminal puts there: both would change what a child does. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_(?!VERSION$)|ELECTRON_|npm_(package|lifecycle|config_local_prefix))/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/** Starts a program in a process group of its own, so that stopping it ends its children and nothing else. */
export function startProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Program {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ["ignore", "pipe", options.showsErrors === true ? "inherit" : "pipe"],
    detached: process.platform !== "win32",
  });
  const output = new Output(child, options.log);
  const kill = (): void => killGroup(child, "SIGKILL");
  process.once("exit", kill);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (status, signal) => resolve(signal ?? `status ${status ?? "unknown"}`));
  });
  void ended.then(() => process.off("exit", kill));
  return {
    ended,
    line: (pattern, timeoutMs) => output.line(pattern, timeoutMs, ended),
    stop: async () => {
      killGroup(child, "SIGTERM");
      const timer = setTimeout(kill, 5000);
      await ended;
      clearTimeout(timer);
      // Its children may outlive it by a moment.
      kill();
    },
  };
}

/** The lines of a child process, kept for later readers. */
class Output {
  private readonly lines: string[] = [];
  private readonly waiting = new Set<(line: string) => void>();

  constructor(child: ChildProcess, log: string | undefined) {
    const file = log === undefined ? undefined : createWriteStream(log, { flags: "a" });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        file?.write(`${line}\n`);
        this.lines.push(line);
        for (const see of this.waiting) see(line);
      });
    }
    child.once("close", () => file?.end());
  }

  line(pattern: RegExp, timeoutMs: number, ended: Promise<string>): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const see = (line: string): void => {
        const match = pattern.exec(line);
        if (match === null) return;
        finish();
        resolve(match);
      };
      const fail = (why: string): void => {
        finish();
        reject(
          new Error(
            `${why} before it printed ${String(pattern)}: ${this.lines.slice(-5).join(" | ")}`,
          ),
        );
      };
      const timer = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
      const finish = (): void => {
        clearTimeout(timer);
        this.waiting.delete(see);
      };
      this.waiting.add(see);
      void ended.then((how) => fail(`The program ended (${how})`));
      for (const line of [...this.lines]) see(line);
    });
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: all of the group is gone already, which is what was wanted.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
