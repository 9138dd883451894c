import { parquetMetadata } from "hyparquet";

/**
 * What a Parquet file holds: its pages as they stand, and its footer. The module writes the footer's keys in an order of
 * its own, so that two files with the same content need not have the same bytes.
 */
export function parquetParts(bytes: Buffer): { readonly pages: Buffer; readonly footer: unknown } {
  const { length } = bytes;
  const pages = bytes.subarray(0, length - 8 - bytes.readUInt32LE(length - 8));
  const { key_value_metadata: texts = [], ...footer } = parquetMetadata(
    Uint8Array.from(bytes).buffer,
  );
  const metadata = new Map(texts.map(({ key, value }) => [key, value]));
  return { pages, footer: { ...footer, metadata } };
}

/** A value of Thrift's compact protocol: the number of its type, and its bytes. */
type Thrift = readonly [type: number, bytes: Buffer];

function varint(value: number): Buffer {
  if (value < 0x80) return Buffer.of(value);
  return Buffer.concat([Buffer.of((value % 0x80) | 0x80), varint(Math.floor(value / 0x80))]);
}

const i32 = (value: number): Thrift => [5, varint(2 * value)];
const i64 = (value: number): Thrift => [6, varint(2 * value)];
const text = (value: string): Thrift => {
  const bytes = Buffer.from(value);
  return [8, Buffer.concat([varint(bytes.length), bytes])];
};

function list(type: number, elements: readonly Thrift[]): Thrift {
  const header = Buffer.concat([Buffer.of(0xf0 | type), varint(elements.length)]);
  return [9, Buffer.concat([header, ...elements.map(([, bytes]) => bytes)])];
}

/** A structure of these fields by their ids. */
function struct(fields: Readonly<Record<number, Thrift>>): Thrift {
  let before = 0;
  const parts = Object.entries(fields).map(([id, [type, bytes]]) => {
    const header = Buffer.of(((Number(id) - before) << 4) | type);
    before = Number(id);
    return Buffer.concat([header, bytes]);
  });
  return [12, Buffer.concat([...parts, Buffer.of(0)])];
}

/** A page. */
export interface PagePart {
  readonly body: Buffer;
  readonly values: number;
  readonly isDictionary?: boolean;
  /** Of the values; PLAIN by default. */
  readonly encoding?: number;
}

function pageBytes({ body, values, isDictionary = false, encoding = 0 }: PagePart): Buffer {
  const counts = isDictionary
    ? { 7: struct({ 1: i32(values), 2: i32(encoding) }) }
    : { 5: struct({ 1: i32(values), 2: i32(encoding), 3: i32(3), 4: i32(3) }) };
  const header = struct({
    1: i32(isDictionary ? 2 : 0),
    2: i32(body.length),
    3: i32(body.length),
    ...counts,
  });
  return Buffer.concat([header[1], body]);
}

/** A required column: INT32 of days, or texts. */
export interface ColumnPart {
  readonly name: string;
  readonly type: "day" | "text";
  readonly pages: readonly PagePart[];
  /** By number; not compressed by default. */
  readonly codec?: number;
}

/** A file of one row group, made by hand from parts that need not agree. */
export interface FileParts {
  readonly rows: number;
  readonly columns: readonly ColumnPart[];
  readonly rowsOfGroup?: number;
}

/** Source: Apache Parquet, parquet.thrift. */
export function parquetFileOf(parts: FileParts): Uint8Array {
  const { rows, columns, rowsOfGroup = rows } = parts;
  const body: Buffer[] = [Buffer.from("PAR1")];
  const size = (): number => body.reduce((sum, { length }) => sum + length, 0);
  const chunks = columns.map(({ name, type, pages, codec = 0 }) => {
    const offsets = pages.map((page) => {
      const offset = size();
      body.push(pageBytes(page));
      return offset;
    });
    const [first = 4, second = first] = offsets;
    const hasDictionary = pages[0]?.isDictionary === true;
    const metadata = struct({
      1: i32(type === "day" ? 1 : 6),
      2: list(5, [i32(0)]),
      3: list(8, [text(name)]),
      4: i32(codec),
      5: i64(rowsOfGroup),
      6: i64(size() - first),
      7: i64(size() - first),
      9: i64(hasDictionary ? second : first),
      ...(hasDictionary ? { 11: i64(first) } : {}),
    });
    return struct({ 2: i64(0), 3: metadata });
  });
  const schema = columns.map(({ name, type }) =>
    struct({
      1: i32(type === "day" ? 1 : 6),
      3: i32(0),
      4: text(name),
      6: i32(type === "day" ? 6 : 0),
    }),
  );
  const group = struct({ 1: list(12, chunks), 2: i64(0), 3: i64(rowsOfGroup) });
  const root = struct({ 4: text("schema"), 5: i32(columns.length) });
  const [, footer] = struct({
    1: i32(1),
    2: list(12, [root, ...schema]),
    3: i64(rows),
    4: list(12, [group]),
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return new Uint8Array(Buffer.concat([...body, footer, length, Buffer.from("PAR1")]));
}

/** A page of days, one after the other. */
export function pageOfDays(rows: number): PagePart {
  const days = Int32Array.from({ length: rows }, (_, row) => row);
  return { body: Buffer.from(days.buffer), values: rows };
}

/** A dictionary of texts, and a page of so many rows that all have the first of them. */
export function pagesOfText(texts: readonly string[], rows: number): PagePart[] {
  const entries = texts.map((entry) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(entry));
    return Buffer.concat([length, Buffer.from(entry)]);
  });
  const run = Buffer.concat([Buffer.of(8), varint(2 * rows), Buffer.of(0)]);
  return [
    { body: Buffer.concat(entries), values: texts.length, isDictionary: true },
    { body: run, values: rows, encoding: 8 },
  ];
}
