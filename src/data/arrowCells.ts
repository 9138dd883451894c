import { type Data, DataType, Vector } from "apache-arrow";
import { forEachZero } from "./arrowCData";

/** A leading U+FEFF is part of the text, not a byte order mark. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** A value of a column; null for a missing one. */
export type Cell = number | bigint | boolean | string | null;

/** The numbers of a column; NaN for a missing one. */
export function readNumbers(column: Vector): Float64Array {
  const numbers = new Float64Array(column.length);
  let start = 0;
  for (const chunk of chunksOf(column)) {
    const { type, length } = chunk;
    const target = numbers.subarray(start, start + length);
    if (isPlainNumber(type)) {
      target.set(chunk.values as ArrayLike<number>);
      forEachMissing(chunk, (row) => (target[row] = Number.NaN));
    } else {
      target.set(cellsOfChunk(chunk).map((value) => (value === null ? Number.NaN : Number(value))));
    }
    start += length;
  }
  return numbers;
}

/** Whether the values of a type are stored as numbers that are exact as doubles. */
export function isPlainNumber(type: DataType): boolean {
  if (DataType.isInt(type)) return type.bitWidth < 64;
  return DataType.isFloat(type) && type.ArrayType !== Uint16Array;
}

/**
 * The values of a column, null for a missing one: decimals, times and 64-bit integers as bigints, days as integers,
 * others as numbers, booleans and texts. Values that no table has are of any type.
 */
export function readCells(column: Vector): Cell[] {
  return chunksOf(column).flatMap(cellsOfChunk);
}

function chunksOf(column: Vector): readonly Data[] {
  return column.data as readonly Data[];
}

function cellsOfChunk(chunk: Data): Cell[] {
  const cells = presentCellsOf(chunk);
  forEachMissing(chunk, (row) => (cells[row] = null));
  return cells;
}

/** With any value for a missing one. */
function presentCellsOf(chunk: Data): Cell[] {
  const { type, length } = chunk;
  const values = chunk.values as ArrayLike<number | bigint>;
  // The type of the chunk, since a dictionary has codes for values.
  if (DataType.isDictionary(type)) {
    const entries = chunk.dictionary === undefined ? [] : readCells(chunk.dictionary);
    return Array.from(values, (code) => entries[Number(code)] ?? null);
  }
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type)) return textsOf(chunk);
  if (DataType.isDecimal(type)) {
    const words = chunk.values as Uint32Array;
    const count = type.bitWidth / 32;
    return Array.from({ length }, (_, row) =>
      integerOf(words.subarray(row * count, (row + 1) * count)),
    );
  }
  const isStored =
    isPlainNumber(type) ||
    DataType.isInt(type) ||
    DataType.isDate(type) ||
    DataType.isTimestamp(type);
  return Array.from<Cell>(isStored ? values : (new Vector([chunk]) as Iterable<Cell>));
}

function textsOf(chunk: Data): string[] {
  const ends = chunk.valueOffsets as ArrayLike<number | bigint>;
  const bytes = chunk.values as Uint8Array;
  const endAt = (row: number): number => Number(ends[row] ?? 0);
  const [first, last] = [endAt(0), endAt(chunk.length)];
  const whole = utf8.decode(bytes.subarray(first, last));
  // As many characters as bytes means ASCII only; then slicing is many times faster than decoding each text.
  const textAt =
    whole.length === last - first
      ? (from: number, to: number) => whole.slice(from - first, to - first)
      : (from: number, to: number) => utf8.decode(bytes.subarray(from, to));
  return Array.from({ length: chunk.length }, (_, row) => textAt(endAt(row), endAt(row + 1)));
}

/** Little-endian 32-bit words in two's complement. */
function integerOf(words: Uint32Array): bigint {
  const unsigned = words.reduceRight((value, word) => (value << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(words.length * 32, unsigned);
}

function forEachMissing(chunk: Data, visit: (row: number) => void): void {
  const { nullCount, offset, length } = chunk;
  const nullBitmap = chunk.nullBitmap as Uint8Array | undefined;
  if (nullCount > 0 && nullBitmap !== undefined) forEachZero(nullBitmap, offset, length, visit);
}
