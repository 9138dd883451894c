import { type Frame, type NumberColumn, type TextColumn } from "./frame";
import { type CellBytes, type RowLayout, isoLength, spliceRows } from "./spliceRows";

/** How a text format writes rows: the text around the values, which is ASCII except for names. */
export interface RowFormat {
  /** Before the first row, even if there is none. */
  readonly head: string;
  /** Between two rows. */
  readonly separator: string;
  readonly beforeDay: string;
  readonly afterDay: string;
  /** Before the value of each column. */
  readonly beforeValue: readonly string[];
  readonly afterRow: string;
  /** The text of a missing value. */
  readonly missing: string;
  readonly toCell: (text: string) => string;
  /** After the last row; omitted if there are no rows. */
  readonly foot: string;
  /** Replaces head and foot if there are no rows. */
  readonly empty: string;
}

/** Few enough for small blocks, enough that `JSON.stringify` dominates the time. */
const rowsPerBlock = 2_048;
const cellsPerBlock = 8_192;
/** `-2.2250738585072014e-308` */
const longestNumber = 24;
const longestUtf8 = 3;

const comma = 0x2c;

const utf8 = new TextEncoder();

/**
 * The rows of a frame in UTF-8 blocks. Numbers are the shortest text that reads back as the same double, as `String(x)`
 * writes it: `JSON.stringify` formats a block of them at once, and its bytes are spliced into the rows.
 */
export function* textBlocks(frame: Frame, format: RowFormat): Generator<Uint8Array, void, void> {
  const rows = frame.days.length;
  if (rows === 0) {
    yield utf8.encode(format.empty);
    return;
  }
  yield utf8.encode(format.head + format.beforeDay);
  const layout = layoutOf(frame, format);
  const numbers = frame.columns.filter((column) => column.type === "number");
  const texts = frame.columns.filter((column) => column.type === "text");
  const step = Math.min(rows, rowsOfBlock(frame.columns.length));
  const scratch = new Uint8Array(step * numbers.length * (longestNumber + 1) + 2);
  for (let start = 0; start < rows; start += step) {
    const days = frame.days.subarray(start, start + step);
    const end = start + days.length;
    const cells = textCells(texts, start, end, format);
    const block = blockOf(days, layout, {
      numbers: numberBytes(numbers, start, end, scratch),
      texts: joined(cells),
      textLengths: Int32Array.from(cells, ({ length }) => length),
    });
    // No row follows the last one.
    yield end < rows ? block : block.subarray(0, -utf8.encode(toNextDay(format)).length);
  }
  yield utf8.encode(format.foot);
}

/** The blocks as one array. */
export function joined(blocks: Iterable<Uint8Array>): Uint8Array {
  const parts = [...blocks];
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function rowsOfBlock(columns: number): number {
  return Math.max(1, Math.min(rowsPerBlock, Math.floor(cellsPerBlock / Math.max(1, columns))));
}

function layoutOf({ columns }: Frame, format: RowFormat): RowLayout {
  const parts = [...format.beforeValue, format.afterRow + toNextDay(format)];
  parts[0] = format.afterDay + (parts[0] ?? "");
  const bytes = parts.map((part) => utf8.encode(part));
  let end = 0;
  return {
    around: joined(bytes),
    aroundEnds: Int32Array.from(bytes, (part) => (end += part.length)),
    isText: Uint8Array.from(columns, ({ type }) => (type === "text" ? 1 : 0)),
    missing: utf8.encode(format.missing),
  };
}

function toNextDay({ separator, beforeDay }: RowFormat): string {
  return separator + beforeDay;
}

/** Writes one row per day. */
function blockOf(days: Int32Array, layout: RowLayout, cells: CellBytes): Uint8Array {
  const { around, isText, missing } = layout;
  const perRow = isoLength + around.length + isText.length * missing.length;
  const max = cells.numbers.length + cells.texts.length + days.length * perRow;
  const target = new Uint8Array(max);
  return target.subarray(0, spliceRows(target, days, layout, cells));
}

/** A view of `scratch`. */
function numberBytes(
  columns: readonly NumberColumn[],
  start: number,
  end: number,
  scratch: Uint8Array,
): Uint8Array {
  // Pushed one by one: an array created with a length counts as one with holes, which are checked at each number.
  const values: number[] = [];
  for (let row = start; row < end; row++) {
    for (const column of columns) values.push(column.values[row] ?? Number.NaN);
  }
  const json = JSON.stringify(values);
  utf8.encodeInto(json, scratch);
  scratch[json.length - 1] = comma;
  return scratch.subarray(0, json.length);
}

function textCells(
  columns: readonly TextColumn[],
  start: number,
  end: number,
  { missing, toCell }: RowFormat,
): Uint8Array[] {
  const cells: Uint8Array[] = [];
  for (let row = start; row < end; row++) {
    for (const { values } of columns) {
      const text = values[row] ?? null;
      cells.push(utf8.encode(text === null ? missing : toCell(text)));
    }
  }
  return cells;
}

/**
 * An upper bound in bytes for the text, without formatting. Numbers count as the longest possible, and `longestCell`
 * bounds a text by its number of UTF-16 code units.
 */
export function textSizeBound(
  frame: Frame,
  format: RowFormat,
  longestCell: (bytesOfText: number) => number,
): number {
  const texts = frame.columns.filter((column) => column.type === "text");
  let bytes = rowSizeBound(format, frame.columns.length - texts.length) * frame.days.length;
  for (const { values } of texts) {
    for (const text of values) {
      bytes += text === null ? size(format.missing) : longestCell(text.length * longestUtf8);
    }
  }
  return bytes + size(format.head) + size(format.foot) + size(format.empty);
}

/** An upper bound in bytes for one row, without its texts. */
export function rowSizeBound(format: RowFormat, numbers: number): number {
  const { separator, beforeDay, afterDay, afterRow, beforeValue } = format;
  const around = [separator, beforeDay, afterDay, afterRow, ...beforeValue];
  return around.reduce((length, text) => length + size(text), isoLength) + numbers * longestNumber;
}

function size(text: string): number {
  return utf8.encode(text).length;
}
