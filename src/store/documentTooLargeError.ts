import { type Day } from "../shared/day";

/** A document would be larger than the user's limit; nothing was formatted. */
export class DocumentTooLargeError extends Error {
  override readonly name = "DocumentTooLargeError";

  constructor(
    /** An upper bound for the size of the text, from its rows and widths. */
    readonly sizeBytes: number,
    readonly limitBytes: number,
    /** The range of the newest days that fit in a preview, both ends inclusive; undefined if not even one row does. */
    readonly newest: { readonly from: Day; readonly to: Day } | undefined,
  ) {
    super(`a document of up to ${sizeBytes} bytes is over the limit of ${limitBytes} bytes`);
  }
}
