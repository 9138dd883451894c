import { type ToChart } from "./chartProtocol";

/** Id of the element whose text is the first message of the editor, if there was one when the page was created. */
export const firstMessageId = "first";

/** An array within a text: the type of its numbers, and its bytes as Base64 or, if all are NaN, its length. */
interface WrittenArray {
  readonly numbers: keyof typeof kinds;
  readonly bytes: string | number;
}

const kinds = { Int32Array, Float64Array };
const chunkBytes = 0x2000;

/** A message as JSON, its arrays in the byte order of this computer. */
export function textOfMessage(message: ToChart): string {
  return JSON.stringify(message, (_name, value: unknown) => {
    if (value instanceof Int32Array) return writtenAs("Int32Array", value);
    if (value instanceof Float64Array) return writtenAs("Float64Array", value);
    return value;
  });
}

/** Reads only what {@link textOfMessage} writes. Each array owns its whole buffer, as in a posted message. */
export function messageOfText(text: string): ToChart {
  return JSON.parse(text, (_name, value: unknown) =>
    isWrittenArray(value) ? arrayOf(value) : value,
  ) as ToChart;
}

/** The total size of the arrays of a message, in bytes. */
export function arrayBytesOf({ parts }: Extract<ToChart, { type: "show" }>): number {
  const arrays = parts.flatMap(({ data }) =>
    data === null ? [] : [data.days, ...data.columns.map(({ values }) => values)],
  );
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function writtenAs(numbers: keyof typeof kinds, values: Int32Array | Float64Array): WrittenArray {
  const isNothing = values.length > 0 && values.every(Number.isNaN);
  return { numbers, bytes: isNothing ? values.length : base64Of(values) };
}

function base64Of({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = "";
  for (let at = 0; at < byteLength; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes));
  return btoa(text);
}

function isWrittenArray(value: unknown): value is WrittenArray {
  return typeof value === "object" && value !== null && "numbers" in value && "bytes" in value;
}

function arrayOf({ numbers, bytes }: WrittenArray): Int32Array | Float64Array {
  const Numbers = kinds[numbers];
  if (typeof bytes === "number") return new Numbers(bytes).fill(Number.NaN);
  const text = atob(bytes);
  const read = Uint8Array.from({ length: text.length }, (_byte, at) => text.charCodeAt(at));
  return new Numbers(read.buffer);
}
