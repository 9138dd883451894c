import { toNameCell } from "./csvCell";
import { csvFormat } from "./csvWriter";
import { type Frame, dateColumn } from "./frame";
import { joined, textBlocks } from "./textRows";

/**
 * A frame as cells between tabs, as spreadsheets take them from the clipboard: `Date` and the names first; lines end with
 * LF, the last one too. Numbers and texts are written as in CSV, in full.
 */
export function toTsv(frame: Frame): string {
  const { columns } = frame;
  const head = `${[dateColumn, ...columns.map(({ name }) => toNameCell(name))].join("\t")}\n`;
  const beforeValue = columns.map(() => "\t");
  const blocks = textBlocks(frame, { ...csvFormat(frame), head, empty: head, beforeValue });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined(blocks));
}
