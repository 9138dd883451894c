/** The most bytes of a preview: what an editor shows at once, and with all that stands on top of a text. */
const mostPreviewBytes = 5_000_000;

/** How large the preview of a document over a limit may be. */
export function previewLimitBytes(limitBytes: number): number {
  return Math.min(limitBytes, mostPreviewBytes);
}
