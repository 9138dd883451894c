import { type Table, readParquet } from "parquet-wasm";
import { type ArrowField, ArrowCTable } from "./arrowCData";
import { readColumn, readDays } from "./arrowColumns";
import { chooseDateColumn, isCounter, isUnnamed } from "./dateColumn";
import { dayOfText } from "./dayText";
import { type DecodeLimits, checkLimit, checkShape } from "./decodeLimits";
import { DecodeError } from "./errors";
import { type Column } from "./frame";
import { type RawTable } from "./normalizeFrame";
import { pandasIndexNames } from "./pandasIndex";
import { readParquetFooter } from "./parquetFooter";
import { callModule, moduleMemory, useAndFree } from "./parquetModule";

/**
 * Reads a Parquet file as one record batch, with one copy out of the module's memory. All of that memory is freed, also
 * after a failure.
 *
 * @throws {@link DecodeError}; the limits are held against the footer before anything is allocated.
 */
export async function readParquetTable(bytes: Uint8Array, limits: DecodeLimits): Promise<RawTable> {
  const footer = readParquetFooter(bytes);
  checkShape(footer.rows, footer.columns, limits);
  checkLimit("bytes uncompressed", footer.uncompressedBytes, limits.bytes);
  const indexNames = pandasIndexNames(footer.metadata.get("pandas"));
  const { read, stream } = callModule(() => readInModule(bytes, footer.rows, indexNames, limits));
  if (stream === undefined) return rawTable(read, new Map());
  const { readThroughArrow } = await import("./arrowFallback");
  return rawTable(read, readThroughArrow(stream, read.others));
}

/** All that happens in the module's memory: what the own reader reads, and an IPC stream when it could not read all. */
function readInModule(
  bytes: Uint8Array,
  rows: number,
  indexNames: readonly string[],
  limits: DecodeLimits,
): { read: FixedWidth; stream: Uint8Array | undefined } {
  const table = readParquet(bytes, { batchSize: Math.max(1, rows) });
  let isConsumed = false;
  const use = (): { read: FixedWidth; stream: Uint8Array | undefined } => {
    const read = readFixedWidth(table, indexNames, limits);
    if (read.others.size === 0) return { read, stream: undefined };
    isConsumed = true;
    return { read, stream: table.intoIPCStream() };
  };
  return useAndFree(use, () => {
    if (!isConsumed) table.free();
  });
}

/** What the own reader could read of a table, column by column, and the names of what it could not. */
interface FixedWidth {
  readonly fields: readonly ArrowField[];
  readonly dateIndex: number;
  /** Undefined when the date column is one of the others. */
  readonly days: Int32Array | undefined;
  readonly columns: readonly (Column | undefined)[];
  readonly others: ReadonlySet<string>;
}

function readFixedWidth(
  table: Table,
  indexNames: readonly string[],
  limits: DecodeLimits,
): FixedWidth {
  const stream = table.toFFI();
  const use = (): FixedWidth => {
    const batches = stream.arrayAddrs();
    const view = new ArrowCTable(moduleMemory(), stream.schemaAddr(), batches);
    checkShape(view.rows, view.fields.length, limits);
    return readView(view, indexNames);
  };
  return useAndFree(use, () => stream.drop());
}

function readView(view: ArrowCTable, indexNames: readonly string[]): FixedWidth {
  const { fields } = view;
  checkNames(fields);
  const dateIndex = chooseDateColumn(fields.map(toCandidate), indexNames);
  const dateField = fields[dateIndex];
  if (dateField === undefined) {
    const names = fields.map(({ name }) => name).join(", ");
    throw new DecodeError("unsupported", `none of the columns ${names} is the date`);
  }
  const days = dateField.type === undefined ? undefined : readDays(view, dateIndex, dateField);
  const columns = fields.map((field, index) =>
    index === dateIndex ? undefined : readColumn(view, index, field),
  );
  const others = fields.filter(({ type }) => type === undefined).map(({ name }) => name);
  return { fields, dateIndex, days, columns, others: new Set(others) };
}

function toCandidate({ name, type }: ArrowField): { name: string; isDate: () => boolean } {
  return { name, isDate: () => type?.kind === "day" || type?.kind === "time" };
}

function checkNames(fields: readonly ArrowField[]): void {
  const seen = new Set<string>();
  for (const { name } of fields) {
    if (seen.has(name)) throw new DecodeError("corrupt", `two columns are named ${name}`);
    seen.add(name);
  }
}

/** In the file's order, without the date and without an unnamed counter. */
function rawTable(read: FixedWidth, others: ReadonlyMap<string, Column>): RawTable {
  const dateName = read.fields[read.dateIndex]?.name ?? "";
  const columns = read.fields.flatMap(({ name }, index) => {
    const column = read.columns[index] ?? others.get(name);
    return index === read.dateIndex || column === undefined ? [] : [column];
  });
  const kept = columns.filter(
    (column) => !(column.type === "number" && isUnnamed(column.name) && isCounter(column.values)),
  );
  return {
    days: read.days ?? daysOfTexts(others.get(dateName)),
    columns: kept,
    droppedCounters: columns.length - kept.length,
  };
}

function daysOfTexts(column: Column | undefined): Int32Array {
  if (column?.type !== "text") {
    throw new DecodeError("unsupported", `column ${column?.name ?? "Date"}: not of dates`);
  }
  return Int32Array.from(column.values, (text, row) => {
    const day = text === null ? undefined : dayOfText(text);
    if (day !== undefined) return day;
    const found = text === null ? "no day" : `${text}, which is no day`;
    throw new DecodeError("corrupt", `column ${column.name}: row ${row + 1} has ${found}`);
  });
}
