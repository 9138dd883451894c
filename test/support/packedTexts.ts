import { Table, tableToIPC, Utf8, vectorFromArray } from "apache-arrow";
import {
  Compression,
  Table as ModuleTable,
  WriterPropertiesBuilder,
  writeParquet,
} from "parquet-wasm";

/** Those that the Parquet module writes. */
export const codecs = ["SNAPPY", "ZSTD", "GZIP", "BROTLI", "LZ4_RAW", "UNCOMPRESSED"] as const;

/** A Parquet file of texts, without dictionaries and statistics, which repeat values as they are. */
export function parquetOf(
  columns: Readonly<Record<string, readonly string[]>>,
  codec: (typeof codecs)[number] = "SNAPPY",
): Uint8Array {
  const vectors = Object.entries(columns).map(
    ([name, values]) => [name, vectorFromArray([...values], new Utf8())] as const,
  );
  const stream = tableToIPC(new Table(Object.fromEntries(vectors)), "stream");
  const table = ModuleTable.fromIPCStream(stream);
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression[codec])
    .setDictionaryEnabled(false)
    .build();
  return new Uint8Array(writeParquet(table, properties));
}

/** The first cell holds what the text begins with, so that a codec writes the rest alone. */
export function notesOf(written: string): Readonly<Record<string, readonly string[]>> {
  const head = written.slice(0, Math.ceil(written.length / 2));
  return {
    Date: ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"],
    Note: [" ", head.repeat(8), `${head.repeat(4)}${written}`, "~"],
  };
}
