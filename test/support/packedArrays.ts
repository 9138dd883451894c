import { type PackedArray } from "./packedArray";

/** Replaces each typed array by a {@link PackedArray}, which Playwright sends as one string, not byte by byte. */
export function packArrays(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    const arrayType = value.constructor.name as PackedArray["arrayType"];
    return { arrayType, base64: bytes.toString("base64") } satisfies PackedArray;
  }
  if (Array.isArray(value)) return value.map(packArrays);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, packArrays(each)]));
}
