import { toCell, toNameCell } from "./csvCell";
import { type Frame, dateColumn } from "./frame";
import { type RowFormat, joined, textBlocks } from "./textRows";

/**
 * A frame as CSV in blocks of UTF-8: `Date` first, then the columns in their order; lines end with LF, the last one too.
 *
 * Numbers are the shortest that read back as the same double; no value is an empty cell. A text is in quotes where RFC 4180
 * asks for it, and where it would otherwise be read as a number or as no value.
 */
export function csvBlocks(frame: Frame): Generator<Uint8Array, void, void> {
  return textBlocks(frame, csvFormat(frame));
}

/** The blocks of {@link csvBlocks} as one array. */
export function toCsv(frame: Frame): Uint8Array {
  return joined(csvBlocks(frame));
}

/** How the rows of a frame are written as CSV. */
export function csvFormat({ columns }: Frame): RowFormat {
  const head = [dateColumn, ...columns.map(({ name }) => toNameCell(name))].join(",") + "\n";
  return {
    head,
    separator: "\n",
    beforeDay: "",
    afterDay: "",
    beforeValue: columns.map(() => ","),
    afterRow: "",
    missing: "",
    toCell,
    foot: "\n",
    empty: head,
  };
}
