import { createHash } from "node:crypto";
import { DecodeError } from "../../data/errors";
import { readParquetFooter } from "../../data/parquetFooter";
import { type DataFileFormat } from "./insertSettings";

const valuesKeys = ["macro-signals.values_digest", "macro-signals.service"];
const utf8 = new TextDecoder();

/**
 * Whether two files of one series hold the same: Parquet files by the digests of their values in their footers, since their
 * footers say when their values were asked for; CSV files by their bytes.
 *
 * @param ours - A file that was just encoded.
 * @param other - Any file at all.
 */
export function areSameValues(
  ours: Uint8Array,
  other: Uint8Array,
  format: DataFileFormat,
): boolean {
  if (format === "csv") return Buffer.compare(ours, other) === 0;
  const [wanted, found] = [ours, other].map((bytes) => footerTexts(bytes, valuesKeys));
  return wanted !== undefined && found?.join("\n") === wanted.join("\n");
}

/** The digest of a file's values in hexadecimal, as the file itself tells it. */
export function valuesDigestOf(bytes: Uint8Array, format: DataFileFormat): string {
  const [digest] = format === "csv" ? [] : (footerTexts(bytes, valuesKeys) ?? []);
  return digest ?? createHash("sha256").update(bytes).digest("hex");
}

/** Undefined where a key is missing, and of what is no Parquet file. */
export function footerTexts(bytes: Uint8Array, keys: readonly string[]): string[] | undefined {
  try {
    const { metadata } = readParquetFooter(bytes);
    const texts = keys.map((key) => metadata.get(key)).filter((text) => text !== undefined);
    return texts.length < keys.length ? undefined : texts.map((text) => utf8.decode(text));
  } catch (error) {
    if (error instanceof DecodeError || error instanceof RangeError) return undefined;
    throw error;
  }
}
