import { type Day } from "../shared/day";

/** A document would be larger than the user's limit; nothing was formatted. */
export class DocumentTooLargeError extends Error {
  override readonly name = "DocumentTooLargeError";

  constructor(
    /** The most that the text can take, known from its rows and widths. */
    readonly sizeBytes: number,
    readonly limitBytes: number,
    /** The days of the newest rows that fit in a preview, both ends included; undefined when not even one does. */
    readonly newest: { readonly from: Day; readonly to: Day } | undefined,
  ) {
    super(`a document of up to ${sizeBytes} bytes is over the limit of ${limitBytes} bytes`);
  }
}
