import { isMissingText, numberOfText } from "../shared/cellText";
import { losesDigits } from "../shared/exactNumber";
import { isNameable } from "../shared/segment";

/** An object on the wire, with unknown fields. */
export type WireRecord = Readonly<Record<string, unknown>>;

export function isWireRecord(value: unknown): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own field of the object, never an inherited one (`constructor`, `toString`). Null counts as absent. */
export function fieldOf(record: WireRecord, ...names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(record, each) && record[each] !== null);
  return name === undefined ? undefined : record[name];
}

/** The longest name that identifies something, in UTF-16 code units; a longer one would exceed a request line. */
export const longestName = 2_000;

/**
 * The value if it is a non-empty text of at most {@link longestName} code units, well-formed and without NUL; else undefined.
 */
export function nameOf(value: unknown): string | undefined {
  const isName =
    typeof value === "string" && value !== "" && value.length <= longestName && isNameable(value);
  return isName ? value : undefined;
}

/** A name that may be written as a number. */
export function valueNameOf(value: unknown): string | undefined {
  return nameOf(typeof value === "number" ? String(value) : value);
}

/** The longest text that is only shown, in UTF-16 code units: more than any row, tooltip or page shows. */
const longestShown = 4_096;

/** Like {@link nameOf}, for a text that is only shown; a longer one is cut before it is processed further. */
export function shownNameOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const isCut = value.length > longestShown;
  const shown = isCut
    ? `${value.slice(0, longestShown - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
    : value;
  return isNameable(shown) ? shown : undefined;
}

/**
 * The value of a number, or of a number written as text; NaN for no value (null, absent, or a text that denotes it);
 * undefined for anything else, and for a text that a double cannot represent exactly. An infinite number, or one too large
 * for a double (`1e999`), is reported and counts as missing.
 */
export function numberOf(value: unknown, report: (reason: string) => void): number | undefined {
  if (value === undefined || value === null) return Number.NaN;
  const number = typeof value === "string" ? writtenNumber(value) : value;
  if (typeof number !== "number") return undefined;
  if (number !== Infinity && number !== -Infinity) return number;
  report("has an infinite number");
  return Number.NaN;
}

/** The longest number in characters; services have no reason to send longer ones. */
const longestNumber = 1_000;

function writtenNumber(text: string): number | undefined {
  if (text.length > longestNumber) return undefined;
  if (isMissingText(text)) return Number.NaN;
  const number = numberOfText(text);
  return Number.isFinite(number) && losesDigits(text.trim()) ? undefined : number;
}

/** A signal version: a non-negative safe integer, also written as text; 0 if absent; undefined for anything else. */
export function versionOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  const isDigits = typeof value === "string" && /^\d{1,16}$/.test(value);
  const version = isDigits ? Number(value) : value;
  return typeof version === "number" && Number.isSafeInteger(version) && version >= 0
    ? Math.abs(version)
    : undefined;
}
