import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";

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

/**
 * The JSON value of a UTF-8 body. Bare `NaN` and `Infinity`, which Python writes, become null.
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
): unknown {
  const standard = standardJson(bytes, limits);
  if ("problem" in standard) throw new ContractError(facts, "$", standard.problem);
  try {
    return JSON.parse(new TextDecoder().decode(standard.bytes));
  } catch {
    // V8's message quotes the body, which may contain the key.
    throw new ContractError(facts, "$", "is not valid JSON");
  }
}

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
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
): { readonly bytes: Uint8Array } | { readonly problem: string } {
  if (bytes.length > limits.bytes) return { problem: `is larger than ${limits.bytes} bytes` };
  const rewritten = new Rewritten(bytes);
  let depth = 0;
  let elements = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) elements++;
    else if (byte === openArray || byte === openObject) {
      elements++;
      depth++;
      if (depth > deepestNesting)
        return { problem: `is nested deeper than ${deepestNesting} levels` };
    } else if (byte === closeArray || byte === closeObject) depth--;
    else if (byte === nan[0] || byte === infinity[0]) at = rewritten.withoutBareNumber(at);
    if (elements > limits.elements) return { problem: `holds more than ${limits.elements} values` };
  }
  return { bytes: rewritten.bytes() };
}

/** The position of the closing quote, or the last position if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return Math.min(at, bytes.length - 1);
}

/** A copy of a body with some bytes replaced; not allocated until something is replaced. */
class Rewritten {
  private copy: Uint8Array | undefined;
  private copied = 0;
  /** How much of the body has been copied or replaced. */
  private taken = 0;

  constructor(private readonly body: Uint8Array) {}

  /**
   * Writes null in place of a bare number that begins here, if there is one. Returns its last position, else the same
   * one.
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
