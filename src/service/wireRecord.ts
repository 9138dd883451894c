import { isMissingText, numberOfText } from "../shared/cellText";
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

/** A non-empty text that is well-formed Unicode without NUL; undefined for anything else. */
export function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && isNameable(value) ? value : undefined;
}

/**
 * A number, or one written as text; NaN for no value (null, absent, or a text that denotes it); undefined for anything
 * else. An infinite number, also one too large for a double (`1e999`), is reported and counts as missing.
 */
export function numberOf(value: unknown, report: (reason: string) => void): number | undefined {
  if (value === undefined || value === null) return Number.NaN;
  const number = typeof value === "string" ? writtenNumber(value) : value;
  if (typeof number !== "number") return undefined;
  if (number !== Infinity && number !== -Infinity) return number;
  report("has an infinite number");
  return Number.NaN;
}

function writtenNumber(text: string): number | undefined {
  return isMissingText(text) ? Number.NaN : numberOfText(text);
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
