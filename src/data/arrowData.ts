import {
  type Data,
  DataType,
  DateDay,
  Field,
  Float64,
  Int64,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMillisecond,
  Utf8,
  makeData,
  vectorFromArray,
} from "apache-arrow";
import { type Instant, msOfInstant } from "../shared/instant";
import { type Coordinate, type CoordinateName } from "./coordinates";
import { type Column } from "./frame";

/** A column of an Arrow table; days and instants are never missing. */
export interface NamedData {
  readonly name: string;
  readonly data: Data;
}

/** A table of one record batch. All columns have the same length. */
export function arrowTable(columns: readonly NamedData[]): Table {
  const fields = columns.map(({ name, data }) => {
    const isComplete = DataType.isDate(data.type) || DataType.isTimestamp(data.type);
    return new Field(name, data.type, !isComplete);
  });
  const children = columns.map(({ data }) => data);
  const length = children[0]?.length ?? 0;
  const rows = makeData({ type: new Struct(fields), length, nullCount: 0, children });
  const schema = new Schema(fields);
  return new Table(schema, [new RecordBatch(schema, rows)]);
}

export function dayData(days: Int32Array): Data {
  return makeData({ type: new DateDay(), data: days, length: days.length, nullCount: 0 });
}

/** A column with the same instant in every row, as TIMESTAMP(MILLIS) in UTC. */
export function constantInstant(instant: Instant, length: number): Data {
  return makeData({
    type: new TimestampMillisecond("UTC"),
    data: new BigInt64Array(length).fill(BigInt(msOfInstant(instant))),
    length,
    nullCount: 0,
  });
}

/** Numbers as DOUBLE, texts as UTF-8. */
export function columnData(column: Column): Data {
  if (column.type === "text") {
    const [data] = vectorFromArray(column.values, new Utf8()).data;
    return data ?? makeData({ type: new Utf8() });
  }
  const { values } = column;
  return makeData({
    type: new Float64(),
    data: values,
    length: values.length,
    ...validityOf(values),
  });
}

/** A column whose values are all missing. */
export function missingData(type: Column["type"] | CoordinateName["type"], length: number): Data {
  const none = { length, nullCount: length, nullBitmap: new Uint8Array(Math.ceil(length / 8)) };
  switch (type) {
    case "number":
      return makeData({ type: new Float64(), data: new Float64Array(length), ...none });
    case "integer":
      return makeData({ type: new Int64(), data: new BigInt64Array(length), ...none });
    case "text": {
      const valueOffsets = new Int32Array(length + 1);
      return makeData({ type: new Utf8(), valueOffsets, data: new Uint8Array(), ...none });
    }
  }
}

/** A column with the same value in every row. */
export function constantData(
  value: Coordinate,
  type: CoordinateName["type"],
  length: number,
): Data {
  if (value === null) return missingData(type, length);
  const all = { length, nullCount: 0 };
  if (typeof value === "number") {
    return makeData({
      type: new Int64(),
      data: new BigInt64Array(length).fill(BigInt(value)),
      ...all,
    });
  }
  const bytes = Buffer.byteLength(value);
  const valueOffsets = new Int32Array(length + 1);
  for (let row = 1; row <= length; row++) valueOffsets[row] = row * bytes;
  return makeData({
    type: new Utf8(),
    valueOffsets,
    data: Buffer.alloc(bytes * length, value),
    ...all,
  });
}

/** One bit per value, 1 if it is present; no bitmap if no value is missing. */
function validityOf(values: Float64Array): { nullBitmap?: Uint8Array; nullCount: number } {
  if (!values.includes(NaN)) return { nullCount: 0 };
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) nullCount++;
    else nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
  }
  return { nullBitmap, nullCount };
}
