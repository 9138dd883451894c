import { type Hash, createHash } from "node:crypto";
import { type Frame, dateColumn } from "./frame";

const version = "macro-values/1\n";
/** Written in place of the length of a missing text. */
const missingText = 0xffff_ffff;
const nanBits = 0x7ff8_0000_0000_0000n;

const utf8 = new TextEncoder();

/**
 * SHA-256 of a frame's values in hexadecimal: two frames are equal if and only if their digests are, whatever file or
 * format they come from.
 *
 * Covers, the date first and then each column in order: its name, NUL, a type letter (`d` days as int32, `f` float64,
 * `s` text), NUL, and its values in little-endian bytes. NaN is always 7ff8000000000000; a text is its length in bytes
 * as uint32 and its UTF-8, a missing one only the length 0xFFFFFFFF.
 */
export function valuesDigest(frame: Frame): string {
  const hash = createHash("sha256").update(version);
  hash.update(`${dateColumn}\0d\0`).update(bytesOf(frame.days));
  for (const column of frame.columns) {
    hash.update(`${column.name}\0${column.type === "number" ? "f" : "s"}\0`);
    if (column.type === "number") hash.update(bytesOf(withOneNaN(column.values)));
    else updateWithTexts(hash, column.values);
  }
  return hash.digest("hex");
}

/** All platforms of the editor are little-endian. */
function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The engine may use any NaN bits, so they are written as an integer. */
function withOneNaN(values: Float64Array): Float64Array {
  if (!values.includes(NaN)) return values;
  const copy = values.slice();
  const bits = new BigUint64Array(copy.buffer);
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) bits[row] = nanBits;
  }
  return copy;
}

function updateWithTexts(hash: Hash, texts: readonly (string | null)[]): void {
  for (const text of texts) {
    const bytes = text === null ? undefined : utf8.encode(text);
    hash.update(uint32Bytes(bytes?.length ?? missingText));
    if (bytes !== undefined) hash.update(bytes);
  }
}

function uint32Bytes(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(Uint32Array.BYTES_PER_ELEMENT));
  view.setUint32(0, value, true);
  return new Uint8Array(view.buffer);
}
