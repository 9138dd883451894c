import { endOfJsonString } from "../shared/jsonString";

// A JSON parser keeps only the last value of a duplicate key, which may not be the intended one.

/** Replaces every occurrence of a duplicate key after the first; services use no such name. */
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

/** Replaces each duplicate key of an object in a JSON text by a mark. */
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
        pieces.push(json.slice(taken, start), JSON.stringify(mark));
        taken = end;
      }
      keys?.add(key);
    } else if (character === "{" || character === "[") keysOfOpen.push(new Set());
    else if (character === "}" || character === "]") keysOfOpen.pop();
  }
  pieces.push(json.slice(taken));
  return pieces.join("");
}

/** Whether an object itself had a duplicate key, in JSON from {@link withMarkedKeys}. */
export function isMarked(value: object): boolean {
  return Object.hasOwn(value, mark);
}

/** Whether any object in a value had a duplicate key, in JSON from {@link withMarkedKeys}. */
export function holdsRepeatedKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isMarked(value) || Object.values(value).some(holdsRepeatedKey);
}
