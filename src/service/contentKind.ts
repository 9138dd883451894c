/** What the first bytes of a body look like, in words for people. */
export type ContentKind =
  "binary content" | "gzip" | "HTML" | "JSON" | "nothing" | "Parquet" | "text" | "XML";

const sniffedBytes = 1024;

/** Judges by content alone: a `Content-Type` is often wrong, and a proxy's block page comes as status 200. */
export function contentKindOf(bytes: Uint8Array): ContentKind {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, sniffedBytes));
  // PARE: a Parquet file with an encrypted footer, which decoding will name.
  if (head.startsWith("PAR1") || head.startsWith("PARE")) return "Parquet";
  // Not in the text: that encoding is windows-1252 by the standard, which has another character for the second byte.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "gzip";
  if (head.includes("\0")) return "binary content";
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (text === "") return bytes.length > sniffedBytes ? "text" : "nothing";
  if (/^<(?:!doctype html|html|head|body|title|script|meta)\b/i.test(text)) return "HTML";
  if (/^<[!?a-z]/i.test(text)) return /<html\b/i.test(text) ? "HTML" : "XML";
  return /^[[{]/.test(text) ? "JSON" : "text";
}
