import { type Frame, dateColumn } from "./frame";
import { type RowFormat, joined, textBlocks, textSizeBound } from "./textRows";

/**
 * A frame as a JSON array of rows in blocks of UTF-8, one row on each line, with a line break at the end.
 *
 * The day is an ISO text; no value is null. The text of a frame without rows is an empty array: it names no columns.
 */
function jsonBlocks(frame: Frame): Generator<Uint8Array, void, void> {
  return textBlocks(frame, jsonFormat(frame));
}

/** The blocks of {@link jsonBlocks} as one array. */
export function toJson(frame: Frame): Uint8Array {
  return joined(jsonBlocks(frame));
}

/** How the rows of a frame are written as JSON. */
export function jsonFormat({ columns }: Frame): RowFormat {
  return {
    head: "[\n",
    separator: ",\n",
    beforeDay: `{${JSON.stringify(dateColumn)}:"`,
    afterDay: '"',
    beforeValue: columns.map(({ name }) => `,${JSON.stringify(name)}:`),
    afterRow: "}",
    missing: "null",
    toCell: (text) => JSON.stringify(text),
    foot: "\n]\n",
    empty: "[]\n",
  };
}

/** A size in bytes that {@link toJson} does not exceed, known from rows and widths before anything is formatted. */
export function jsonSizeBound(frame: Frame): number {
  // A control character takes six bytes (`\u0000`) instead of one; the text stands in quotes.
  return textSizeBound(frame, jsonFormat(frame), (bytes) => 2 * bytes + 2);
}
