import { type Frame, type NumberColumn, type TextColumn } from "./frame";
import { type CellBytes, type RowLayout, isoLength, spliceRows } from "./spliceRows";

/** How a text format writes rows: what stands around the values, all in ASCII but for the names. */
export interface RowFormat {
  /** Before the first row, also when there is none. */
  readonly head: string;
  /** Between two rows. */
  readonly separator: string;
  readonly beforeDay: string;
  readonly afterDay: string;
  /** Before the value of each column. */
  readonly beforeValue: readonly string[];
  readonly afterRow: string;
  /** A cell without a value. */
  readonly missing: string;
  readonly toCell: (text: string) => string;
  /** Behind the last row; not written without rows. */
  readonly foot: string;
  /** In place of head and foot when there is no row. */
  readonly empty: string;
}

/** Few enough that a block is small, many enough that `JSON.stringify` writes most of the time. */
const rowsPerBlock = 2_048;
const cellsPerBlock = 8_192;
/** `-2.2250738585072014e-308` */
const longestNumber = 24;
const longestUtf8 = 3;

const comma = 0x2c;

const utf8 = new TextEncoder();

/**
 * The rows of a frame in blocks of UTF-8. Numbers are the shortest text that reads back as the same double, as
 * `String(x)` writes it: `JSON.stringify` writes a block of them at once, and its bytes are spliced into the rows.
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
    // Behind the last row no other begins.
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

/** One row for each day. */
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
  // Pushed one by one: an array that is made with a length counts as one with holes, which are looked for at each number.
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
 * A size in bytes that the text does not exceed, known without formatting: numbers count as the longest there is, and
 * `longestCell` is the most that a text of so many UTF-16 code units can take.
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

/** A size in bytes that one row does not exceed, all of it but its texts. */
export function rowSizeBound(format: RowFormat, numbers: number): number {
  const { separator, beforeDay, afterDay, afterRow, beforeValue } = format;
  const around = [separator, beforeDay, afterDay, afterRow, ...beforeValue];
  return around.reduce((length, text) => length + size(text), isoLength) + numbers * longestNumber;
}

function size(text: string): number {
  return utf8.encode(text).length;
}
