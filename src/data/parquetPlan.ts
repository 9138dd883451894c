import { DataType, type Schema } from "apache-arrow";
import { type ColumnKind } from "./columnValues";
import { chooseDateColumn, dateColumnOfEmpty } from "./dateColumn";
import { DecodeError } from "./errors";
import { readPandasMetadata } from "./pandasMetadata";
import { type ParquetFooter } from "./parquetFooter";

/** A column before its values are read. */
export interface PlannedColumn {
  /** Among all columns of the file. */
  readonly index: number;
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Which columns of a file become part of the table. */
export interface Plan {
  /** In the file's order, including the date. */
  readonly columns: readonly PlannedColumn[];
  readonly date: PlannedColumn;
  /** Descriptions of the other columns, with what their values are. */
  readonly leftOut: readonly string[];
}

/** @throws {@link DecodeError} if there is no date column, or nothing beside it that can be read. */
export function planOf(schema: Schema, { rows, metadata }: ParquetFooter): Plan {
  const { indexNames, zones } = readPandasMetadata(metadata.get("pandas"));
  const all = schema.fields.map(({ name, type }, index): PlannedColumn => {
    const kind = kindOf(name, type as DataType);
    const zone = zones.get(name);
    return { index, name, kind: kind.of === "time" ? withZone(kind, zone) : kind };
  });
  checkNames(all);
  const date = dateOf(all, indexNames, rows > 0);
  const columns = all.filter(({ kind }) => kind.of !== "unreadable");
  const leftOut = all.flatMap(({ name, kind }) =>
    kind.of === "unreadable" ? [`${name} (${kind.what})`] : [],
  );
  if (rows === 0) return { columns: all, date, leftOut: [] };
  const isEnough = columns.includes(date) && (leftOut.length === 0 || columns.length > 1);
  if (isEnough) return { columns, date, leftOut };
  throw new DecodeError("unsupported", `unsupported columns: ${leftOut.join(", ")}`);
}

function checkNames(columns: readonly PlannedColumn[]): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name)) throw new DecodeError("corrupt", `two columns are named ${name}`);
    seen.add(name);
  }
}

function dateOf(
  all: readonly PlannedColumn[],
  indexNames: readonly string[],
  hasRows: boolean,
): PlannedColumn {
  const names = all.map(({ name }) => name);
  const candidates = all.map(({ name, kind }) => ({
    name,
    isDate: () => kind.of === "day" || kind.of === "time",
  }));
  const found = chooseDateColumn(candidates, indexNames);
  const date = all[found === -1 && !hasRows ? dateColumnOfEmpty(names) : found];
  if (date !== undefined) return date;
  throw new DecodeError("unsupported", `none of the columns ${names.join(", ")} contains dates`);
}

/** Without Arrow's schema the module only knows that a time is an instant, and calls its zone UTC. */
function withZone(kind: Extract<ColumnKind, { of: "time" }>, zone: string | undefined): ColumnKind {
  return zone !== undefined && ["", "UTC"].includes(kind.zone) ? { ...kind, zone } : kind;
}

function kindOf(name: string, type: DataType): ColumnKind {
  if (DataType.isDictionary(type)) {
    const values = type.dictionary as DataType;
    // The module cannot read the file: it traps on the first and fails for the second, even in another column.
    if (DataType.isBool(values) || DataType.isDecimal(values)) {
      const what = DataType.isBool(values) ? "booleans" : "decimals";
      throw new DecodeError("unsupported", `column ${name}: dictionaries of ${what} are not read`);
    }
    return kindOf(name, values);
  }
  if (DataType.isInt(type)) return { of: type.bitWidth === 64 ? "integer" : "number" };
  if (DataType.isFloat(type) || DataType.isNull(type)) return { of: "number" };
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type)) {
    return { of: "text" };
  }
  if (DataType.isBool(type)) return { of: "boolean" };
  if (DataType.isDate(type)) return { of: "day" };
  if (DataType.isTimestamp(type)) {
    // Units from seconds to nanoseconds.
    return { of: "time", digits: 3 * type.unit, zone: type.timezone ?? "" };
  }
  if (DataType.isDecimal(type)) return { of: "decimal", scale: type.scale };
  return { of: "unreadable", what: contentOf(type) };
}

function contentOf(type: DataType): string {
  if (DataType.isTime(type)) return "times of day";
  if (DataType.isDuration(type) || DataType.isInterval(type)) return "durations";
  if (DataType.isBinary(type) || DataType.isLargeBinary(type) || DataType.isBinaryView(type)) {
    return "bytes that are not text";
  }
  if (DataType.isFixedSizeBinary(type)) return "bytes of a fixed length";
  return "nested values";
}
