import { type DecodeLimits } from "./decodeLimits";
import { EditedText } from "./editedText";
import { DecodeError } from "./errors";
import { losesDigits } from "./exactNumber";
import { JsonSize } from "./jsonSize";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Numbers as Python and JavaScript write them outside the standard, and what JSON reads as the same. */
const bareNumbers: ReadonlyMap<string, string> = new Map([
  ["NaN", "null"],
  ["-Infinity", "-1e999"],
  ["Infinity", "1e999"],
]);

/** Source: RFC 8259 §6. */
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A double has the digits of every shorter numeral without an exponent. */
const mostSafeDigits = 15;

export interface ScannedJson {
  /**
   * In standard JSON: NaN is null, ±Infinity is ±1e999, a numeral that loses digits as a double is a string, and of
   * several values, one on each line, an array is made.
   */
  readonly text: string;
  /** How many values stand one after the other; more than one in JSON lines. */
  readonly valueCount: number;
  /** How many keys all objects have together; a key that an object repeats counts each time. */
  readonly keyCount: number;
}

/**
 * Looks over a JSON text once, before it is parsed; what stands in strings stays as it is.
 *
 * @throws {@link DecodeError} for nesting deeper than any series has, and for more than any series within the limits
 * has: an engine that runs out of room while it parses may end the whole process.
 */
export function scanJson(text: string, limits: DecodeLimits): ScannedJson {
  const edited = new EditedText(text);
  const size = new JsonSize(limits);
  let valueEnd = 0;
  let valueCount = 0;
  let keyCount = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) size.addComma();
    else if (code === colon) keyCount++;
    else if (isOpening(code)) {
      const isNextValue = size.depth === 0 && valueCount > 0;
      if (isNextValue) separate(edited, text, valueEnd, at);
      size.open();
    } else if (isClosing(code)) {
      if (size.close()) {
        valueCount++;
        valueEnd = at + 1;
      }
    } else if (isNumberStart(code)) at = standardize(edited, text, at) - 1;
  }
  return { text: oneValue(edited.toString(), valueCount), valueCount, keyCount };
}

function oneValue(text: string, valueCount: number): string {
  return valueCount > 1 ? `[${text}]` : text;
}

/** Replaces a token that is not standard JSON; the position after it. */
function standardize(edited: EditedText, text: string, at: number): number {
  const end = endOfToken(text, at);
  const standard = standardOf(text.slice(at, end));
  if (standard !== undefined) edited.replace(at, end, standard);
  return end;
}

/** The first key that an object of a JSON text repeats; undefined when none does. */
export function repeatedKey(text: string): string | undefined {
  const keysOfOpen: Set<string>[] = [];
  let string = "";
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      string = text.slice(at, end + 1);
      at = end;
    } else if (code === colon) {
      const key = JSON.parse(string) as string;
      const keys = keysOfOpen.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    } else if (isOpening(code)) keysOfOpen.push(new Set());
    else if (isClosing(code)) keysOfOpen.pop();
  }
  return undefined;
}

/** Makes two values on lines of their own two elements of an array. */
function separate(edited: EditedText, text: string, end: number, start: number): void {
  if (!/[\r\n]/.test(text.slice(end, start))) {
    throw new DecodeError("corrupt", "the JSON text has two values on one line");
  }
  edited.replace(end, end, ",");
}

/** `[` or `{`. */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

/** `]` or `}`. */
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

/** The position of the closing quote, or the text's end when there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before a position. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === backslash) before--;
  return (at - before) % 2 === 0;
}

/** A digit, a minus, `N` or `I`. */
function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x4e || code === 0x49;
}

/** The end of what begins at a position and goes on to the next delimiter. */
function endOfToken(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !isDelimiter(text.charCodeAt(end))) end++;
  return end;
}

/** White space, a comma, a colon, a bracket or a quote. */
function isDelimiter(code: number): boolean {
  const isMark = code === comma || code === colon || code === quote;
  return code <= 0x20 || isMark || isOpening(code) || isClosing(code);
}

/** What to write in place of a token; undefined to leave it to the parser, which refuses all but standard JSON. */
function standardOf(token: string): string | undefined {
  const isShort = token.length <= mostSafeDigits && !/[eE]/.test(token);
  if (!isShort && losesDigits(token) && numeral.test(token)) return `"${token}"`;
  return bareNumbers.get(token);
}
