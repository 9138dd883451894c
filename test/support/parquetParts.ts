import { readParquetFooter } from "../../src/data/parquetFooter";

/**
 * What a Parquet file holds: its pages as they stand, and its footer. The module writes the footer's keys in an order of
 * its own, so that two files with the same content need not have the same bytes.
 */
export function parquetParts(bytes: Buffer): { readonly pages: Buffer; readonly footer: unknown } {
  const { length } = bytes;
  const pages = bytes.subarray(0, length - 8 - bytes.readUInt32LE(length - 8));
  const { metadata, ...footer } = readParquetFooter(bytes);
  const texts = Array.from(metadata, ([key, value]) => [key, Buffer.from(value).toString()]);
  return { pages, footer: { ...footer, metadata: new Map(texts as [string, string][]) } };
}
