import {
  type ArrowChunk,
  type ArrowColumn,
  forEachChunk,
  forEachMissing,
  viewOf,
} from "./arrowCData";
import { type ArrowType } from "./arrowTypes";
import { isExactAsNumber } from "../shared/exactNumber";
import { type Column, type TextColumn } from "./frame";

type DecimalType = Extract<ArrowType, { kind: "decimal" }>;

/** A leading U+FEFF is part of the text, not a byte order mark. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

export function readTexts(column: ArrowColumn): TextColumn {
  return textColumn(column, (chunk) => textsOf(column, chunk));
}

/** The texts `true` and `false`. */
export function readBooleans(column: ArrowColumn): TextColumn {
  return textColumn(column, ({ values, offset, length }) => {
    const bits = new Uint8Array(column.table.memory, values, Math.ceil((offset + length) / 8));
    return Array.from({ length }, (_, row) => {
      const at = offset + row;
      return (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1 ? "true" : "false";
    });
  });
}

/** Numbers if all of them print as the same decimals, else texts with all their digits. */
export function readDecimals(column: ArrowColumn, { scale, words }: DecimalType): Column {
  const { values } = textColumn(column, (chunk) => {
    const all = viewOf(column, chunk, Uint32Array, words);
    return Array.from({ length: chunk.length }, (_, row) =>
      decimalText(all.subarray(row * words, (row + 1) * words), scale),
    );
  });
  const { name } = column;
  if (!values.every((text) => text === null || isExactAsNumber(text))) {
    return { name, type: "text", values };
  }
  const numbers = values.map((text) => (text === null ? Number.NaN : Number(text)));
  return { name, type: "number", values: Float64Array.from(numbers) };
}

/** A column of texts, null for missing rows. `textsIn` returns the texts of a chunk, with any text for missing rows. */
export function textColumn(
  column: ArrowColumn,
  textsIn: (chunk: ArrowChunk) => readonly (string | null)[],
): TextColumn {
  const texts: (string | null)[] = [];
  forEachChunk(column, (chunk, start) => {
    for (const text of textsIn(chunk)) texts.push(text);
    forEachMissing(column.table.memory, chunk, (row) => (texts[start + row] = null));
  });
  return { name: column.name, type: "text", values: texts };
}

function textsOf({ table }: ArrowColumn, { values, data, offset, length }: ArrowChunk): string[] {
  const ends = new Int32Array(table.memory, values + 4 * offset, length + 1);
  const start = ends[0] ?? 0;
  const bytes = new Uint8Array(table.memory, data + start, (ends[length] ?? 0) - start);
  const whole = utf8.decode(bytes);
  // As many characters as bytes means ASCII only; then slicing is many times faster than decoding each text.
  const textAt =
    whole.length === bytes.length
      ? (from: number, to: number) => whole.slice(from, to)
      : (from: number, to: number) => utf8.decode(bytes.subarray(from, to));
  return Array.from({ length }, (_, row) =>
    textAt((ends[row] ?? 0) - start, (ends[row + 1] ?? 0) - start),
  );
}

/** Little-endian 32-bit words in two's complement, with `scale` decimal digits. */
function decimalText(words: Uint32Array, scale: number): string {
  const unsigned = words.reduceRight((value, word) => (value << 32n) | BigInt(word), 0n);
  const unscaled = BigInt.asIntN(words.length * 32, unsigned);
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const sign = unscaled < 0n ? "-" : "";
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
