import { spreadsheetFormat } from "./csvWriter";
import { type Frame } from "./frame";
import { type RowFormat, joined, textBlocks } from "./textRows";

/**
 * A frame as cells between tabs, as spreadsheets take them from the clipboard: `Date` and the names first; lines end with
 * LF, the last one too. Numbers and texts are written as in CSV for spreadsheets, in full.
 */
export function toTsv(frame: Frame): string {
  const blocks = textBlocks(frame, tsvFormat(frame));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined(blocks));
}

/** How the rows of a frame are written between tabs. */
export function tsvFormat(frame: Frame): RowFormat {
  return spreadsheetFormat(frame, "\t");
}
