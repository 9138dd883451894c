#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "../shared/messageOf";
import { exitCodeOfUsage, UsageError } from "../shared/usageError";
import { startCliService } from "./cliService";
import { cliUsage, parseCliArguments } from "./cliArguments";
import { McpServer } from "./mcpServer";

async function run(): Promise<void> {
  const asked = parseCliArguments(process.argv.slice(2), Date.now());
  if (asked.command === "help") {
    process.stdout.write(cliUsage);
    return;
  }
  const folder = path.dirname(realpathSync(process.argv[1] ?? ""));
  const connected = await startCliService(asked, folder);
  try {
    await new McpServer(connected.service, process.stdout, await versionIn(folder)).serve(
      process.stdin,
    );
  } finally {
    await connected.dispose();
  }
}

/** The version in the package's manifest. */
async function versionIn(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, "..", "package.json"), "utf8");
  const { version } = JSON.parse(text) as { readonly version?: unknown };
  return typeof version === "string" ? version : "";
}

run().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? exitCodeOfUsage : 1;
});
