import { tableToIPC, type Table } from "apache-arrow";
import {
  Compression,
  Table as ModuleTable,
  WriterPropertiesBuilder,
  writeParquet,
} from "parquet-wasm";
import { arrowTable, columnData, dayData } from "./arrowData";
import { type Frame, dateColumn } from "./frame";

/**
 * A frame as a Parquet file: `Date` as DATE, numbers as DOUBLE, texts as UTF-8; a missing value is null. Compressed
 * with Snappy, which every reader supports.
 *
 * @param metadata - Keys and values for the file's footer.
 */
export function toParquet(
  frame: Frame,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const stream = tableToIPC(toArrow(frame), "stream");
  const table = ModuleTable.fromIPCStream(stream);
  const properties = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setKeyValueMetadata(new Map(Object.entries(metadata)))
    .build();
  // Consumes both, even if it fails.
  return writeParquet(table, properties);
}

function toArrow({ days, columns }: Frame): Table {
  const named = columns.map((column) => ({ name: column.name, data: columnData(column) }));
  return arrowTable([{ name: dateColumn, data: dayData(days) }, ...named]);
}
