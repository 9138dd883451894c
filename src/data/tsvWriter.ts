import { toNameCell } from "./csvCell";
import { csvFormat } from "./csvWriter";
import { type Frame, dateColumn } from "./frame";
import { type RowFormat, joined, textBlocks } from "./textRows";

/**
 * A frame as cells between tabs, as spreadsheets take them from the clipboard: `Date` and the names first; lines end with
 * LF, the last one too. Numbers and texts are written as in CSV, in full.
 */
export function toTsv(frame: Frame): string {
  const blocks = textBlocks(frame, tsvFormat(frame));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined(blocks));
}

/** How the rows of a frame are written between tabs. */
export function tsvFormat(frame: Frame): RowFormat {
  const { columns } = frame;
  const head = `${[dateColumn, ...columns.map(({ name }) => toNameCell(name))].join("\t")}\n`;
  const beforeValue = columns.map(() => "\t");
  return { ...csvFormat(frame), head, empty: head, beforeValue };
}
