import { checkLimit } from "./decodeLimits";
import { DecodeError } from "./errors";
import { type ParquetSchema, readSchema } from "./parquetSchema";
import { ThriftReader, noField, thriftType } from "./thriftReader";

/** The metadata of a Parquet file, which are read before any of its pages. */
export interface ParquetFooter extends ParquetSchema {
  readonly rows: number;
  readonly groups: readonly RowGroup[];
  /** The position where the pages end and the footer begins. */
  readonly pagesEnd: number;
  /** The size of all pages once they are decompressed. */
  readonly uncompressedBytes: number;
  /** Values by key; each is UTF-8 text and a view of the file. */
  readonly metadata: ReadonlyMap<string, Uint8Array>;
}

export interface RowGroup {
  readonly rows: number;
  /** One per leaf column and row group, in the order of the schema. */
  readonly chunks: readonly ColumnChunk[];
  readonly uncompressedBytes: number;
}

/** The location of one column's values in one row group. */
export interface ColumnChunk {
  /** The list of encodings as in the file. */
  readonly encodings: Uint8Array;
  readonly codec: number;
  readonly values: number;
  readonly uncompressedBytes: number;
  readonly compressedBytes: number;
  /** Position of the first page with values. */
  readonly dataPage: number;
  /** Position of the page with a dictionary. */
  readonly dictionaryPage: number | undefined;
}

const magic = "PAR1";
const encryptedMagic = "PARE";
/** The footer's length and the magic. */
const tailBytes = 8;
/** Codecs by number; only LZO is not supported. Source: Apache Parquet, parquet.thrift, CompressionCodec. */
const lzo = 3;

/** More than any table within the limits has, and few enough to fit in memory. */
const maxChunks = 1_000_000;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Parses the footer without building what it describes.
 *
 * Source: Apache Parquet, parquet.thrift, FileMetaData.
 *
 * @throws {@link DecodeError} of kind `incomplete` if the end of the file is missing, `corrupt` for a footer that
 * contradicts itself, `unsupported` for LZO and for encrypted files.
 */
export function readParquetFooter(bytes: Uint8Array): ParquetFooter {
  const footer = footerBytes(bytes);
  const reader = new ThriftReader(footer);
  const metadata = new Map<string, Uint8Array>();
  const groups: RowGroup[] = [];
  let schema: ParquetSchema = { columns: [], leafCount: 0 };
  let rows = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 2 && type === thriftType.list) schema = readSchema(reader);
    else if (id === 3 && type === thriftType.i64) rows = expectCount(reader.integer());
    else if (id === 4 && type === thriftType.list) groups.push(...readGroups(reader));
    else if (id === 5 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) metadata.set(...readKeyValue(reader));
    } else if (id === 8) throw encryptedError();
    else reader.skip(type);
  }
  checkGroups(groups, rows, schema.leafCount);
  const uncompressedBytes = groups.reduce((sum, group) => sum + group.uncompressedBytes, 0);
  const pagesEnd = bytes.length - tailBytes - footer.length;
  return { ...schema, rows, groups, pagesEnd, uncompressedBytes, metadata };
}

function checkGroups(groups: readonly RowGroup[], rows: number, leafCount: number): void {
  const rowsOfGroups = groups.reduce((sum, group) => sum + group.rows, 0);
  if (rows !== rowsOfGroups) {
    const message = `Parquet footer: ${rows} rows, but ${rowsOfGroups} in its row groups`;
    throw new DecodeError("corrupt", message);
  }
  const odd = groups.find(({ chunks }) => chunks.length !== leafCount);
  if (odd === undefined) return;
  const message = `Parquet footer: ${leafCount} columns, but ${odd.chunks.length} in a row group`;
  throw new DecodeError("corrupt", message);
}

/**
 * A view of the footer, without its length.
 *
 * @param least - The minimum number of bytes before it; in a whole file, those of the magic.
 * @throws as {@link readParquetFooter} does.
 */
