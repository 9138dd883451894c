import {
  exportForms,
  type FromLatest,
  latestActions,
  variantCommands,
} from "../../shared/latest/latestProtocol";

/** A table of what is shown never needs more. */
const longestTable = 64 * 1024 * 1024;
const longestText = 64 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** Builds each message anew from the fields that it has; undefined where one of them is not what it must be. */
const parsers: Readonly<Record<FromLatest["type"], (fields: Fields) => FromLatest | undefined>> = {
  ready: () => ({ type: "ready" }),
  do: ({ action: asked }) => {
    const action = oneOf(latestActions, asked);
    return action === undefined ? undefined : { type: "do", action };
  },
  run: ({ generation, command: asked, records, versions }) => {
    const command = oneOf(variantCommands, asked);
    const isWhole =
      records instanceof Int32Array &&
      versions instanceof Float64Array &&
      records.length === versions.length &&
      versions.every((version) => Number.isSafeInteger(version) && version >= 0);
    if (command === undefined || typeof generation !== "number" || !isWhole) return undefined;
    return { type: "run", generation, command, records, versions };
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

/** A message of the page of latest signals; undefined for whatever is unknown, malformed or too large. */
export function parseFromLatest(value: unknown): FromLatest | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Fields;
  const { type } = fields;
  return isType(type) ? parsers[type](fields) : undefined;
}

function isType(type: unknown): type is FromLatest["type"] {
  return typeof type === "string" && Object.hasOwn(parsers, type);
}

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}
