import { type DecodeLimits } from "./decodeLimits";
import { EditedText } from "./editedText";
import { DecodeError } from "./errors";
import { isLongInteger } from "./exactNumber";
import { JsonSize } from "./jsonSize";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** Numbers as Python and JavaScript write them outside the standard, and what JSON reads as the same. */
const bareNumbers: readonly (readonly [text: string, standard: string])[] = [
  ["NaN", "null"],
  ["-Infinity", "-1e999"],
  ["Infinity", "1e999"],
];

const numberLiteral = /-?\d[\d.eE+-]*/y;

export interface ScannedJson {
  /**
   * In standard JSON: NaN is null, ±Infinity is ±1e999, an integer that a double would round is a string of its digits,
   * and of several values, one on each line, an array is made.
   */
  readonly text: string;
  /** How many values stand one after the other; more than one in JSON lines. */
  readonly valueCount: number;
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
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) size.addComma();
    else if (isOpening(code)) {
      if (size.depth === 0 && valueCount > 0) separate(edited, text, valueEnd, at);
      size.open();
    } else if (isClosing(code)) {
      if (!size.close()) continue;
      valueCount++;
      valueEnd = at + 1;
    } else if (isNumberStart(code)) {
      const edit = editAt(text, at);
      if (edit.by !== undefined) edited.replace(at, at + edit.length, edit.by);
      at += edit.length - 1;
    }
  }
  const standard = edited.toString();
  return { text: valueCount > 1 ? `[${standard}]` : standard, valueCount };
}

/** Makes two values on lines of their own two elements of an array. */
function separate(edited: EditedText, text: string, end: number, start: number): void {
  if (!/[\r\n]/.test(text.slice(end, start))) {
    throw new DecodeError("corrupt", "the JSON text holds two values on one line");
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

/** How long the number at a position is, and what to write in its place. */
function editAt(text: string, at: number): { length: number; by: string | undefined } {
  for (const [bare, standard] of bareNumbers) {
    if (text.startsWith(bare, at)) return { length: bare.length, by: standard };
  }
  numberLiteral.lastIndex = at;
  const literal = numberLiteral.exec(text)?.[0] ?? " ";
  return { length: literal.length, by: isLongInteger(literal) ? `"${literal}"` : undefined };
}
