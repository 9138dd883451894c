import { DecodeError } from "./errors";
import { isLongInteger } from "./exactNumber";

/** Deeper than any layout of a series. */
const deepestNesting = 32;

const quote = 0x22;
const backslash = 0x5c;

/** Numbers as Python and JavaScript write them outside the standard, and what JSON reads as the same. */
const bareNumbers: readonly (readonly [text: string, standard: string])[] = [
  ["NaN", "null"],
  ["-Infinity", "-1e999"],
  ["Infinity", "1e999"],
];

const numberLiteral = /-?\d[\d.eE+-]*/y;

export interface ScannedJson {
  /** In standard JSON: NaN is null, ±Infinity is ±1e999, an integer that a double would round is a string of its digits. */
  readonly text: string;
  /** How many values stand one after the other; more than one in JSON lines. */
  readonly valueCount: number;
}

/**
 * Looks over a JSON text once, before it is parsed; what stands in strings stays as it is.
 *
 * @throws {@link DecodeError} for nesting deeper than any series has.
 */
export function scanJson(text: string): ScannedJson {
  const parts: string[] = [];
  let copied = 0;
  let depth = 0;
  let valueCount = 0;
  const replace = (start: number, length: number, by: string): void => {
    parts.push(text.slice(copied, start), by);
    copied = start + length;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (isOpening(code)) depth = deeper(depth);
    else if (isClosing(code)) {
      depth--;
      if (depth === 0) valueCount++;
    } else if (isNumberStart(code)) {
      const edit = editAt(text, at);
      if (edit.by !== undefined) replace(at, edit.length, edit.by);
      at += edit.length - 1;
    }
  }
  if (copied === 0) return { text, valueCount };
  return { text: parts.join("") + text.slice(copied), valueCount };
}

/** `[` or `{`. */
function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

/** `]` or `}`. */
function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

function deeper(depth: number): number {
  if (depth < deepestNesting) return depth + 1;
  throw new DecodeError(
    "unsupported",
    `the JSON text is nested deeper than ${deepestNesting} levels`,
  );
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
