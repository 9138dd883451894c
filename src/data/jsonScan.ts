import { type DecodeLimits, bytesPerNumber, checkLimit } from "./decodeLimits";
import { EditedText } from "./editedText";
import { DecodeError } from "./errors";
import { losesDigits } from "../shared/exactNumber";
import { endOfJsonString } from "../shared/jsonText";
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;

/** Non-standard numbers of Python and JavaScript, and their equivalents in standard JSON. */
const bareNumbers: ReadonlyMap<string, string> = new Map([
  ["NaN", "null"],
  ["-Infinity", "-1e999"],
  ["Infinity", "1e999"],
]);

/** Source: RFC 8259 §6. */
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter numerals without an exponent are exact as doubles. */
const maxSafeDigits = 15;

export interface ScannedJson {
  /**
   * As standard JSON: NaN is null, ±Infinity is ±1e999, a numeral that would lose digits as a double is a string, and
   * JSON lines are an array.
   */
  readonly text: string;
  /** The number of top-level values; more than one in JSON lines. */
  readonly valueCount: number;
  /** The number of keys of all objects; duplicates count each time. */
  readonly keyCount: number;
}

/**
 * Scans a JSON text once before it is parsed; strings are unchanged.
 *
 * @throws {@link DecodeError} if nesting or size exceed those of any series within the limits: an engine that runs out
 * of memory while parsing may end the whole process.
 */
export function scanJson(text: string, limits: DecodeLimits): ScannedJson {
  const edited = new EditedText(text);
  const size = new JsonSize(limits);
  let valueEnd = 0;
  let valueCount = 0;
  let keyCount = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfJsonString(text, at);
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

/** Replaces a token that is not standard JSON; returns the position after it. */
function standardize(edited: EditedText, text: string, at: number): number {
  const end = endOfToken(text, at);
  const standard = standardOf(text.slice(at, end));
  if (standard !== undefined) edited.replace(at, end, standard);
  return end;
}

/** Turns two values on separate lines into two elements of an array. */
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

/** A digit, a minus, `N` or `I`. */
function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x4e || code === 0x49;
}

/** The position of the next delimiter. */
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

/** The replacement of a token; undefined to leave it to the parser, which rejects all but standard JSON. */
function standardOf(token: string): string | undefined {
  const isShort = token.length <= maxSafeDigits && !/[eE]/.test(token);
  if (!isShort && losesDigits(token) && numeral.test(token)) return `"${token}"`;
  return bareNumbers.get(token);
}

/** No layout of a series is nested deeper. */
const deepestNesting = 32;
/** Arrays and objects around the rows and columns: wrappers, and pandas' own metadata. */
const maxWrappers = 16;

/** Counts arrays, objects and their elements during the scan and checks them against the limits. */
class JsonSize {
  /** The number of open arrays and objects. */
  depth = 0;
  private containers = 0;
  private commas = 0;
  /** Commas of the open arrays and objects, by depth. */
  private readonly ownCommas = new Int32Array(deepestNesting + 1);

  constructor(private readonly limits: DecodeLimits) {}

  open(): void {
    if (this.depth >= deepestNesting) {
      const message = `the JSON text is nested deeper than ${deepestNesting} levels`;
      throw new DecodeError("unsupported", message);
    }
    this.depth++;
    this.ownCommas[this.depth] = 0;
    const { rows, columns } = this.limits;
    checkLimit("arrays and objects", ++this.containers, rows + columns + maxWrappers);
  }

  /** Returns whether the outermost array or object is now closed. */
  close(): boolean {
    this.depth--;
    if (this.depth < 0)
      throw new DecodeError(
        "corrupt",
        "the JSON text has a closing bracket without an opening one",
      );
    return this.depth === 0;
  }

  /** Each cell but one of a row, and each row but one, is followed by a comma. */
  addComma(): void {
    const { rows, columns, bytes } = this.limits;
    const own = (this.ownCommas[this.depth] ?? 0) + 1;
    this.ownCommas[this.depth] = own;
    checkLimit("elements in one array or object", own, Math.max(rows, columns));
    checkLimit("elements", ++this.commas, bytes / bytesPerNumber + columns);
  }
}
