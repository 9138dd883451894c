import { parseArgs } from "node:util";
import { type Day, dayOfIso, isoOfDay } from "../shared/day";
import { UsageError } from "../shared/usageError";
import { dayOfBusinessDay, firstShown } from "./businessDays";

export const usage = `Serves synthetic macro signals and forecasts over HTTP on this computer.

  --port NUMBER         port to listen on; 0, the default, picks a free one
  --key TEXT            API key to accept; the default is a random key
  --until YYYY-MM-DD    last day with data; the default is yesterday
  --help                show this help
`;

/** The options on the command line. */
export interface CommandLine {
  readonly isHelp: boolean;
  readonly port: number;
  readonly apiKey?: string;
  readonly until?: Day;
}

/** @throws UsageError for an unknown option or an invalid value. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const values = parsed(args);
  const apiKey = values.key === undefined ? undefined : checkedKey(values.key);
  const until = values.until === undefined ? undefined : checkedDay(values.until);
  return {
    isHelp: values.help === true,
    port: checkedPort(values.port ?? "0"),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(until === undefined ? {} : { until }),
  };
}

interface RawValues {
  readonly port?: string;
  readonly key?: string;
  readonly until?: string;
  readonly help?: boolean;
}

function parsed(args: readonly string[]): RawValues {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        key: { type: "string" },
        until: { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    // It reads only the arguments, so only they can be wrong.
    const [firstLine = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new UsageError(firstLine, { cause: error });
  }
}

function checkedPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not ${text}`);
  }
  return port;
}

/** Allows only characters that need no quoting, so that the printed command works in every shell. */
function checkedKey(text: string): string {
  if (!/^[\w.~-]{1,200}$/.test(text)) {
    throw new UsageError("--key must be 1 to 200 letters, digits, or . _ ~ -");
  }
  return text;
}

function checkedDay(text: string): Day {
  const day = dayOfIso(text);
  const first = dayOfBusinessDay(firstShown);
  if (day === undefined || day < first) {
    throw new UsageError(`--until must be a date from ${isoOfDay(first)} on, not ${text}`);
  }
  return day;
}
