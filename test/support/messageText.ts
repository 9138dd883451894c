import { type ToChart } from "../../src/features/chart/protocol";

/** An array within a text: the type of its numbers, and its bytes as Base64 or, if all are NaN, its length. */
interface WrittenArray {
  readonly numbers: keyof typeof kinds;
  readonly bytes: string | number;
}

const kinds = { Int32Array, Float64Array, Uint8Array, Uint16Array };

type NumberArray = Float64Array | Int32Array | Uint8Array | Uint16Array;
const chunkBytes = 0x2000;

/** A message to any page as JSON, its arrays in the byte order of this computer. */
export function textOfMessage(message: object): string {
  return JSON.stringify(message, (_name, value: unknown) => {
    if (value instanceof Int32Array) return writtenAs("Int32Array", value);
    if (value instanceof Float64Array) return writtenAs("Float64Array", value);
    if (value instanceof Uint8Array) return writtenAs("Uint8Array", value);
    if (value instanceof Uint16Array) return writtenAs("Uint16Array", value);
    return value;
  });
}

/** Reads only what {@link textOfMessage} writes. Each array owns its whole buffer, as in a posted message. */
export function messageOfText(text: string): ToChart {
  return JSON.parse(text, (_name, value: unknown) =>
    isWrittenArray(value) ? arrayOf(value) : value,
  ) as ToChart;
}

function writtenAs(numbers: keyof typeof kinds, values: NumberArray): WrittenArray {
  const isNothing = values.length > 0 && values.every(Number.isNaN);
  return { numbers, bytes: isNothing ? values.length : base64Of(values) };
}

function base64Of({ buffer, byteOffset, byteLength }: NumberArray): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = "";
  for (let at = 0; at < byteLength; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    // Spreading a typed array takes seven times as long.
    text += String(Reflect.apply(String.fromCharCode, undefined, chunk));
  }
  return btoa(text);
}

function isWrittenArray(value: unknown): value is WrittenArray {
  return typeof value === "object" && value !== null && "numbers" in value && "bytes" in value;
}

function arrayOf({ numbers, bytes }: WrittenArray): NumberArray {
  const Numbers = kinds[numbers];
  if (typeof bytes === "number") return new Numbers(bytes).fill(Number.NaN);
  const text = atob(bytes);
  const read = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) read[at] = text.charCodeAt(at);
  return new Numbers(read.buffer);
}
