import { DecodeError } from "./errors";
import { ThriftReader, thriftType } from "./thriftReader";

/** What a Parquet file says about itself before any of its pages is read. */
export interface ParquetFooter {
  readonly rows: number;
  /** Columns that hold values; a group of columns is none. */
  readonly columns: number;
  /** Of all pages, uncompressed. */
  readonly uncompressedBytes: number;
  readonly metadata: ReadonlyMap<string, string>;
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
  const metadata = new Map<string, string>();
  let rows = 0;
  let columns = 0;
  let rowsOfGroups = 0;
  let uncompressedBytes = 0;
  reader.struct((id, type) => {
    if (id === 2 && type === thriftType.list) reader.list(() => (columns += countLeaf(reader)));
    else if (id === 3 && type === thriftType.i64) rows = expectCount(reader.integer());
    else if (id === 4 && type === thriftType.list) {
      reader.list(() => {
        const group = readRowGroup(reader);
        rowsOfGroups += group.rows;
        uncompressedBytes += group.uncompressedBytes;
      });
    } else if (id === 5 && type === thriftType.list) {
      reader.list(() => metadata.set(...readKeyValue(reader)));
    } else reader.skip(type);
  });
  if (rows !== rowsOfGroups) {
    const message = `Parquet footer: ${rows} rows, but ${rowsOfGroups} in its row groups`;
    throw new DecodeError("corrupt", message);
  }
  return { rows, columns, uncompressedBytes, metadata };
}

function footerBytes(bytes: Uint8Array): Uint8Array {
  const tail = bytes.subarray(Math.max(0, bytes.length - tailBytes));
  const end = utf8.decode(tail.subarray(4));
  if (end === encryptedMagic) {
    throw new DecodeError("unsupported", "the Parquet file is encrypted");
  }
  if (tail.length < tailBytes || end !== magic) {
    throw new DecodeError("incomplete", "the body does not end as a Parquet file does");
  }
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  const start = bytes.length - tailBytes - length;
  if (start < magic.length) {
    throw new DecodeError("corrupt", `Parquet footer: ${length} bytes do not fit into the file`);
  }
  return bytes.subarray(start, start + length);
}

/** An element of the schema: 1 when it holds values, 0 when it is a group. */
function countLeaf(reader: ThriftReader): number {
  const fields = new Set<number>();
  reader.struct((id, type) => {
    fields.add(id);
    reader.skip(type);
  });
  return fields.has(1) ? 1 : 0;
}

function readRowGroup(reader: ThriftReader): { rows: number; uncompressedBytes: number } {
  let rows = 0;
  let ofGroup = 0;
  let ofColumns = 0;
  reader.struct((id, type) => {
    if (id === 1 && type === thriftType.list) reader.list(() => (ofColumns += readChunk(reader)));
    else if (id === 2 && type === thriftType.i64) ofGroup = expectCount(reader.integer());
    else if (id === 3 && type === thriftType.i64) rows = expectCount(reader.integer());
    else reader.skip(type);
  });
  return { rows, uncompressedBytes: Math.max(ofGroup, ofColumns) };
}

/** The uncompressed bytes of one column chunk. */
function readChunk(reader: ThriftReader): number {
  let uncompressedBytes = 0;
  const readMetadata = (id: number, type: number): void => {
    if (id === 4 && type === thriftType.i32) checkCodec(reader.integer());
    else if (id === 6 && type === thriftType.i64) uncompressedBytes = expectCount(reader.integer());
    else reader.skip(type);
  };
  reader.struct((id, type) => {
    if (id === 3 && type === thriftType.struct) reader.struct(readMetadata);
    else reader.skip(type);
  });
  return uncompressedBytes;
}

function checkCodec(codec: number): void {
  if (codec !== lzo) return;
  throw new DecodeError(
    "unsupported",
    "the Parquet file is compressed with LZO, which is not read",
  );
}

function readKeyValue(reader: ThriftReader): [key: string, value: string] {
  let key = "";
  let value = "";
  reader.struct((id, type) => {
    if (id === 1 && type === thriftType.binary) key = utf8.decode(reader.binary());
    else if (id === 2 && type === thriftType.binary) value = utf8.decode(reader.binary());
    else reader.skip(type);
  });
  return [key, value];
}

function expectCount(count: number): number {
  if (count >= 0) return count;
  throw new DecodeError("corrupt", `Parquet footer: a count of ${count}`);
}
