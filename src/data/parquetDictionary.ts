import { type ArrowCTable } from "./arrowCData";
import { useExcerpt } from "./parquetExcerpt";
import { type ColumnChunk } from "./parquetFooter";
import { callModule, useTable } from "./parquetModule";
import { type ParquetColumn } from "./parquetSchema";
import { ThriftWriter } from "./thriftWriter";

const magic = Buffer.from("PAR1");
const dataPageV2 = 3;
const dictionaryEncoding = 8;
const bitsPerIndex = 32;
const required = 0;

/** The header of a page; nothing is decompressed. */
export interface PageHeader {
  readonly type: number;
  readonly uncompressedBytes: number;
  readonly values: number;
  readonly encoding: number;
  /** The file positions where the header begins and the page ends. */
  readonly start: number;
  readonly end: number;
}

/**
 * The length in bytes of the longest text of a dictionary. The module reads the dictionary as a file of its own with
 * each text in one row, so that it handles the page's codec and decodes no more than the page.
 *
 * @throws {@link DecodeError} as the module does.
 */
export function longestOfDictionary(
  pages: Uint8Array,
  column: ParquetColumn,
  chunk: ColumnChunk,
  { start, end, values, uncompressedBytes }: PageHeader,
): number {
  if (values === 0) return 0;
  const dictionary = pages.subarray(start, end);
  const rows = pageOfRows(values);
  const file = Buffer.concat([magic, dictionary, rows]);
  const own: ColumnChunk = {
    ...chunk,
    values,
    uncompressedBytes: uncompressedBytes + rows.length,
    compressedBytes: dictionary.length + rows.length,
    dictionaryPage: magic.length,
    dataPage: magic.length + dictionary.length,
  };
  const group = { rows: values, chunks: [own], uncompressedBytes: own.uncompressedBytes };
  const element = { ...column.element, repetition: required };
  const alone = { ...column, leaf: 0, element };
  const contents = { rows: values, groups: [group], pagesEnd: file.length };
  return useExcerpt(file, contents, [alone], (excerpt) =>
    callModule(() => useTable(excerpt, values, longestIn)),
  );
}

/** An uncompressed page with all indices of a dictionary, in order. */
function pageOfRows(count: number): Buffer {
  const groups = Math.ceil(count / 8);
  const indices = Uint32Array.from({ length: 8 * groups }, (_, row) => (row < count ? row : 0));
  const header = new ThriftWriter();
  header.integerWithoutSign(2 * groups + 1);
  const values = Buffer.concat([
    Buffer.of(bitsPerIndex),
    header.bytes,
    new Uint8Array(indices.buffer),
  ]);
  const writer = new ThriftWriter();
  writer.struct(() => {
    writer.i32(1, dataPageV2);
    writer.i32(2, values.length);
    writer.i32(3, values.length);
    writer.structField(8, () => {
      writer.i32(1, count);
      writer.i32(2, 0);
      writer.i32(3, count);
      writer.i32(4, dictionaryEncoding);
      writer.i32(5, 0);
      writer.i32(6, 0);
      writer.boolean(7, false);
    });
  });
  return Buffer.concat([writer.bytes, values]);
}

function longestIn(table: ArrowCTable): number {
  return Math.max(...table.chunksOf(0).map((chunk) => longestText(table.memory, chunk)));
}

function longestText(
  memory: ArrayBuffer,
  { values, offset, length }: { values: number; offset: number; length: number },
): number {
  const ends = new Int32Array(memory, values + 4 * offset, length + 1);
  let longest = 0;
  for (let row = 0; row < length; row++) {
    longest = Math.max(longest, (ends[row + 1] ?? 0) - (ends[row] ?? 0));
  }
  return longest;
}
