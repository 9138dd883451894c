import { withoutFormula } from "../shared/pastedTable";
import { toCell, toNameCell } from "./csvCell";
import { type Frame, dateColumn } from "./frame";
import { type RowFormat, joined, textBlocks, textSizeBound } from "./textRows";

/**
 * A frame as CSV in UTF-8 blocks: `Date` first, then the columns in order; each line ends with LF, including the last.
 *
 * Numbers are the shortest text that reads back as the same double; a missing value is an empty cell. A text is quoted
 * if RFC 4180 requires it, or if it would otherwise be read as a number or as missing.
 */
export function csvBlocks(frame: Frame): Generator<Uint8Array, void, void> {
  return textBlocks(frame, csvFormat(frame));
}

/** The blocks of {@link csvBlocks} as one array. */
export function toCsv(frame: Frame): Uint8Array {
  return joined(csvBlocks(frame));
}

/** How the rows of a frame are written as CSV. */
export function csvFormat({ columns }: Frame, separator: "," | "\t" = ","): RowFormat {
  const names = [dateColumn, ...columns.map(({ name }) => toNameCell(name))];
  const head = `${names.join(separator)}\n`;
  return {
    head,
    separator: "\n",
    beforeDay: "",
    afterDay: "",
    beforeValue: columns.map(() => separator),
    afterRow: "",
    missing: "",
    toCell,
    foot: "\n",
    empty: head,
  };
}

/** Without it, Excel reads a file in the encoding of the system. */
const byteOrderMark = "\uFEFF";

/** Writes {@link spreadsheetCells} separated by commas, after a byte order mark. */
export function spreadsheetFormat(frame: Frame): RowFormat {
  const format = spreadsheetCells(frame, ",");
  const { head, empty } = format;
  return { ...format, head: byteOrderMark + head, empty: byteOrderMark + empty };
}

/**
 * Puts an apostrophe before each text and name that a spreadsheet would run as a formula; numbers are unchanged.
 * Source: OWASP, CSV Injection.
 */
export function spreadsheetCells({ days, columns }: Frame, separator: "," | "\t"): RowFormat {
  const inert = columns.map((column) => ({ ...column, name: withoutFormula(column.name) }));
  const format = csvFormat({ days, columns: inert }, separator);
  return { ...format, toCell: (text) => toCell(withoutFormula(text)) };
}

/** An upper bound in bytes for {@link toCsv}, from rows and text lengths, without formatting. */
export function csvSizeBound(frame: Frame): number {
  // A quote is doubled, and the cell is quoted.
  return textSizeBound(frame, csvFormat(frame), (bytes) => 2 * bytes + 2);
}
