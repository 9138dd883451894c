import { looksLikeKey } from "../shared/looksLikeKey";
import { RefusedError } from "./exitCodes";

/** The surroundings that a command runs with. */
export interface CommandContext {
  /** The folder of the bundles, `dist`. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborts with SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly nowMs: number;
}

/** One command of the program. */
export interface Command {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** All that `--help` prints. */
  readonly help: string;
  /** @returns The exit code. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** Options of all commands that read series. */
export const sharedOptions = {
  sample: { type: "boolean" },
  cache: { type: "string" },
  json: { type: "boolean" },
} as const;

export const sharedHelp = `  --sample              synthetic data from an embedded service; needs no environment variables
  --cache DIR           folder for cached answers, which are not requested again; the default is
                        MACRO_SIGNALS_CACHE_DIR, else the platform's folder for caches
  --json                the result as JSON on the standard output
`;

/**
 * Refuses arguments that look like a key: everyone on this computer can list the arguments of programs, and shells
 * remember them. The refused text is not part of the error.
 *
 * @param apiKey - The key in the environment; empty if there is none.
 * @throws {@link RefusedError}
 */
export function refuseKeys(args: readonly string[], apiKey: string): void {
  if (!args.some((each) => isKeyOption(each) || looksLikeKey(each) || holds(each, apiKey))) return;
  throw new RefusedError(
    "an argument looks like an API key, which other users of this computer could read: set MACRO_SIGNALS_API_KEY instead, and replace the key if it is real",
  );
}

const keyOption = /^--?(?:api[-_]?)?(?:key|token|secret|password)(?:=|$)/i;

function isKeyOption(text: string): boolean {
  return keyOption.test(text) || /[?&]api_?key=/i.test(text);
}

function holds(text: string, apiKey: string): boolean {
  return apiKey !== "" && text.includes(apiKey);
}
