import { endOfJsonString } from "../shared/jsonString";
import { type WireRecord } from "./wireRecord";

// A JSON parser keeps only the last value of a duplicate key, which may not be the intended one.

/** Precedes every occurrence of a duplicate key after the first; services use no such names. */
const mark = "\0";

/** The number of keys of all objects in a JSON value. Its depth is limited before it is parsed. */
export function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const each of value as readonly unknown[]) {
      if (typeof each === "object") count += countKeys(each);
    }
    return count;
  }
  for (const key in value) {
    count += 1;
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof each === "object") count += countKeys(each);
  }
  return count;
}

/** Marks each duplicate key of an object in a JSON text. */
export function withMarkedKeys(json: string): string {
  const pieces: string[] = [];
  const keysOfOpen: Set<string>[] = [];
  let [taken, start, end] = [0, 0, 0];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      start = at;
      at = endOfJsonString(json, at);
      end = at + 1;
    } else if (character === ":") {
      const key = JSON.parse(json.slice(start, end)) as string;
      const keys = keysOfOpen.at(-1);
      if (keys?.has(key) === true) {
        pieces.push(json.slice(taken, start), JSON.stringify(mark + key));
        taken = end;
      }
      keys?.add(key);
    } else if (character === "{" || character === "[") keysOfOpen.push(new Set());
    else if (character === "}" || character === "]") keysOfOpen.pop();
  }
  pieces.push(json.slice(taken));
  return pieces.join("");
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
 * The number of duplicate keys of all objects in a value, in JSON from {@link withMarkedKeys}; a key of one object counts
 * once.
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
