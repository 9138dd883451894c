import { DecodeError } from "./errors";
import { ThriftReader, noField, thriftType } from "./thriftReader";

/** What a Parquet file says about itself before any of its pages is read. */
export interface ParquetFooter {
  readonly rows: number;
  /** Columns that hold values; a group of columns is none. */
  readonly columns: number;
  /** Of all pages, uncompressed. */
  readonly uncompressedBytes: number;
  /** Values by key; each is a text in UTF-8, and a view of the file. */
  readonly metadata: ReadonlyMap<string, Uint8Array>;
}

const magic = "PAR1";
const encryptedMagic = "PARE";
/** The footer's length and the magic. */
const tailBytes = 8;
/** Codecs by number; Source: Apache Parquet, parquet.thrift, CompressionCodec. LZO alone is not read. */
const lzo = 3;

const utf8 = new TextDecoder();

/**
 * Reads the footer without building what it describes.
 *
 * Source: Apache Parquet, parquet.thrift, FileMetaData.
 *
 * @throws {@link DecodeError} of kind `incomplete` without the end of a Parquet file, `corrupt` for a footer that
 * contradicts itself, `unsupported` for LZO and for encrypted files.
 */
export function readParquetFooter(bytes: Uint8Array): ParquetFooter {
  const reader = new ThriftReader(footerBytes(bytes));
  const metadata = new Map<string, Uint8Array>();
  let rows = 0;
  let columns = 0;
  let rowsOfGroups = 0;
  let uncompressedBytes = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 2 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) columns += countLeaf(reader);
    } else if (id === 3 && type === thriftType.i64) rows = expectCount(reader.integer());
    else if (id === 4 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) {
        const group = readRowGroup(reader);
        rowsOfGroups += group.rows;
        uncompressedBytes += group.uncompressedBytes;
      }
    } else if (id === 5 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) metadata.set(...readKeyValue(reader));
    } else reader.skip(type);
  }
  if (rows !== rowsOfGroups) {
    const message = `Parquet footer: ${rows} rows, but ${rowsOfGroups} in its row groups`;
    throw new DecodeError("corrupt", message);
  }
  return { rows, columns, uncompressedBytes, metadata };
}

/**
 * A view of the footer, without its length.
 *
 * @param least - How many bytes stand before it; those of the magic in a whole file.
 * @throws as {@link readParquetFooter} does.
 */
export function footerBytes(bytes: Uint8Array, least = magic.length): Uint8Array {
  const tail = bytes.length - tailBytes;
  if (tail >= 0 && endsWith(bytes, encryptedMagic)) {
    throw new DecodeError("unsupported", "the Parquet file is encrypted");
  }
  if (tail < 0 || !endsWith(bytes, magic)) {
    throw new DecodeError("incomplete", "the body does not end as a Parquet file does");
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset + tail).getUint32(0, true);
  const start = tail - length;
  if (start < least) {
    throw new DecodeError("corrupt", `Parquet footer: ${length} bytes do not fit into the file`);
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

/** An element of the schema: 1 when it holds values, 0 when it is a group. */
function countLeaf(reader: ThriftReader): number {
  let leaves = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    if (id === 1) leaves = 1;
    reader.skip(reader.type);
  }
  return leaves;
}

function readRowGroup(reader: ThriftReader): { rows: number; uncompressedBytes: number } {
  let rows = 0;
  let ofGroup = 0;
  let ofColumns = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 1 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) ofColumns += readChunk(reader);
    } else if (id === 2 && type === thriftType.i64) ofGroup = expectCount(reader.integer());
    else if (id === 3 && type === thriftType.i64) rows = expectCount(reader.integer());
    else reader.skip(type);
  }
  return { rows, uncompressedBytes: Math.max(ofGroup, ofColumns) };
}

/** The uncompressed bytes of one column chunk. */
function readChunk(reader: ThriftReader): number {
  let uncompressedBytes = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    if (id === 3 && reader.type === thriftType.struct) {
      uncompressedBytes = Math.max(uncompressedBytes, readChunkMetadata(reader));
    } else reader.skip(reader.type);
  }
  return uncompressedBytes;
}

function readChunkMetadata(reader: ThriftReader): number {
  let uncompressedBytes = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 4 && type === thriftType.i32) checkCodec(reader.integer());
    else if (id === 6 && type === thriftType.i64) uncompressedBytes = expectCount(reader.integer());
    else reader.skip(type);
  }
  return uncompressedBytes;
}

function checkCodec(codec: number): void {
  if (codec !== lzo) return;
  throw new DecodeError(
    "unsupported",
    "the Parquet file is compressed with LZO, which is not read",
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

function expectCount(count: number): number {
  if (count >= 0) return count;
  throw new DecodeError("corrupt", `Parquet footer: a count of ${count}`);
}
