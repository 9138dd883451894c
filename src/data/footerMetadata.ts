import { footerBytes } from "./parquetFooter";
import { ThriftReader, noField, thriftType } from "./thriftReader";
import { ThriftWriter } from "./thriftWriter";

/** The field id of the key-value metadata. Source: Apache Parquet, parquet.thrift, FileMetaData. */
const metadataField = 5;

/**
 * The end of a Parquet file with keys and values appended to its footer. A writer takes metadata before the first row,
 * but some are only known after the last.
 *
 * @param end - The end of the file, with at least the whole footer.
 * @throws RangeError for a footer without any metadata, which Arrow's writers never produce.
 * @throws DecodeError if this is not the end of a Parquet file.
 */
export function withMetadata(
  end: Uint8Array,
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const footer = footerBytes(end, 0);
  const start = footer.byteOffset - end.byteOffset;
  const list = metadataList(footer);
  const count = list.count + Object.keys(metadata).length;
  const changed = Buffer.concat([
    footer.subarray(0, list.start),
    writtenBy((writer) => writer.listLength(thriftType.struct, count)),
    footer.subarray(list.first, list.end),
    writtenBy((writer) => writeKeyValues(writer, metadata)),
    footer.subarray(list.end),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(changed.length);
  const magic = end.subarray(start + footer.length + length.length);
  return Buffer.concat([end.subarray(0, start), changed, length, magic]);
}

/** The positions in the footer where the list and its first element begin, and where it ends. */
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

function writtenBy(write: (writer: ThriftWriter) => void): Uint8Array {
  const writer = new ThriftWriter();
  write(writer);
  return writer.bytes;
}

/** Source: Apache Parquet, parquet.thrift, KeyValue. */
function writeKeyValues(writer: ThriftWriter, metadata: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(metadata)) {
    writer.struct(() => {
      writer.text(1, key);
      writer.text(2, value);
    });
  }
}
