import {
  DateDay,
  Field,
  Float64,
  RecordBatch,
  Schema,
  Struct,
  Table,
  Utf8,
  type Data,
  makeData,
  tableToIPC,
  vectorFromArray,
} from "apache-arrow";
import {
  Compression,
  Table as ModuleTable,
  WriterPropertiesBuilder,
  writeParquet,
} from "parquet-wasm";
import { type Column, type Frame, dateColumn } from "./frame";

/**
 * A frame as a Parquet file: `Date` as a DATE, numbers as DOUBLE, texts as UTF-8; no value is a null. Compressed with Snappy,
 * which every reader knows.
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
  // Consumes both, also when it fails.
  return writeParquet(table, properties);
}

function toArrow(frame: Frame): Table {
  const length = frame.days.length;
  const days = makeData({ type: new DateDay(), data: frame.days, length, nullCount: 0 });
  const columns = frame.columns.map(toArrowData);
  const fields = [
    new Field(dateColumn, new DateDay(), false),
    ...frame.columns.map(
      ({ name }, index) => new Field(name, columns[index]?.type ?? new Utf8(), true),
    ),
  ];
  const children: Data[] = [days, ...columns];
  const rows = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  const schema = new Schema(fields);
  return new Table(schema, [new RecordBatch(schema, rows)]);
}

function toArrowData(column: Column): Data {
  if (column.type === "text") {
    const [data] = vectorFromArray(column.values, new Utf8()).data;
    return data ?? makeData({ type: new Utf8() });
  }
  const { values } = column;
  const { nullBitmap, nullCount } = validityOf(values);
  return makeData({
    type: new Float64(),
    data: values,
    length: values.length,
    nullCount,
    nullBitmap,
  });
}

/** A bit for each value, 1 where there is one. */
function validityOf(values: Float64Array): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  values.forEach((value, row) => {
    if (Number.isNaN(value)) nullCount++;
    else nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
  });
  return { nullBitmap, nullCount };
}
