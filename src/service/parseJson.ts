import { type RequestFacts } from "./answer";
import { losesDigits } from "../shared/exactNumber";
import { ContractError } from "./errors";
import { countKeys } from "../shared/jsonText";
import { withMarkedKeys } from "./repeatedKeys";

/** Limits for a JSON body; both are inclusive. */
export interface JsonLimits {
  /** After content decoding. */
  readonly bytes: number;
  /** Values, including those nested in arrays and objects. */
  readonly elements: number;
}

/** For listings and definitions. */
export const listingLimits: JsonLimits = { bytes: 32 * 1024 * 1024, elements: 2_000_000 };

/** For the newest values of all variants and of all forecasts. */
export const latestLimits: JsonLimits = { bytes: 128 * 1024 * 1024, elements: 20_000_000 };

/** Forecasts are trees; other bodies are only a few levels deep. */
const deepestNesting = 64;

export interface ParsedJson {
  readonly value: unknown;
  /** Whether an object has a duplicate key; every occurrence after the first is marked. */
  readonly hasRepeatedKey: boolean;
}

/**
 * The JSON value of a UTF-8 body. Bare `NaN` and `Infinity`, which Python writes, become null. A number of at least 2^53
 * that a double cannot represent exactly becomes a text.
 *
 * A field named `__proto__` becomes an ordinary field; invalid UTF-8 becomes U+FFFD.
 *
 * @throws {@link ContractError} if it is not JSON, and, before parsing, if it exceeds the limits or is nested too
 * deeply: a few kilobytes on the wire can become values that no heap can hold.
 */
export function parseJson(
  bytes: Uint8Array,
  facts: RequestFacts,
  limits: JsonLimits = listingLimits,
): ParsedJson {
  const standard = standardJson(bytes, limits);
  if ("problem" in standard) throw new ContractError(facts, "$", standard.problem);
  try {
    const text = new TextDecoder().decode(standard.bytes);
    const value: unknown = JSON.parse(text);
    // Counting is cheap: only if keys are missing from the value is the text searched for duplicates.
    const hasRepeatedKey = countKeys(value) < standard.keys;
    return hasRepeatedKey
      ? { value: JSON.parse(withMarkedKeys(text)), hasRepeatedKey }
      : { value, hasRepeatedKey };
  } catch {
    // V8's message quotes the body, which may contain the key.
    throw new ContractError(facts, "$", "is not valid JSON");
  }
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const nan = Buffer.from("NaN");
const infinity = Buffer.from("Infinity");

/** The body as standard JSON, or why it is rejected; one pass over the bytes. */
function standardJson(
  bytes: Uint8Array,
  limits: JsonLimits,
): StandardJson | { readonly problem: string } {
  if (bytes.length > limits.bytes) return { problem: `is larger than ${limits.bytes} bytes` };
  const rewritten = new Rewritten(bytes);
  let depth = 0;
  let elements = 1;
  let keys = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) elements++;
    else if (byte === colon) keys++;
    else if (byte >= zero && byte <= nine) at = rewritten.withAllDigits(at);
    else if (byte === openArray || byte === openObject) {
      elements++;
      depth++;
      if (depth > deepestNesting)
        return { problem: `is nested deeper than ${deepestNesting} levels` };
    } else if (byte === closeArray || byte === closeObject) depth--;
    else if (byte === nan[0] || byte === infinity[0]) at = rewritten.withoutBareNumber(at);
    if (elements > limits.elements) return { problem: `holds more than ${limits.elements} values` };
  }
  return { bytes: rewritten.bytes(), keys };
}

interface StandardJson {
  readonly bytes: Uint8Array;
  /** The number of keys in all objects; a duplicate key counts each time. */
  readonly keys: number;
}

/** The position of the closing quote, or the last position if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return Math.min(at, bytes.length - 1);
}

/** A number with fewer digits before the point, and no positive exponent, is below 2^53. */
const fewestLargeDigits = 16;

/** JSON's form of a number (RFC 8259 §6). */
const numeral = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The longest number in characters; services have no reason to send longer ones. */
const longestNumeral = 1_000;

/** A copy of a body with some bytes replaced; not allocated until something is replaced. */
class Rewritten {
  private copy: Uint8Array | undefined;
  private copied = 0;
  /** How much of the body has been copied or replaced. */
  private taken = 0;

  constructor(private readonly body: Uint8Array) {}

  /**
   * Replaces a bare `NaN` or `Infinity` that begins at this position by null. Returns its last position, or the same
   * position if there is none.
   */
  withoutBareNumber(at: number): number {
    const bare = [nan, infinity].find((each) =>
      each.every((byte, n) => this.body[at + n] === byte),
    );
    if (bare === undefined) return at;
    const isNegative = at > this.taken && this.body[at - 1] === minus;
    this.copyUntil(isNegative ? at - 1 : at);
    this.append(Buffer.from("null"));
    this.taken = at + bare.length;
    return this.taken - 1;
  }

  /** Writes the number that begins with this digit as a text if a double cannot represent it. Returns its last position. */
  withAllDigits(start: number): number {
    const { body } = this;
    let at = start;
    while (isDigit(body[at])) at++;
    const isLarge = at - start >= fewestLargeDigits;
    const hasMore = body[at] === point || isExponent(body[at]);
    if (!isLarge && !hasMore) return at - 1;
    let hasExponent = false;
    for (; isDigit(body[at]) || body[at] === point || isSignOrExponent(body[at]); at++) {
      hasExponent ||= isExponent(body[at]) && body[at + 1] !== minus;
    }
    if (isLarge || hasExponent) this.keepDigits(start, at);
    return at - 1;
  }

  private keepDigits(first: number, end: number): void {
    const start = first > this.taken && this.body[first - 1] === minus ? first - 1 : first;
    const text = Buffer.from(this.body.subarray(start, end)).toString("latin1");
    const isKept = text.length <= longestNumeral && !losesDigits(text);
    if (isKept || !numeral.test(text)) return;
    this.copyUntil(start);
    this.append(Buffer.from(`"${text}"`));
    this.taken = end;
  }

  bytes(): Uint8Array {
    if (this.copy === undefined) return this.body;
    this.copyUntil(this.body.length);
    return this.copy.subarray(0, this.copied);
  }

  private copyUntil(end: number): void {
    this.append(this.body.subarray(this.taken, end));
    this.taken = end;
  }

  private append(bytes: Uint8Array): void {
    // Four bytes for three in the worst case.
    this.copy ??= Buffer.allocUnsafeSlow(Math.ceil((this.body.length * 4) / 3));
    this.copy.set(bytes, this.copied);
    this.copied += bytes.length;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

/** `E` or `e`. */
function isExponent(byte: number | undefined): boolean {
  return byte === 0x45 || byte === 0x65;
}

function isSignOrExponent(byte: number | undefined): boolean {
  return byte === minus || byte === 0x2b || isExponent(byte);
}
