import { type ColumnChunk, type ParquetFooter, type RowGroup } from "./parquetFooter";
import { type ParquetColumn, type SchemaElement, isLeaf, physicalType } from "./parquetSchema";
import { thriftType } from "./thriftReader";
import { ThriftWriter } from "./thriftWriter";

const magic = Buffer.from("PAR1");
const int96Bytes = 12;

/** The parts of a footer that are needed to write another. */
type Contents = Pick<ParquetFooter, "rows" | "groups" | "pagesEnd">;

/**
 * Calls `use` with the file under a footer that describes only the given columns, by index, and returns its result. The
 * pages stay in place, and the file is restored afterwards.
 *
 * So the module reads only what has been checked, and no Arrow schema. With one it returns dictionaries, takes the unit
 * of a timestamp from one place and its zone from another, and traps on some types. INT96 values stay twelve bytes: the
 * module would convert them to nanoseconds, which only cover the years 1677 to 2262.
 *
 * Source: Apache Parquet, parquet.thrift, FileMetaData.
 */
export function useExcerpt<T>(
  bytes: Uint8Array,
  footer: Contents,
  columns: readonly ParquetColumn[],
  use: (excerpt: Uint8Array) => T,
): T {
  const description = describe(footer, columns);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(description.length);
  const tail = Buffer.concat([description, length, magic]);
  const { pagesEnd } = footer;
  const end = pagesEnd + tail.length;
  if (end > bytes.length) return use(Buffer.concat([bytes.subarray(0, pagesEnd), tail]));
  // Usually the original footer is longer and is overwritten temporarily, because copying all pages would be slow.
  const replaced = Buffer.from(bytes.subarray(pagesEnd, end));
  bytes.set(tail, pagesEnd);
  try {
    return use(bytes.subarray(0, end));
  } finally {
    bytes.set(replaced, pagesEnd);
  }
}

function describe(footer: Contents, columns: readonly ParquetColumn[]): Uint8Array {
  const writer = new ThriftWriter();
  const elementCount = columns.reduce((sum, { elements }) => sum + elements.length, 1);
  writer.struct(() => {
    writer.i32(1, 2);
    writer.list(2, thriftType.struct, elementCount);
    writer.struct(() => {
      writer.text(4, "schema");
      writer.i32(5, columns.length);
    });
    columns.forEach(({ element, elements }, index) => {
      writeElement(writer, element, String(index));
      for (const child of elements.slice(1)) writeElement(writer, child, child.name);
    });
    writer.i64(3, footer.rows);
    writer.list(4, thriftType.struct, footer.groups.length);
    for (const group of footer.groups) writeGroup(writer, group, columns);
  });
  return writer.bytes;
}

function writeElement(writer: ThriftWriter, element: SchemaElement, name: string): void {
  const isInt96 = element.physicalType === physicalType.int96;
  writer.struct(() => {
    writer.optionalI32(1, storedType(element));
    writer.optionalI32(2, isInt96 ? int96Bytes : element.typeLength);
    writer.i32(3, element.repetition);
    writer.text(4, name);
    if (element.childCount > 0) writer.i32(5, element.childCount);
    if (isInt96) return;
    writer.optionalI32(6, element.convertedType);
    writer.optionalI32(7, element.scale);
    writer.optionalI32(8, element.precision);
    if (element.logicalType !== undefined) {
      writer.raw(10, thriftType.struct, element.logicalType.bytes);
    }
  });
}

/** The physical type of an element; undefined for a group. */
function storedType(element: SchemaElement): number | undefined {
  if (element.physicalType === physicalType.int96) return physicalType.fixedBytes;
  return element.physicalType;
}

function writeGroup(
  writer: ThriftWriter,
  group: RowGroup,
  columns: readonly ParquetColumn[],
): void {
  const leaves = columns.flatMap(({ leaf, elements }) =>
    elements
      .filter(isLeaf)
      .map((element, index) => ({ element, chunk: group.chunks[leaf + index] })),
  );
  writer.struct(() => {
    writer.list(1, thriftType.struct, leaves.length);
    leaves.forEach(({ element, chunk }, index) => {
      if (chunk !== undefined) writeChunk(writer, chunk, element, index);
    });
    writer.i64(2, group.uncompressedBytes);
    writer.i64(3, group.rows);
  });
}

function writeChunk(
  writer: ThriftWriter,
  chunk: ColumnChunk,
  element: SchemaElement,
  index: number,
): void {
  writer.struct(() => {
    writer.i64(2, 0);
    writer.structField(3, () => {
      writer.optionalI32(1, storedType(element));
      writer.raw(2, thriftType.list, chunk.encodings);
      writer.list(3, thriftType.binary, 1);
      writer.binary(Buffer.from(String(index)));
      writer.i32(4, chunk.codec);
      writer.i64(5, chunk.values);
      writer.i64(6, chunk.uncompressedBytes);
      writer.i64(7, chunk.compressedBytes);
      writer.i64(9, chunk.dataPage);
      if (chunk.dictionaryPage !== undefined) writer.i64(11, chunk.dictionaryPage);
    });
  });
}
