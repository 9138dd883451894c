import { type Day, isoOfDay } from "../shared/day";
import { type Column, type Frame, type NumberColumn } from "./frame";

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
/** `-2.2250738585072014e-308` */
const longestNumber = 24;
const isoLength = 10;
const longestUtf8 = 3;

const comma = 0x2c;
const closingBracket = 0x5d;
/** The first letter of `null`, which JSON writes for NaN. */
const letterN = 0x6e;

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
  yield utf8.encode(format.head);
  const writer = new RowWriter(frame, format);
  for (let start = 0; start < rows; start += rowsPerBlock) {
    yield writer.block(start, Math.min(rows, start + rowsPerBlock));
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

class RowWriter {
  private readonly numberColumns: readonly NumberColumn[];
  private readonly fixed: Readonly<
    Record<"beforeRow" | "afterDay" | "afterRow" | "missing", Uint8Array>
  >;
  private readonly separatorLength: number;
  private readonly beforeValue: readonly Uint8Array[];
  private readonly fixedLength: number;
  private readonly month = new MonthCache();

  constructor(
    private readonly frame: Frame,
    private readonly format: RowFormat,
  ) {
    this.numberColumns = frame.columns.filter((column) => column.type === "number");
    this.fixed = {
      beforeRow: utf8.encode(format.separator + format.beforeDay),
      afterDay: utf8.encode(format.afterDay),
      afterRow: utf8.encode(format.afterRow),
      missing: utf8.encode(format.missing),
    };
    this.separatorLength = utf8.encode(format.separator).length;
    this.beforeValue = format.beforeValue.map((text) => utf8.encode(text));
    const parts = [...Object.values(this.fixed), ...this.beforeValue];
    this.fixedLength = parts.reduce((length, part) => length + part.length, isoLength);
  }

  /** Rows from `start` until before `end`. */
  block(start: number, end: number): Uint8Array {
    const numbers = this.numberBytes(start, end);
    const texts = this.frame.columns.map((column) => this.cellsOf(column, start, end));
    const longest = texts.reduce((sum, cells) => sum + sizeOf(cells), 0);
    const perRow = this.fixedLength + this.frame.columns.length * this.fixed.missing.length;
    const target = new Uint8Array(numbers.length + longest + (end - start) * perRow);
    return target.subarray(0, this.writeRows(target, numbers, texts, start, end));
  }

  private writeRows(
    target: Uint8Array,
    numbers: Uint8Array,
    texts: readonly (readonly Uint8Array[] | undefined)[],
    start: number,
    end: number,
  ): number {
    const { beforeRow, afterDay, afterRow, missing } = this.fixed;
    const { beforeValue } = this;
    // Skips the opening bracket.
    let from = 1;
    let at = 0;
    for (let row = start; row < end; row++) {
      at = copy(row === 0 ? beforeRow.subarray(this.separatorLength) : beforeRow, target, at);
      at = this.month.write(this.frame.days[row] ?? 0, target, at);
      at = copy(afterDay, target, at);
      for (let column = 0; column < beforeValue.length; column++) {
        at = copy(beforeValue[column], target, at);
        const cells = texts[column];
        if (cells !== undefined) at = copy(cells[row - start], target, at);
        else if (numbers[from] === letterN) {
          at = copy(missing, target, at);
          from += "null,".length;
        } else {
          let byte = numbers[from++];
          while (byte !== undefined && byte !== comma && byte !== closingBracket) {
            target[at++] = byte;
            byte = numbers[from++];
          }
        }
      }
      at = copy(afterRow, target, at);
    }
    return at;
  }

  /** The numbers of some rows as a JSON array, row by row. */
  private numberBytes(start: number, end: number): Uint8Array {
    const columns = this.numberColumns;
    const values = new Array<number>((end - start) * columns.length);
    columns.forEach((column, index) => {
      const source = column.values;
      for (let row = start, at = index; row < end; row++, at += columns.length) {
        values[at] = source[row] ?? Number.NaN;
      }
    });
    return utf8.encode(JSON.stringify(values));
  }

  /** Undefined for a column of numbers. */
  private cellsOf(column: Column, start: number, end: number): readonly Uint8Array[] | undefined {
    if (column.type === "number") return undefined;
    return column.values
      .slice(start, end)
      .map((text) => (text === null ? this.fixed.missing : utf8.encode(this.format.toCell(text))));
  }
}

function sizeOf(cells: readonly Uint8Array[] | undefined): number {
  return cells?.reduce((length, cell) => length + cell.length, 0) ?? 0;
}

/** Returns the position behind the copy. Faster than `set` for the few bytes between values. */
function copy(source: Uint8Array | undefined, target: Uint8Array, at: number): number {
  if (source === undefined) return at;
  for (let index = 0; index < source.length; index++) target[at + index] = source[index] ?? 0;
  return at + source.length;
}

/** Writes days; within the month of the day before only the day of the month changes. */
class MonthCache {
  private firstDay: Day = 0;
  private readonly iso = new Uint8Array(isoLength);

  constructor() {
    this.begin(this.firstDay);
  }

  write(day: Day, target: Uint8Array, at: number): number {
    let dayOfMonth = day - this.firstDay + 1;
    // Every month has 28 days.
    if (dayOfMonth < 1 || dayOfMonth > 28) dayOfMonth = this.begin(day);
    for (let index = 0; index < isoLength - 2; index++) target[at + index] = this.iso[index] ?? 0;
    const tens = Math.floor(dayOfMonth / 10);
    target[at + 8] = 0x30 + tens;
    target[at + 9] = 0x30 + dayOfMonth - 10 * tens;
    return at + isoLength;
  }

  /** Returns the day of the month. */
  private begin(day: Day): number {
    const iso = isoOfDay(day);
    const dayOfMonth = Number(iso.slice(8));
    utf8.encodeInto(iso, this.iso);
    this.firstDay = day - dayOfMonth + 1;
    return dayOfMonth;
  }
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
  const size = (text: string): number => utf8.encode(text).length;
  const { separator, beforeDay, afterDay, afterRow, beforeValue } = format;
  const around = [separator, beforeDay, afterDay, afterRow, ...beforeValue];
  let bytes = around.reduce((length, text) => length + size(text), isoLength) * frame.days.length;
  for (const column of frame.columns) {
    if (column.type === "number") bytes += longestNumber * frame.days.length;
    else {
      for (const text of column.values) {
        bytes += text === null ? size(format.missing) : longestCell(text.length * longestUtf8);
      }
    }
  }
  return bytes + size(format.head) + size(format.foot) + size(format.empty);
}
