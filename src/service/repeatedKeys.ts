import { repeatedKeys } from "../shared/jsonText";
import { type WireRecord } from "./wireRecord";

// A JSON parser keeps only the last value of a duplicate key, which may not be the intended one.

/** Precedes every occurrence of a duplicate key after the first; services use no such names. */
const mark = "\0";

/** Marks each duplicate key of an object in a JSON text. */
export function withMarkedKeys(json: string): string {
  const pieces: string[] = [];
  let taken = 0;
  for (const { key, start, end } of repeatedKeys(json)) {
    pieces.push(json.slice(taken, start), JSON.stringify(mark + key));
    taken = end;
  }
  return pieces.join("") + json.slice(taken);
}

/** Whether a key is a mark, in JSON from {@link withMarkedKeys}. */
export function isMark(key: string): boolean {
  return key.startsWith(mark);
}

/** The field that marks a key of a record as a duplicate; empty if it is not, in JSON from {@link withMarkedKeys}. */
export function markOf(record: WireRecord, key: string): WireRecord {
  const marked = mark + key;
  return Object.hasOwn(record, marked) ? { [marked]: record[marked] } : {};
}

/**
 * The number of duplicate keys of all objects in a value, in JSON from {@link withMarkedKeys}. Each key counts once per
 * object.
 */
export function repeatedKeyCount(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value as readonly unknown[]) count += repeatedKeyCount(each);
    return count;
  }
  for (const key in value) {
    if (isMark(key)) count += 1;
    count += repeatedKeyCount((value as WireRecord)[key]);
  }
  return count;
}
