/** The position of the quote that closes a string, or the text's end when there is none. */
export function endOfJsonString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === 0x5c) before--;
  return (at - before) % 2 === 0;
}

/** A duplicate key of an object in a JSON text. */
export interface RepeatedKey {
  readonly key: string;
  /** The position of its opening quote. */
  readonly start: number;
  /** The position after its closing quote. */
  readonly end: number;
}

/** Finds each occurrence of a duplicate key after the first, in valid JSON. */
export function* repeatedKeys(json: string): Generator<RepeatedKey, void> {
  const keysOfOpen: Set<string>[] = [];
  let [start, end] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      start = at;
      at = endOfJsonString(json, at);
      end = at + 1;
    } else if (character === ":") {
      const key = JSON.parse(json.slice(start, end)) as string;
      const keys = keysOfOpen.at(-1);
      if (keys?.has(key) === true) yield { key, start, end };
      keys?.add(key);
    } else if (character === "{" || character === "[") keysOfOpen.push(new Set());
    else if (character === "}" || character === "]") keysOfOpen.pop();
  }
}

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
    // Parsed values inherit nothing enumerable, and `Object.keys` would take twice the time.
    const each = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof each === "object") count += countKeys(each);
  }
  return count;
}

/** The value of a JSON text of another program; undefined if it is not JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
