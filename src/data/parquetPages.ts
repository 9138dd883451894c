import { type DecodeLimits, checkLimit } from "./decodeLimits";
import { DecodeError } from "./errors";
import { type PageHeader, longestOfDictionary } from "./parquetDictionary";
import { type ColumnChunk, type ParquetFooter } from "./parquetFooter";
import { type ParquetColumn, isLeaf, physicalType } from "./parquetSchema";
import { ThriftReader, noField, thriftType } from "./thriftReader";

/** Source: Apache Parquet, parquet.thrift, PageType and Encoding. */
const pageType = { data: 0, index: 1, dictionary: 2, dataV2: 3 } as const;
const dictionaryEncodings = [2, 8];

/** The overhead of a text in this thread besides its characters. */
const bytesPerText = 32;
/** Precedes each text of a dictionary. */
const lengthBytes = 4;

const mebibyte = 1024 * 1024;

/**
 * Checks the limits against the page headers before any page is decompressed: their bytes, and for texts the longest of
 * a dictionary in each row. The limit depends on the size of the body.
 *
 * @throws {@link DecodeError} of kind `corrupt` for pages that contradict the footer, `too-large` beyond the limits.
 */
export function checkPages(
  bytes: Uint8Array,
  footer: ParquetFooter,
  columns: readonly ParquetColumn[],
  limits: DecodeLimits,
): void {
  const limit = limitOfValues(bytes, limits);
  const pages = bytes.subarray(0, footer.pagesEnd);
  checkLimit("bytes of numbers", footer.rows * columns.length * 8, limit);
  let total = 0;
  let unread = pages.length;
  for (const { chunks, rows } of footer.groups) {
    for (const column of columns.flatMap(leavesOf)) {
      const chunk = chunks[column.leaf];
      if (chunk === undefined) continue;
      if (column.unreadable === undefined) checkValues(column, chunk, rows);
      const headers = readHeaders(pages, column, chunk, unread);
      unread -= headers.reduce((sum, { start, end }) => sum + end - start, 0);
      total += decodedBytes(pages, column, chunk, headers, limit);
      checkLimit("uncompressed bytes", total, limit);
    }
  }
}

/** How many bytes the values of a file may take in memory. */
export function limitOfValues(bytes: Uint8Array, limits: DecodeLimits): number {
  return Math.min(limits.bytes, 128 * mebibyte + 64 * bytes.length);
}

/** The leaf columns within a column, each as a column of its own. */
function leavesOf(column: ParquetColumn): ParquetColumn[] {
  const { elements, leaf } = column;
  return elements.filter(isLeaf).map((element, index) => {
    return { ...column, element, elements: [element], leaf: leaf + index };
  });
}

function checkValues({ name }: ParquetColumn, { values }: ColumnChunk, rows: number): void {
  if (values === rows) return;
  const message = `column ${name}: ${values} values in a group of ${rows} rows`;
  throw new DecodeError("corrupt", message);
}

function decodedBytes(
  pages: Uint8Array,
  column: ParquetColumn,
  chunk: ColumnChunk,
  headers: readonly PageHeader[],
  limit: number,
): number {
  const stored = headers.reduce((sum, header) => sum + header.uncompressedBytes, 0);
  // Decoders allocate a place for each text that the header of a dictionary claims.
  checkLimit("uncompressed bytes", stored, limit);
  if (column.element.physicalType !== physicalType.byteArray) return stored;
  const texts = chunk.values * bytesPerText + stored;
  const dictionary = headers.find(({ type }) => type === pageType.dictionary);
  const inDictionary = headers.reduce((sum, { type, encoding, values }) => {
    const isNamed = type !== pageType.dictionary && dictionaryEncodings.includes(encoding);
    return isNamed ? sum + values : sum;
  }, 0);
  if (dictionary === undefined || inDictionary === 0) return texts;
  // Without decoding, a single text may take up the whole page.
  const max = dictionary.uncompressedBytes - lengthBytes * dictionary.values;
  if (max < 0) throw impossible();
  const isSmall = texts + max * inDictionary <= limit / 8;
  const longest = isSmall ? max : longestOfDictionary(pages, column, chunk, dictionary);
  return texts + longest * inDictionary;
}

/**
 * The headers of all pages up to the last value.
 *
 * @param unread - The maximum total size in bytes: what the previous chunks have left. Chunks share no pages; otherwise
 * a small file could have its pages read any number of times.
 */
function readHeaders(
  pages: Uint8Array,
  column: ParquetColumn,
  chunk: ColumnChunk,
  unread: number,
): PageHeader[] {
  const headers: PageHeader[] = [];
  const { dictionaryPage = 0 } = chunk;
  const first = dictionaryPage > 0 ? Math.min(dictionaryPage, chunk.dataPage) : chunk.dataPage;
  let at = first;
  let values = 0;
  while (values < chunk.values) {
    const header = readHeader(pages, at);
    if (header.type === pageType.data || header.type === pageType.dataV2) values += header.values;
    else if (headers.length > 0 && header.type === pageType.dictionary) values = Infinity;
    headers.push(header);
    at = header.end;
    if (at - first <= unread) continue;
    throw new DecodeError(
      "corrupt",
      `column ${column.name}: its pages also belong to another chunk`,
    );
  }
  if (values === chunk.values) return headers;
  const message = `column ${column.name}: its pages do not match the footer`;
  throw new DecodeError("corrupt", message);
}

function readHeader(pages: Uint8Array, start: number): PageHeader {
  const reader = new ThriftReader(pages.subarray(start), "Parquet page");
  let [type, uncompressedBytes, compressedBytes, values, encoding] = [-1, -1, -1, 0, -1];
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    const field = reader.type;
    if (id === 1 && field === thriftType.i32) type = reader.integer();
    else if (id === 2 && field === thriftType.i32) uncompressedBytes = reader.integer();
    else if (id === 3 && field === thriftType.i32) compressedBytes = reader.integer();
    else if ((id === 5 || id === 7 || id === 8) && field === thriftType.struct) {
      [values, encoding] = readCounts(reader, id === 8 ? 4 : 2);
    } else reader.skip(field);
  }
  const end = start + reader.position + compressedBytes;
  if (
    type < 0 ||
    uncompressedBytes < 0 ||
    compressedBytes < 0 ||
    values < 0 ||
    end > pages.length
  ) {
    throw impossible();
  }
  return { type, uncompressedBytes, values, encoding, start, end };
}

/** The number of values of a page and their encoding, whose position depends on the page type. */
function readCounts(
  reader: ThriftReader,
  encodingField: number,
): [values: number, encoding: number] {
  let [values, encoding] = [0, -1];
  let id = 0;
  while ((id = reader.nextField(id)) !== noField) {
    if (id === 1 && reader.type === thriftType.i32) values = reader.integer();
    else if (id === encodingField && reader.type === thriftType.i32) encoding = reader.integer();
    else reader.skip(reader.type);
  }
  return [values, encoding];
}

function impossible(): DecodeError {
  return new DecodeError("corrupt", "Parquet page: its header is inconsistent");
}
