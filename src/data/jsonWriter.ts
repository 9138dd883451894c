import { type Frame, dateColumn } from "./frame";
import { type RowFormat, joined, textBlocks, textSizeBound } from "./textRows";

/**
 * A frame as a JSON array of rows in UTF-8 blocks, one row per line, with a line break at the end.
 *
 * Days are ISO texts; a missing value is null. Without rows the text is an empty array, which has no column names.
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

/** An upper bound in bytes for {@link toJson}, from rows and text lengths, without formatting. */
export function jsonSizeBound(frame: Frame): number {
  // A control character takes six bytes (`\u0000`) instead of one; the text is quoted.
  return textSizeBound(frame, jsonFormat(frame), (bytes) => 2 * bytes + 2);
}
