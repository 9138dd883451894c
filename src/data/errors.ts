/**
 * - `corrupt`: the bytes violate their format, or contain what no series can (a row without a day).
 * - `unsupported`: well formed, but of a type, codec or layout that is not read.
 * - `too-large`: exceeds the limits, or needs more memory than the limit.
 * - `ambiguous`: well formed, but with more than one possible meaning, in whatever format.
 * - `incomplete`: the body is truncated.
 * - `unknown-column`: the frame lacks a requested column.
 */
export type DecodeErrorKind =
  | "corrupt"
  | "unsupported"
  | "ambiguous"
  | "too-large"
  | "incomplete"
  | "unknown-column";

const longestMessage = 300;

/**
 * Bytes that cannot be decoded into a frame. The message is one line and names the column, line or encoding if there is
 * one.
 */
export class DecodeError extends Error {
  override readonly name: string = "DecodeError";

  constructor(
    readonly kind: DecodeErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(oneLine(message), options);
  }
}

/** A Parquet file that made the WebAssembly module trap; the state of the module's memory is undefined afterwards. */
export class TrapError extends DecodeError {
  override readonly name = "TrapError";

  constructor(
    override readonly kind: "corrupt" | "unsupported" | "too-large",
    message: string,
    options?: ErrorOptions,
  ) {
    super(kind, message, options);
  }
}

/** A text of the body, on one line and shortened for a message. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Control}\u2028\u2029]+/gu, " ").trim();
  return line.length <= longestMessage ? line : `${line.slice(0, longestMessage)}…`;
}
