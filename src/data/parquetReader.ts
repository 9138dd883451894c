import { type ArrowColumn, type ArrowCTable } from "./arrowCData";
import { readColumn } from "./arrowColumns";
import { type ArrowHint, readArrowSchema } from "./arrowSchema";
import { noDay, readDays } from "./arrowTimes";
import { type ArrowType } from "./arrowTypes";
import { chooseDateColumn, dateColumnOfEmpty, isCounter, isUnnamed } from "./dateColumn";
import { dayOfText } from "./dayText";
import { type DecodeLimits, checkLimit, checkShape } from "./decodeLimits";
import { DecodeError } from "./errors";
import { type Column, type TextColumn } from "./frame";
import { type RawTable, pickRows, picked } from "./normalizeFrame";
import { useExcerpt } from "./parquetExcerpt";
import { type ParquetFooter, readParquetFooter } from "./parquetFooter";
import { callModule, readWhole, streamsOf, useTable } from "./parquetModule";
import { checkPages, limitOfValues } from "./parquetPages";
import { type ParquetColumn } from "./parquetSchema";

/**
 * Reads a Parquet file as one record batch, with one copy out of the module's memory, all of which is freed, even after
 * a failure. Leaves out columns whose values cannot become numbers or texts, and rows whose day is NaT.
 *
 * @throws {@link DecodeError}; the limits are checked against the footer before anything is allocated.
 */
export function readParquetTable(bytes: Uint8Array, limits: DecodeLimits): RawTable {
  const footer = checkedFooter(bytes, limits);
  const plan = planOf(footer);
  if (isEmpty(footer)) return rawTable(emptyTable(plan), plan);
  const wanted = plan.columns.map(({ column }) => column);
  checkPages(bytes, footer, wanted, limits);
  const read = useExcerpt(bytes, footer, wanted, (excerpt) =>
    callModule(() => useTable(excerpt, plan.rows, (table) => readView(table, plan, limits))),
  );
  return rawTable(read, plan);
}

function isEmpty({ rows, groups }: ParquetFooter): boolean {
  return rows === 0 && groups.every((group) => group.rows === 0);
}

/** Reads all columns as numbers: without values their types mean nothing, since pyarrow writes such columns as null. */
function emptyTable({ columns, date }: Plan): ReadTable {
  const others = columns.filter((column) => column !== date);
  return {
    days: new Int32Array(),
    mayLackDays: false,
    columns: others.map(({ name }) => ({ name, type: "number", values: new Float64Array() })),
  };
}

/**
 * The values of all columns of a Parquet file, including those that the table leaves out, as Arrow IPC streams of
 * consecutive rows. The streams contain texts and bytes unencoded.
 *
 * @throws {@link DecodeError}
 */
export function readParquetBytes(bytes: Uint8Array, limits: DecodeLimits): Generator<Uint8Array> {
  const footer = checkedFooter(bytes, limits);
  const { columns } = footer;
  checkPages(bytes, footer, columns, limits);
  const table = useExcerpt(bytes, footer, columns, (excerpt) => readWhole(excerpt));
  // Half the limit, because the stream of a long row is copied twice: in the module and here.
  return streamsOf(table, limitOfValues(bytes, limits) / 2);
}

function checkedFooter(bytes: Uint8Array, limits: DecodeLimits): ParquetFooter {
  const footer = readParquetFooter(bytes);
  checkShape(footer.rows, footer.leafCount, limits);
  checkLimit("uncompressed bytes", footer.uncompressedBytes, limits.bytes);
  return footer;
}

/** A column with the hints of Arrow's schema and pandas. */
interface PlannedColumn extends Pick<ParquetColumn, "name" | "isDate" | "unreadable"> {
  readonly column: ParquetColumn;
  readonly zone: string | undefined;
  /** The type of its values if Parquet only says 64-bit integers. */
  readonly integers: ArrowType | undefined;
}

/** Which parts of a file are read. */
interface Plan {
  readonly rows: number;
  /** In the file's order, including the date. */
  readonly columns: readonly PlannedColumn[];
  readonly date: PlannedColumn;
  /** Descriptions of the other columns, with what their values are. */
  readonly leftOut: readonly string[];
}

function planOf(footer: ParquetFooter): Plan {
  const { indexNames, zones } = readPandasMetadata(footer.metadata.get("pandas"));
  const needsHints = footer.columns.some((each) => each.isMoment || each.isPlainInteger);
  const hints = readArrowSchema(needsHints ? footer.metadata.get("ARROW:schema") : undefined);
  const hasRows = !isEmpty(footer);
  const all = footer.columns
    .map((column) => plannedColumn(column, hints.get(column.name) ?? {}, zones.get(column.name)))
    .map((planned) => (hasRows ? planned : { ...planned, unreadable: undefined }));
  checkNames(all);
  const date = dateOf(all, indexNames, hasRows);
  const columns = all.filter(({ unreadable }) => unreadable === undefined);
  const leftOut = all.flatMap(({ name, unreadable }) =>
    unreadable === undefined ? [] : [`${name} (${unreadable})`],
  );
  if (date.unreadable !== undefined || (leftOut.length > 0 && columns.length === 1)) {
    throw new DecodeError("unsupported", `unsupported columns: ${leftOut.join(", ")}`);
  }
  return { rows: footer.rows, columns, date, leftOut };
}

function dateOf(
  all: readonly PlannedColumn[],
  indexNames: readonly string[],
  hasRows: boolean,
): PlannedColumn {
  const names = all.map(({ name }) => name);
  const candidates = all.map(({ name, isDate }) => ({ name, isDate: () => isDate }));
  const found = chooseDateColumn(candidates, indexNames);
  const date = all[found === -1 && !hasRows ? dateColumnOfEmpty(names) : found];
  if (date !== undefined) return date;
  throw new DecodeError("unsupported", `none of the columns ${names.join(", ")} contains dates`);
}

