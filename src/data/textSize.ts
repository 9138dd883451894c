import { csvFormat } from "./csvWriter";
import { type Frame } from "./frame";
import { jsonFormat } from "./jsonWriter";
import { textSizeBound } from "./textRows";

/** A size in bytes that {@link toCsv} does not exceed, known from rows and widths before anything is formatted. */
export function csvSizeBound(frame: Frame): number {
  // A quote takes two bytes instead of one; the cell stands in quotes.
  return textSizeBound(frame, csvFormat(frame), (bytes) => 2 * bytes + 2);
}

/** A size in bytes that {@link toJson} does not exceed, known from rows and widths before anything is formatted. */
export function jsonSizeBound(frame: Frame): number {
  // A control character takes six bytes (`\u0000`) instead of one; the text stands in quotes.
  return textSizeBound(frame, jsonFormat(frame), (bytes) => 2 * bytes + 2);
}
