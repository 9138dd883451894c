import { footerBytes } from "./parquetFooter";
import { ThriftReader, noField, thriftType } from "./thriftReader";

/** More elements of a list stand behind its header. Source: Apache Thrift, thrift-compact-protocol.md. */
const mostInHeader = 14;
/** The field of the key-value metadata. Source: Apache Parquet, parquet.thrift, FileMetaData. */
const metadataField = 5;
/** The header of a text one field behind the one before it. */
const nextBinary = 0x10 | thriftType.binary;

/**
 * The end of a Parquet file with more keys and values in its footer, behind those that it has: what a writer takes before
 * the first row may be known with the last one only.
 *
 * @param end - As much as holds the footer, up to the end of the file.
 * @throws RangeError for a footer without any metadata, which no writer of Arrow's leaves.
 * @throws DecodeError for an end that is none of a Parquet file.
 */
export function withMetadata(
  end: Uint8Array,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const footer = footerBytes(end, 0);
  const start = footer.byteOffset - end.byteOffset;
  const list = metadataList(footer);
  const added = Object.entries(metadata);
  const changed = Buffer.concat([
    footer.subarray(0, list.start),
    listHeader(list.count + added.length),
    footer.subarray(list.first, list.end),
    ...added.map(keyValue),
    footer.subarray(list.end),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(changed.length);
  const magic = end.subarray(start + footer.length + length.length);
  return Buffer.concat([end.subarray(0, start), changed, length, magic]);
}

/** Where in the footer the list begins, its first element does, and it ends. */
interface ListSpan {
  readonly start: number;
  readonly first: number;
  readonly end: number;
  readonly count: number;
}

function metadataList(footer: Uint8Array): ListSpan {
  const reader = new ThriftReader(footer);
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const { type, position: start } = reader;
    if (id === metadataField && type === thriftType.list) {
      const count = reader.listLength();
      const first = reader.position;
      for (let left = count; left > 0; left--) reader.skip(thriftType.struct);
      return { start, first, end: reader.position, count };
    }
    reader.skip(type);
  }
  throw new RangeError("the footer has no metadata to add to");
}

function listHeader(count: number): Buffer {
  const isShort = count <= mostInHeader;
  const header = Buffer.of(((isShort ? count : 15) << 4) | thriftType.struct);
  return isShort ? header : Buffer.concat([header, varint(count)]);
}

function keyValue([key, value]: readonly [string, string]): Buffer {
  const end = Buffer.of(0);
  return Buffer.concat([...[key, value].map(binary), end]);
}

function binary(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(nextBinary), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left & 0x7f) | 0x80);
  return Buffer.of(...bytes, left);
}
