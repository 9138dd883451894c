/** What the first bytes of a body look like, in words for people. */
export type ContentKind =
  | "binary content"
  | "gzip"
  | "HTML"
  | "JSON"
  | "nothing"
  | "Parquet"
  | "text"
  | "XML";

const sniffedBytes = 1024;

/** Judges by content alone: the `Content-Type` is often wrong, and a proxy's block page arrives with status 200. */
export function contentKindOf(bytes: Uint8Array): ContentKind {
  // One character per byte. TextDecoder is far slower, and reads latin1 as windows-1252 in newer runtimes.
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, sniffedBytes),
  ).toString("latin1");
  // PARE is a Parquet file with an encrypted footer; decoding reports that.
  if (head.startsWith("PAR1") || head.startsWith("PARE")) return "Parquet";
  if (head.startsWith("\x1f\x8b")) return "gzip";
  if (head.includes("\0")) return "binary content";
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (text === "") return bytes.length > sniffedBytes ? "text" : "nothing";
  if (/^<(?:!doctype html|html|head|body|title|script|meta)\b/i.test(text)) return "HTML";
  if (/^<[!?a-z]/i.test(text)) return /<html\b/i.test(text) ? "HTML" : "XML";
  return /^[[{]/.test(text) ? "JSON" : "text";
}
