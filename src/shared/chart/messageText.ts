import { type ToChart } from "./chartProtocol";

/** The element of the page whose text is the first message of the editor, if that was at hand when the page was written. */
export const firstMessageId = "first";

/** What stands in a text for an array: the kind of its numbers, and its bytes as Base64 or, where all are NaN, its length. */
interface WrittenArray {
  readonly numbers: keyof typeof kinds;
  readonly bytes: string | number;
}

const kinds = { Int32Array, Float64Array };
const chunkBytes = 0x2000;

/** A message as JSON, in this computer's byte order. */
export function textOfMessage(message: ToChart): string {
  return JSON.stringify(message, (_name, value: unknown) => {
    if (value instanceof Int32Array) return writtenAs("Int32Array", value);
    if (value instanceof Float64Array) return writtenAs("Float64Array", value);
    return value;
  });
}

/** Only for what {@link textOfMessage} has written; each array owns its whole buffer, as in a message that is posted. */
export function messageOfText(text: string): ToChart {
  return JSON.parse(text, (_name, value: unknown) =>
    isWrittenArray(value) ? arrayOf(value) : value,
  ) as ToChart;
}

/** How many bytes the arrays of a message have. */
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
