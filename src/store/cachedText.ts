import { type Unreadable } from "../service/listing";
import { isWireRecord, type WireRecord } from "../service/wireRecord";
import { type CheckedContent, parsedJson } from "./checkedFile";

/** A file of the cache that holds JSON of what was fetched at a time. */
export function cachedText(
  subject: string,
  fetchedAtMs: number,
  value: WireRecord,
): CheckedContent {
  return {
    metadata: { subject, fetchedAtMs },
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  };
}

/** What such a file holds about a subject; undefined when it is about another, or no such file. */
export function readCachedText(
  { metadata, bytes }: CheckedContent,
  subject: string,
): { readonly fetchedAtMs: number; readonly value: WireRecord } | undefined {
  const { fetchedAtMs } = metadata;
  if (metadata["subject"] !== subject || typeof fetchedAtMs !== "number") return undefined;
  const value = parsedJson(new TextDecoder().decode(bytes));
  return isWireRecord(value) ? { fetchedAtMs, value } : undefined;
}

/** What could not be understood when it was fetched; undefined for anything else. */
export function unreadableOf(value: unknown): readonly Unreadable[] | undefined {
  return Array.isArray(value) && value.every(isUnreadable) ? value : undefined;
}

function isUnreadable(value: unknown): value is Unreadable {
  return (
    isWireRecord(value) &&
    typeof value["position"] === "number" &&
    typeof value["reason"] === "string"
  );
}
