#!/usr/bin/env node
import { realpathSync } from "node:fs";
import path from "node:path";
import { LockMismatchError } from "../dataset/errors";
import { UnauthorizedError } from "../service/errors";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { messageOf } from "../shared/messageOf";
import { plainLine } from "../shared/plainText";
import { UsageError } from "../shared/usageError";
import { archiveCommand } from "./archiveCommand";
import { driftCommand, verifyCommand } from "./checkCommands";
import { type Command, type CommandContext, refuseKeys } from "./command";
import { fetchCommand, lockCommand } from "./fetchCommands";
import { exitCodeOf, exitCodes } from "./exitCodes";
import { mcpCommand, sampleCommand, packageVersion } from "./serverCommands";
import { seriesCommand } from "./seriesCommand";
import { printJson } from "./outputFile";
import { note, print } from "./terminal";
import { vintagesCommand } from "./vintagesCommand";

const commands: readonly Command[] = [
  fetchCommand,
  lockCommand,
  verifyCommand,
  driftCommand,
  seriesCommand,
  vintagesCommand,
  archiveCommand,
  sampleCommand,
  mcpCommand,
];

const usage = `Usage: macro-signals COMMAND [ARGUMENTS]

${commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")}

macro-signals COMMAND --help describes a command. References are those of the editor, for example
signals/INFL/2/country_iso=US/FIT/latest, where * stands for every value of a tag.

Environment:
  MACRO_SIGNALS_BASE_URL   address of the service
  MACRO_SIGNALS_API_KEY    its key, which is never an argument
  MACRO_SIGNALS_CACHE_DIR  folder for cached answers, which are not requested again

Exit codes: 0 done · 1 drift or mismatch · 2 invalid arguments or dataset · 3 the service or
this computer failed · 4 partial: some series failed, are out of date or do not exist · 5 refused
for security · 130 interrupted
`;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...others] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const asked = commands.find((each) => each.name === others[0]);
    await print(asked?.help ?? usage);
    return exitCodes.done;
  }
  if (name === "--version") {
    await print(`${await packageVersion(context)}\n`);
    return exitCodes.done;
  }
  // The sample service's key protects nothing.
  if (name !== sampleCommand.name)
    refuseKeys(args, context.environment[environmentKeyVariable] ?? "");
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    throw new UsageError(`there is no command ${plainLine(name, 60)}; see macro-signals --help`);
  }
  if (others.includes("--help") || others.includes("-h")) {
    await print(command.help);
    return exitCodes.done;
  }
  return command.run(others, context);
}

const ending = new AbortController();

/** The first signal ends the work, which leaves earlier files as they were; the second one ends the process. */
function endOn(signal: "SIGINT" | "SIGTERM", exitCode: number): void {
  process.once(signal, () => {
    process.exitCode = exitCode;
    ending.abort(new DOMException("interrupted", "AbortError"));
    process.once(signal, () => process.exit(exitCode));
  });
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  // These two end by themselves.
  if (args[0] !== sampleCommand.name && args[0] !== mcpCommand.name) {
    endOn("SIGINT", exitCodes.interrupted);
    endOn("SIGTERM", exitCodes.terminated);
  }
  const folder = path.dirname(realpathSync(process.argv[1] ?? ""));
  const { signal } = ending;
  const context = { folder, environment: process.env, signal, nowMs: Date.now() };
  try {
    const exitCode = await run(args, context);
    if (exitCode !== exitCodes.done) process.exitCode ??= exitCode;
  } catch (error) {
    if (signal.aborted) {
      note("interrupted");
      return;
    }
    for (const line of messageOf(error).split("\n")) note(line);
    if (error instanceof LockMismatchError && error.lines.length > 1) {
      for (const line of error.lines) note(line);
    }
    if (error instanceof UnauthorizedError && !error.isAboutSubscription) {
      note(`check the key in ${environmentKeyVariable}`);
    }
    process.exitCode = exitCodeOf(error);
    if (args.includes("--json")) {
      const report = { error: plainLine(messageOf(error)), exitCode: process.exitCode };
      await printJson(report);
    }
  }
}

// The reader of a pipe has enough.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") process.exit(exitCodes.done);
});
void main();
