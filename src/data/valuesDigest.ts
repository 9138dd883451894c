import { type Hash, createHash } from "node:crypto";
import { type Frame, dateColumn } from "./frame";

const version = "macro-values/1\n";
/** In place of the length of a text that is not there. */
const missingText = 0xffff_ffff;

const utf8 = new TextEncoder();

/**
 * SHA-256 of a frame's values in hexadecimal: two frames are equal when their digests are, whatever file or format they
 * came in.
 *
 * Covers, the date first and then each column in order: its name, NUL, a type letter (`d` days as int32, `f` float64,
 * `s` text), NUL, and its values in little-endian bytes. NaN is always 7ff8000000000000; a text is its length in bytes
 * as uint32 and its UTF-8, a missing one the length 0xFFFFFFFF alone.
 */
export function valuesDigest(frame: Frame): string {
  const hash = createHash("sha256").update(version);
  hash.update(`${dateColumn}\0d\0`).update(int32Bytes(frame.days));
  for (const column of frame.columns) {
    hash.update(`${column.name}\0${column.type === "number" ? "f" : "s"}\0`);
    if (column.type === "number") hash.update(float64Bytes(column.values));
    else updateWithTexts(hash, column.values);
  }
  return hash.digest("hex");
}

function int32Bytes(values: Int32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.byteLength));
  values.forEach((value, row) => {
    view.setInt32(row * Int32Array.BYTES_PER_ELEMENT, value, true);
  });
  return new Uint8Array(view.buffer);
}

function float64Bytes(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.byteLength));
  values.forEach((value, row) => {
    const at = row * Float64Array.BYTES_PER_ELEMENT;
    // Which bits a NaN has is left to the engine, so they are written as an integer.
    if (Number.isNaN(value)) view.setBigUint64(at, 0x7ff8_0000_0000_0000n, true);
    else view.setFloat64(at, value, true);
  });
  return new Uint8Array(view.buffer);
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
