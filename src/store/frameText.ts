import { toCsv } from "../data/csvWriter";
import { type Frame } from "../data/frame";
import { toJson } from "../data/jsonWriter";
import { newestRowsWithin } from "../data/newestRows";
import { csvSizeBound, jsonSizeBound } from "../data/textSize";
import { type TextRequest } from "./documentContent";
import { DocumentTooLargeError } from "./documentTooLargeError";
import { previewLimitBytes } from "./previewLimitBytes";

/** Up to this many cells are formatted at once, in a few milliseconds; more would hold up the editor. */
const mostCellsHere = 200_000;

/** A frame as text. @throws {@link DocumentTooLargeError} before anything is formatted. */
export async function frameText(
  frame: Frame,
  { form, limitBytes, worker, signal }: TextRequest,
): Promise<Uint8Array> {
  const sizeBound = form === "csv" ? csvSizeBound : jsonSizeBound;
  const [sizeBytes, mostBytes] = [sizeBound(frame), limitBytes()];
  if (sizeBytes > mostBytes) {
    const newest = newestRowsWithin(frame, previewLimitBytes(mostBytes), sizeBound);
    throw new DocumentTooLargeError(sizeBytes, mostBytes, newest);
  }
  const cells = frame.days.length * (frame.columns.length + 1);
  if (cells > mostCellsHere) return worker.encode(frame, form, {}, signal);
  return form === "csv" ? toCsv(frame) : toJson(frame);
}
