/**
 * - `corrupt`: the bytes are not what their format prescribes, or hold what no series can (a row without a day).
 * - `unsupported`: well formed, but of a type, codec or layout that is not read.
 * - `too-large`: more than the limits allow; nothing was allocated for it.
 * - `ambiguous`: well formed, but it can be understood in more than one way, whatever format carries it.
 * - `incomplete`: the body ends before its end can have been reached.
 * - `unknown-column`: a column was asked for that the frame does not have.
 */
export type DecodeErrorKind =
  "corrupt" | "unsupported" | "ambiguous" | "too-large" | "incomplete" | "unknown-column";

const longestMessage = 300;

/** Bytes that cannot become a frame. The message is one line and names the column, line or encoding where there is one. */
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

/** A Parquet file that made the WebAssembly module trap: what the module's memory holds is unknown from then on. */
export class TrapError extends DecodeError {
  override readonly name = "TrapError";

  constructor(message: string, options?: ErrorOptions) {
    super("corrupt", message, options);
  }
}

/** A text of the body as it may stand in a message: on one line and short. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Control}\u2028\u2029]+/gu, " ").trim();
  return line.length <= longestMessage ? line : `${line.slice(0, longestMessage)}…`;
}
