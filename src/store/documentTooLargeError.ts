import { type Day } from "../shared/day";

/** The most bytes of a preview: what an editor shows at once, and with all that stands on top of a text. */
const mostPreviewBytes = 5_000_000;

/** How large the preview of a document over a limit may be. */
export function previewLimitBytes(limitBytes: number): number {
  return Math.min(limitBytes, mostPreviewBytes);
}

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