export function footerBytes(bytes: Uint8Array, least = magic.length): Uint8Array {
  const tail = bytes.length - tailBytes;
  if (tail >= 0 && endsWith(bytes, encryptedMagic)) {
    throw encryptedError();
  }
  if (tail < 0 || !endsWith(bytes, magic)) {
    throw new DecodeError("incomplete", "the body does not end like a Parquet file");
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset + tail).getUint32(0, true);
  const start = tail - length;
  if (start < least) {
    throw new DecodeError("corrupt", `Parquet footer: ${length} bytes do not fit in the file`);
  }
  return bytes.subarray(start, tail);
}

function endsWith(bytes: Uint8Array, ascii: string): boolean {
  const start = bytes.length - ascii.length;
  for (let index = 0; index < ascii.length; index++) {
    if (bytes[start + index] !== ascii.charCodeAt(index)) return false;
  }
  return true;
}

function encryptedError(): DecodeError {
  return new DecodeError("unsupported", "the Parquet file is encrypted");
}

function readGroups(reader: ThriftReader): RowGroup[] {
  const groups: RowGroup[] = [];
  let chunkCount = 0;
  for (let left = reader.listLength(); left > 0; left--) {
    const group = readRowGroup(reader);
    chunkCount += group.chunks.length + 1;
    checkLimit("column chunks", chunkCount, maxChunks);
    groups.push(group);
  }
  return groups;
}

function readRowGroup(reader: ThriftReader): RowGroup {
  const chunks: ColumnChunk[] = [];
  let rows = 0;
  let ofGroup = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 1 && type === thriftType.list) {
      const count = reader.listLength();
      checkLimit("column chunks", count, maxChunks);
      for (let left = count; left > 0; left--) chunks.push(readChunk(reader));
    } else if (id === 2 && type === thriftType.i64) ofGroup = expectCount(reader.integer());
    else if (id === 3 && type === thriftType.i64) rows = expectCount(reader.integer());
    else reader.skip(type);
  }
  const ofChunks = chunks.reduce((sum, chunk) => sum + chunk.uncompressedBytes, 0);
  return { rows, chunks, uncompressedBytes: Math.max(ofGroup, ofChunks) };
}

function readChunk(reader: ThriftReader): ColumnChunk {
  let chunk: ColumnChunk | undefined;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    if (id === 3 && reader.type === thriftType.struct) chunk = readChunkMetadata(reader);
    else if (id === 8 || id === 9) throw encryptedError();
    else reader.skip(reader.type);
  }
  if (chunk !== undefined) return chunk;
  throw new DecodeError("corrupt", "Parquet footer: a column chunk has no metadata");
}

function readChunkMetadata(reader: ThriftReader): ColumnChunk {
  const numbers = new Map<number, number>();
  let encodings: Uint8Array = noEncodings;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (type === thriftType.i32 || type === thriftType.i64) numbers.set(id, reader.integer());
    else if (id === 2 && type === thriftType.list) {
      const start = reader.position;
      reader.skip(type);
      encodings = reader.between(start, reader.position);
    } else reader.skip(type);
  }
  const codec = countIn(numbers, 4);
  checkCodec(codec);
  return {
    encodings,
    codec,
    values: countIn(numbers, 5),
    uncompressedBytes: countIn(numbers, 6),
    compressedBytes: countIn(numbers, 7),
    dataPage: countIn(numbers, 9),
    dictionaryPage: numbers.has(11) ? countIn(numbers, 11) : undefined,
  };
}

/** An empty list of integers. */
const noEncodings = Uint8Array.of(thriftType.i32);

function checkCodec(codec: number): void {
  if (codec !== lzo) return;
  throw new DecodeError(
    "unsupported",
    "the Parquet file is compressed with LZO, which is not supported",
  );
}

function readKeyValue(reader: ThriftReader): [key: string, value: Uint8Array] {
  let key = "";
  let value: Uint8Array = new Uint8Array(0);
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 1 && type === thriftType.binary) key = utf8.decode(reader.binary());
    else if (id === 2 && type === thriftType.binary) value = reader.binary();
    else reader.skip(type);
  }
  return [key, value];
}

function countIn(numbers: ReadonlyMap<number, number>, field: number): number {
  return expectCount(numbers.get(field) ?? 0);
}

function expectCount(count: number): number {
  if (count >= 0) return count;
  throw new DecodeError("corrupt", `Parquet footer: a count of ${count}`);
}
