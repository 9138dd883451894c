import { DecodeError } from "./errors";
import { ThriftReader, noField, thriftType } from "./thriftReader";

/** The parts of a Parquet file's footer that are read before the module reads the file. */
export interface ParquetFooter {
  readonly rows: number;
  readonly metadata: ReadonlyMap<string, string>;
}

const magic = "PAR1";
const encryptedMagic = "PARE";
/** The footer's length and the magic. */
const tailBytes = 8;

const utf8 = new TextDecoder();

/**
 * Parses the footer without building what it describes.
 *
 * Source: Apache Parquet, parquet.thrift, FileMetaData.
 *
 * @throws {@link DecodeError} of kind `incomplete` if the end of the file is missing, `corrupt` if the
 * row groups have other rows than the file, `unsupported` for encrypted files.
 */
export function readParquetFooter(bytes: Uint8Array): ParquetFooter {
  const reader = new ThriftReader(footerBytes(bytes));
  const metadata = new Map<string, string>();
  let [rows, rowsOfGroups] = [0, 0];
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 3 && type === thriftType.i64) rows = reader.integer();
    else if (id === 4 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) rowsOfGroups += readGroupRows(reader);
    } else if (id === 5 && type === thriftType.list) {
      for (let left = reader.listLength(); left > 0; left--) metadata.set(...readKeyValue(reader));
    } else if (id === 8) throw encryptedError();
    else reader.skip(type);
  }
  if (rows >= 0 && rows === rowsOfGroups) return { rows, metadata };
  const message = `Parquet footer: ${rows} rows, but ${rowsOfGroups} in its row groups`;
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
  const end = Buffer.from(bytes.subarray(-magic.length)).toString("latin1");
  if (tail >= 0 && end === encryptedMagic) throw encryptedError();
  if (tail < 0 || end !== magic) {
    throw new DecodeError("incomplete", "the body does not end like a Parquet file");
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset + tail).getUint32(0, true);
  const start = tail - length;
  if (start < least) {
    throw new DecodeError("corrupt", `Parquet footer: ${length} bytes do not fit in the file`);
  }
  return bytes.subarray(start, tail);
}

function encryptedError(): DecodeError {
  return new DecodeError("unsupported", "the Parquet file is encrypted");
}

function readGroupRows(reader: ThriftReader): number {
  let rows = 0;
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    if (id === 3 && reader.type === thriftType.i64) rows = reader.integer();
    else reader.skip(reader.type);
  }
  return rows;
}

function readKeyValue(reader: ThriftReader): [key: string, value: string] {
  let key = "";
  let value = "";
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type } = reader;
    if (id === 1 && type === thriftType.binary) key = utf8.decode(reader.binary());
    else if (id === 2 && type === thriftType.binary) value = utf8.decode(reader.binary());
    else reader.skip(type);
  }
  return [key, value];
}
