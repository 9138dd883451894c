import { parseArgs } from "node:util";
import { type AsOf } from "../shared/instant";
import { typedAsOf } from "../shared/typedAsOf";
import { UsageError } from "../shared/usageError";

export const cliUsage = `Usage: macro-signals mcp [--as-of <time>] [--sample]

  mcp             serve tools for agents over standard input and output (Model Context Protocol)
    --as-of       no data later than this: a day such as 2024-06-28 (its end in UTC), an instant,
                  or latest (the default); no argument of a tool can exceed it
    --sample      synthetic data from an embedded service; needs no environment variables
  --help          show this help

MACRO_SIGNALS_BASE_URL  address of the service
MACRO_SIGNALS_API_KEY   its key
`;

/** The parsed command line. */
export type CliArguments =
  | { readonly command: "help" }
  | { readonly command: "mcp"; readonly asOf: AsOf; readonly isSample: boolean };

/**
 * @param nowMs - Milliseconds since 1970-01-01 UTC.
 * @throws {@link UsageError} for an unknown command or option, or an invalid value.
 */
export function parseCliArguments(args: readonly string[], nowMs: number): CliArguments {
  const { values, positionals } = parsed(args);
  const [command, ...others] = positionals;
  if (values.help === true || (command === undefined && args.length === 0)) {
    return { command: "help" };
  }
  if (command !== "mcp" || others.length > 0) {
    throw new UsageError("the only command is mcp; see macro-signals --help");
  }
  const typed = typedAsOf(values["as-of"] ?? "latest", nowMs);
  if (!typed.ok) {
    throw new UsageError(
      typed.problem === "future"
        ? "--as-of is in the future"
        : "--as-of must be a day such as 2024-06-28, an instant such as 20240628T180000Z, or latest",
    );
  }
  return { command, asOf: typed.asOf, isSample: values.sample === true };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "as-of": { type: "string" },
        sample: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    // `parseArgs` fails only for invalid arguments.
    const [firstLine = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new UsageError(firstLine, { cause: error });
  }
}
