import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { usage } from "../sample/commandLine";
import { UsageError } from "../shared/usageError";
import { macroTools } from "../tools/tools";
import { writeDatasetTool } from "../tools/writeDataset";
import { type Command, type CommandContext } from "./command";
import { asOfOption, parsedArguments } from "./typedArguments";
import { startCliService } from "./cliService";
import { exitCodes } from "./exitCodes";
import { McpServer } from "./mcpServer";

const mcpHelp = `Usage: macro-signals mcp [--as-of TIME] [--folder DIR] [--sample]

Serves tools for agents over standard input and output (Model Context Protocol). Writes nothing to
disk without --folder.

  --as-of TIME   no data later than this: a day such as 2024-06-28 (its end in UTC), an instant, or
                 latest (the default); no argument of a tool can exceed it
  --folder DIR   adds the tool write_macro_dataset, which writes datasets below this existing folder
                 and nowhere else; without it there is no such tool
  --sample       synthetic data from an embedded service; needs no environment variables

The client starts the program and ends it by closing its input. Copy MCP Configuration in the editor
writes what a client needs, with the address of the service and without its key.
`;

export const mcpCommand: Command = {
  name: "mcp",
  summary: "serve tools for agents over standard input and output",
  help: mcpHelp,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, {
      "as-of": { type: "string" },
      folder: { type: "string" },
      sample: { type: "boolean" },
    });
    if (positionals.length > 0) throw new UsageError("mcp takes no arguments");
    const asOf = asOfOption("--as-of", values["as-of"] ?? "latest", context.nowMs);
    const root = values.folder === undefined ? undefined : await writableFolder(values.folder);
    const connected = await startCliService({ asOf, isSample: values.sample === true }, context);
    try {
      const version = await packageVersion(context);
      const own =
        root === undefined ? [] : [writeDatasetTool(connected.worker, () => Promise.resolve(root))];
      const tools = [...macroTools, ...own];
      await new McpServer(connected.service, process.stdout, version, tools).serve(process.stdin);
    } finally {
      await connected.dispose();
    }
    return exitCodes.done;
  },
};

/** @throws {@link UsageError} if there is no such folder. */
async function writableFolder(folder: string): Promise<string> {
  try {
    const real = await realpath(folder);
    if ((await stat(real)).isDirectory()) return real;
  } catch {
    // There is none.
  }
  throw new UsageError("--folder must be an existing folder");
}

/** Runs the program of the sample service, which reads its own arguments and ends by itself. */
export const sampleCommand: Command = {
  name: "sample",
  summary: "serve synthetic data on this computer, for trying things out",
  help: `Usage: macro-signals sample [--port NUMBER] [--key TEXT] [--until DAY]\n\n${usage}`,
  async run(args, { folder }) {
    process.argv.splice(2, process.argv.length, ...args);
    await import(path.join(folder, "sample.cjs"));
    return exitCodes.done;
  },
};

/** The version in the package's manifest. */
export async function packageVersion({ folder }: CommandContext): Promise<string> {
  const text = await readFile(path.join(folder, "..", "package.json"), "utf8");
  const { version } = JSON.parse(text) as { readonly version?: unknown };
  return typeof version === "string" ? version : "";
}
