import { exportForms } from "../../../../shared/pageProtocol";
import { type FromLatest, latestActions, variantCommands } from "../protocol";
import { isSince } from "../../model/since";

/** A table of what is shown never needs more. */
const longestTable = 64 * 1024 * 1024;
const longestText = 64 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

/** Builds each message anew from the fields that it has; undefined where one of them is not what it must be. */
export type Parsers<M extends { readonly type: string }> = Readonly<{
  [Type in M["type"]]: (fields: Fields) => Extract<M, { readonly type: Type }> | undefined;
}>;

/** Parsers of the messages that all pages of latest values send. */
export const commonParsers: Omit<
  Parsers<FromLatest>,
  "run" | "compare" | "stopComparing" | "askSince"
> = {
  ready: () => ({ type: "ready" }),
  do: ({ action: asked }) => {
    const action = oneOf(latestActions, asked);
    return action === undefined ? undefined : { type: "do", action };
  },
  copyText: ({ text }) => (isText(text, longestTable) ? { type: "copyText", text } : undefined),
  save: ({ form: asked, text }) => {
    const form = oneOf(exportForms, asked);
    return form !== undefined && isText(text, longestTable)
      ? { type: "save", form, text }
      : undefined;
  },
  failed: ({ message }) => (isText(message, longestText) ? { type: "failed", message } : undefined),
};

const parsers: Parsers<FromLatest> = {
  ...commonParsers,
  run: ({ generation, command: asked, records, versions }) => {
    const command = oneOf(variantCommands, asked);
    const named = namedRecords(records, versions);
    if (command === undefined || typeof generation !== "number" || named === undefined) {
      return undefined;
    }
    return { type: "run", generation, command, ...named };
  },
  compare: ({ generation, since, mayRequest, records, versions }) => {
    const named = namedRecords(records, versions);
    const isWhole = typeof generation === "number" && typeof mayRequest === "boolean";
    if (!isWhole || !isSince(since) || named === undefined) return undefined;
    return { type: "compare", generation, since, mayRequest, ...named };
  },
  stopComparing: () => ({ type: "stopComparing" }),
  askSince: () => ({ type: "askSince" }),
};

/** A message of the page of latest signals; undefined for whatever is unknown, malformed or too large. */
export function parseFromLatest(value: unknown): FromLatest | undefined {
  return parsedWith<FromLatest>(parsers, value);
}

/** A message as its own parser reads it; undefined where there is none. */
export function parsedWith<M extends { readonly type: string }>(
  known: Readonly<Record<string, (fields: Fields) => M | undefined>>,
  value: unknown,
): M | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Fields;
  const { type } = fields;
  return typeof type === "string" && Object.hasOwn(known, type) ? known[type]?.(fields) : undefined;
}

/** Records, with the version of each. */
function namedRecords(
  records: unknown,
  versions: unknown,
): { readonly records: Int32Array; readonly versions: Float64Array } | undefined {
  const isWhole =
    records instanceof Int32Array &&
    versions instanceof Float64Array &&
    records.length === versions.length &&
    versions.every((version) => Number.isSafeInteger(version) && version >= 0);
  return isWhole ? { records, versions } : undefined;
}

export function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}
