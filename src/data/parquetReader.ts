import {
  DataType,
  DateUnit,
  type Schema,
  type Table,
  type Vector,
  tableFromIPC,
} from "apache-arrow";
import { messageOf } from "../shared/messageOf";
import { isPlainNumber } from "./arrowCells";
import { noDay } from "./arrowTimes";
import { readColumn, readDays } from "./columnValues";
import { isCounter, isUnnamed } from "./dateColumn";
import { type DecodeLimits, bytesPerNumber, checkLimit, checkShape } from "./decodeLimits";
import { DecodeError, TrapError } from "./errors";
import { type Column } from "./frame";
import { type RawTable, pickRows, picked } from "./normalizeFrame";
import { type ParquetFooter, footerBytes, readParquetFooter } from "./parquetFooter";
import { schemaStream, streamsOf, tableStream, useTable } from "./parquetModule";
import { type Plan, type PlannedColumn, planOf } from "./parquetPlan";

/**
 * Reads a Parquet file. Leaves out columns whose values cannot become numbers or texts, and rows whose day is NaT.
 *
 * The memory that the values of a file take is known only when they are decoded; the limit of the module's memory bounds
 * it.
 *
 * @throws {@link DecodeError}
 */
export function readParquetTable(bytes: Uint8Array, limits: DecodeLimits): RawTable {
  const footer = readParquetFooter(bytes);
  const schema = schemaOf(bytes, footer);
  checkShape(footer.rows, schema.fields.length, limits);
  const cells = footer.rows * schema.fields.length;
  checkLimit("bytes of numbers", cells * bytesPerNumber, limitOfValues(bytes, limits));
  const plan = planOf(schema, footer);
  if (isPlainTable(schema, plan)) return rawTable(readPlain(bytes, plan, footer.rows), plan);
  const table = arrowTableOf(tableStream(bytes, footer.rows, limitOfValues(bytes, limits)));
  checkRead(table.numRows, footer.rows);
  return rawTable(footer.rows === 0 ? emptyTable(plan) : valuesOf(table, plan), plan);
}

/**
 * The values of all columns of a Parquet file, including those that the table leaves out, as Arrow IPC streams of
 * consecutive rows. The streams contain texts and bytes unencoded.
 *
 * @throws {@link DecodeError}
 */
export function readParquetBytes(bytes: Uint8Array, limits: DecodeLimits): Generator<Uint8Array> {
  const { rows } = readParquetFooter(bytes);
  checkLimit("rows", rows, limits.rows);
  // Half the limit, because the stream of a long row is copied twice: in the module and here.
  return streamsOf(withoutArrowSchema(bytes), rows, limitOfValues(bytes, limits) / 2);
}

/** A copy whose types are those of Parquet alone: the module traps on some of Arrow's. */
function withoutArrowSchema(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  const key = "ARROW:schema";
  const at = copy.indexOf(key, copy.length - footerBytes(bytes).length);
  if (at !== -1) copy.write("-".repeat(key.length), at);
  return copy;
}

/** How many bytes the values of a file may take in memory. */
function limitOfValues(bytes: Uint8Array, limits: DecodeLimits): number {
  return Math.min(limits.bytes, 128 * 1024 * 1024 + 64 * bytes.length);
}

/** Kept, because series that are read one after the other mostly have the same schema, and parsing it is slow. */
let lastSchema: { readonly stream: Uint8Array; readonly schema: Schema } | undefined;

function schemaOf(bytes: Uint8Array, { metadata }: ParquetFooter): Schema {
  const footer = footerBytes(bytes);
  try {
    const stream = schemaStream(bytes.subarray(footer.byteOffset - bytes.byteOffset));
    if (lastSchema === undefined || Buffer.compare(stream, lastSchema.stream) !== 0) {
      lastSchema = { stream, schema: arrowTableOf(stream).schema };
    }
    return lastSchema.schema;
  } catch (error) {
    if (!(error instanceof TrapError)) throw error;
    const problem = problemOf(metadata.get("ARROW:schema") ?? "");
    if (problem === undefined) throw error;
    const message = `the Parquet file has a type that is not supported: ${problem}`;
    throw new TrapError("unsupported", message, { cause: error });
  }
}