function plannedColumn(
  column: ParquetColumn,
  hint: ArrowHint,
  pandasZone: string | undefined,
): PlannedColumn {
  const { integers, unreadable } = column.isPlainInteger ? hint : {};
  return {
    name: column.name,
    column,
    zone: hint.zone ?? pandasZone,
    integers,
    isDate: column.isDate || integers !== undefined,
    unreadable: column.unreadable ?? unreadable,
  };
}

function checkNames(columns: readonly PlannedColumn[]): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name)) throw new DecodeError("corrupt", `two columns are named ${name}`);
    seen.add(name);
  }
}

interface ReadTable {
  readonly days: Int32Array;
  /** Whether days may be {@link noDay}. */
  readonly mayLackDays: boolean;
  /** Without the date. */
  readonly columns: readonly Column[];
}

function readView(table: ArrowCTable, plan: Plan, limits: DecodeLimits): ReadTable {
  checkShape(table.rows, table.fields.length, limits);
  let days: Int32Array = new Int32Array();
  let mayLackDays = false;
  const columns: Column[] = [];
  plan.columns.forEach((planned, index) => {
    const { name } = planned;
    const { type, format = "none" } = table.fields[index] ?? {};
    if (type === undefined) {
      throw new DecodeError("unsupported", `column ${name}: its type, ${format}, is not supported`);
    }
    const column: ArrowColumn = { table, index, name };
    const meant = meantType(type, planned);
    if (planned === plan.date) {
      days = daysOf(column, meant);
      mayLackDays = meant.kind !== "day";
    } else columns.push(readColumn(column, meant));
  });
  return { days, mayLackDays, columns };
}

/** For timestamps with a zone, possibly stored as INT96, the module only knows that they are instants. */
function meantType(type: ArrowType, { integers, zone }: PlannedColumn): ArrowType {
  if (integers !== undefined && type.kind === "long") return integers;
  const isInstant = type.kind === "int96" || (type.kind === "time" && type.zone !== "");
  return isInstant && zone !== undefined ? { ...type, zone } : type;
}

function daysOf(column: ArrowColumn, type: ArrowType): Int32Array {
  if (type.kind === "day" || type.kind === "time" || type.kind === "int96") {
    return readDays(column, type);
  }
  const values = readColumn(column, type);
  if (values.type === "text" && type.kind === "text") return daysOfTexts(values);
  throw new DecodeError("unsupported", `column ${column.name}: its values are not dates`);
}

function daysOfTexts({ name, values }: TextColumn): Int32Array {
  return Int32Array.from(values, (text, row) => {
    const day = text === null ? undefined : dayOfText(text);
    if (day !== undefined) return day;
    const found = text === null ? "no day" : `${text}, which is not a day`;
    throw new DecodeError("corrupt", `column ${name}: row ${row + 1} has ${found}`);
  });
}

/** Without unnamed counters and rows without a day. */
function rawTable({ days, mayLackDays, columns }: ReadTable, { leftOut }: Plan): RawTable {
  const kept = columns.filter(
    (column) => !(column.type === "number" && isUnnamed(column.name) && isCounter(column.values)),
  );
  const droppedCounters = columns.length - kept.length;
  const notes = { droppedCounters, leftOutColumns: leftOut };
  if (!mayLackDays || !days.includes(noDay))
    return { days, columns: kept, ...notes, undatedRows: 0 };
  const rows = Uint32Array.from(days.keys()).filter((row) => days[row] !== noDay);
  return {
    days: picked(days, rows),
    columns: kept.map((column) => pickRows(column, rows)),
    ...notes,
    undatedRows: days.length - rows.length,
  };
}

const utf8 = new TextDecoder();

/** pandas' metadata about a table. */
interface PandasMetadata {
  /** The columns of the index. */
  readonly indexNames: readonly string[];
  /** Time zones by column; the only place for them if pyarrow did not write its schema. */
  readonly zones: ReadonlyMap<string, string>;
}

const nothing: PandasMetadata = { indexNames: [], zones: new Map() };

/** Parses the value of the metadata key `pandas`. It is untrusted: anything that pandas would not write is ignored. */
function readPandasMetadata(metadata: Uint8Array | undefined): PandasMetadata {
  if (metadata === undefined) return nothing;
  const parsed = parseOrUndefined(utf8.decode(metadata));
  const indexNames = listIn(parsed, "index_columns");
  return {
    // A RangeIndex is described by an object and has no column.
    indexNames: indexNames.filter((name) => typeof name === "string"),
    zones: new Map(listIn(parsed, "columns").flatMap(zoneOf)),
  };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Only a hint: without it the date column is found by name and type.
    return undefined;
  }
}

function listIn(parsed: unknown, key: string): unknown[] {
  const list = valueOf(parsed, key);
  return Array.isArray(list) ? list : [];
}

function zoneOf(column: unknown): [name: string, zone: string][] {
  const name = valueOf(column, "field_name") ?? valueOf(column, "name");
  const zone = valueOf(valueOf(column, "metadata"), "timezone");
  return typeof name === "string" && typeof zone === "string" ? [[name, zone]] : [];
}

function valueOf(parsed: unknown, key: string): unknown {
  if (typeof parsed !== "object" || parsed === null || !Object.hasOwn(parsed, key))
    return undefined;
  return (parsed as Readonly<Record<string, unknown>>)[key];
}
