import { toCell, toNameCell } from "./csvCell";
import { type Frame, dateColumn } from "./frame";
import { type RowFormat, joined, textBlocks, textSizeBound } from "./textRows";

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

/**
 * As CSV, with an apostrophe before each text and name that a spreadsheet would run as a formula; numbers stay as they are.
 * Source: OWASP, CSV Injection.
 */
export function spreadsheetFormat({ days, columns }: Frame, separator?: "," | "\t"): RowFormat {
  const inert = columns.map((column) => ({ ...column, name: withoutFormula(column.name) }));
  const format = csvFormat({ days, columns: inert }, separator);
  return { ...format, toCell: (text) => toCell(withoutFormula(text)) };
}

/** With an apostrophe before what a spreadsheet would run as a formula. */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** A size in bytes that {@link toCsv} does not exceed, known from rows and widths before anything is formatted. */
export function csvSizeBound(frame: Frame): number {
  // A quote takes two bytes instead of one; the cell stands in quotes.
  return textSizeBound(frame, csvFormat(frame), (bytes) => 2 * bytes + 2);
}