/** Why the message in base64 is no Arrow schema; undefined if it is one. */
function problemOf(arrowSchema: string): string | undefined {
  try {
    tableFromIPC(Buffer.from(arrowSchema, "base64"));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function arrowTableOf(stream: Uint8Array): Table {
  try {
    return tableFromIPC(stream);
  } catch (error) {
    const message = `the Parquet file cannot be read: ${messageOf(error)}`;
    throw new DecodeError("unsupported", message, { cause: error });
  }
}

interface ReadTable {
  readonly days: Int32Array;
  /** Without the date. */
  readonly columns: readonly Column[];
}

/** All columns as numbers: without values their types mean nothing, since pyarrow writes such columns as null. */
function emptyTable({ columns, date }: Plan): ReadTable {
  const others = columns.filter((column) => column !== date);
  return {
    days: new Int32Array(),
    columns: others.map(({ name }) => ({ name, type: "number", values: new Float64Array() })),
  };
}

/** Whether the file consists of the date, as DATE, and plain numbers. */
function isPlainTable({ fields }: Schema, { date }: Plan): boolean {
  return fields.every(({ name, type }, index) => {
    // The C interface has no place for it.
    if (name.includes("\0")) return false;
    const isDate = DataType.isDate(type) && type.unit === DateUnit.DAY;
    return index === date.index ? isDate : isPlainNumber(type as DataType);
  });
}

/** Copies the values once out of the module's memory, several times faster than by a stream. */
function readPlain(bytes: Uint8Array, { columns, date }: Plan, rows: number): ReadTable {
  return useTable(bytes, rows, (table) => {
    checkRead(table.rows, rows);
    const days = table.daysOf(date.index, noDay);
    const missing = days.indexOf(noDay);
    if (missing !== -1) {
      throw new DecodeError("corrupt", `column ${date.name}: row ${missing + 1} has no day`);
    }
    const others = columns.filter((column) => column !== date);
    return {
      days,
      columns: others.map(({ index, name }) => {
        return { name, type: "number", values: table.numbersOf(index) };
      }),
    };
  });
}

function valuesOf(table: Table, { columns, date }: Plan): ReadTable {
  const vectorOf = ({ index, name }: PlannedColumn): Vector => {
    const vector = table.getChildAt(index);
    if (vector !== null) return vector;
    throw new DecodeError("corrupt", `column ${name} cannot be read`);
  };
  const others = columns.filter((column) => column !== date);
  return {
    days: readDays(date.name, date.kind, vectorOf(date)),
    columns: others.map((column) => readColumn(column.name, column.kind, vectorOf(column))),
  };
}

/** @throws {@link DecodeError} unless the file has as many rows as its footer tells. */
function checkRead(rows: number, wanted: number): void {
  if (rows === wanted) return;
  const found = rows > wanted ? "more" : String(rows);
  throw new DecodeError("corrupt", `Parquet footer: ${wanted} rows, but the file has ${found}`);
}

/** Without unnamed counters and rows without a day. */
function rawTable({ days, columns }: ReadTable, { leftOut }: Plan): RawTable {
  const kept = columns.filter(
    (column) => !(column.type === "number" && isUnnamed(column.name) && isCounter(column.values)),
  );
  const droppedCounters = columns.length - kept.length;
  const notes = { droppedCounters, leftOutColumns: leftOut };
  if (!days.includes(noDay)) return { days, columns: kept, ...notes, undatedRows: 0 };
  const rows = Uint32Array.from(days.keys()).filter((row) => days[row] !== noDay);
  return {
    days: picked(days, rows),
    columns: kept.map((column) => pickRows(column, rows)),
    ...notes,
    undatedRows: days.length - rows.length,
  };
}
