import { tableToIPC, type Table } from "apache-arrow";
import {
  Compression,
  Table as ModuleTable,
  WriterPropertiesBuilder,
  writeParquet,
} from "parquet-wasm";
import { arrowTable, columnData, dayData } from "./arrowData";
import { withMetadata } from "./footerMetadata";
import { type Frame, dateColumn } from "./frame";

/**
 * A frame as a Parquet file: `Date` as DATE, numbers as DOUBLE, texts as UTF-8; a missing value is null. Compressed
 * with Snappy, which every reader supports.
 *
 * @param metadata - Keys and values for the file's footer, in this order: equal data have equal bytes.
 */
export function toParquet(
  frame: Frame,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  const stream = tableToIPC(toArrow(frame), "stream");
  const table = ModuleTable.fromIPCStream(stream);
  const properties = new WriterPropertiesBuilder().setCompression(Compression.SNAPPY).build();
  // Consumes both, even if it fails. The module would write metadata in an order that changes from call to call.
  return new Uint8Array(withMetadata(writeParquet(table, properties), metadata));
}

function toArrow({ days, columns }: Frame): Table {
  const named = columns.map((column) => ({ name: column.name, data: columnData(column) }));
  return arrowTable([{ name: dateColumn, data: dayData(days) }, ...named]);
}
