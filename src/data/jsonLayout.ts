import { type Day } from "../shared/day";
import { isValueColumn } from "../shared/forecastComponents";
import { dayOfDigits, dayOfEpochMs, dayOfText } from "./dayText";
import { DecodeError } from "./errors";
import { dateColumn } from "./frame";

/** The columns of a JSON body, whatever its layout. All have the same length; an absent cell is null. */
export interface JsonTable {
  /** The row labels beside the columns, if the layout has any. */
  readonly index: readonly unknown[] | undefined;
  readonly columns: ReadonlyMap<string, readonly unknown[]>;
}

/** Throws if a table is too large. */
export type ShapeCheck = (rows: number, columns: number) => void;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Detects the layout: rows, columns, split, pandas' default (columns of days), by day, an array of rows under one key
 * (including pandas' "table"), and a single row.
 *
 * @throws {@link DecodeError} of kind `unsupported` for any other.
 */
export function toJsonTable(value: unknown, check: ShapeCheck): JsonTable {
  if (isRows(value)) return ofRows(value, undefined, check);
  if (!isObject(value)) throw noLayout();
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data)) return ofSplit(columns, data, value, check);
  const values = Object.values(value);
  if (values.every(Array.isArray) && isColumns(value)) return ofColumns(value, check);
  const rows = values.filter(Array.isArray);
  if (rows.length === 1 && isRows(rows[0])) {
    return rows[0].length === 0 ? ofNoRows(value, rows[0]) : ofRows(rows[0], undefined, check);
  }
  if (values.every(isObject)) return ofObjects(value, values, check);
  if (values.every(isScalar)) return ofRows([value], undefined, check);
  throw noLayout();
}

/**
 * The day of each cell, or undefined: ISO days as texts, and integers as YYYYMMDD or milliseconds since 1970-01-01 UTC.
 * 0 counts as milliseconds only among other days; alone it is more likely the start of a counter.
 *
 * @param areKeys - Whether the cells are object keys, which are texts even if they are integers.
 */
export function daysOfCells(cells: readonly unknown[], areKeys: boolean): (Day | undefined)[] {
  const integers = cells.map((cell) => integerOf(cell, areKeys));
  const isEpochMs = (integer = 0): boolean => integer !== 0 && dayOfEpochMs(integer) !== undefined;
  const hasEpochMs = integers.some(isEpochMs);
  return cells.map((cell, row) => {
    const integer = integers[row];
    if (integer === undefined) return typeof cell === "string" ? dayOfText(cell) : undefined;
    if (integer === 0 && !hasEpochMs) return undefined;
    return dayOfEpochMs(integer) ?? dayOfDigits(integer);
  });
}

function integerOf(cell: unknown, isKey: boolean): number | undefined {
  if (typeof cell === "number") return cell;
  if (!isKey || typeof cell !== "string") return undefined;
  return /^(?:0|-?[1-9]\d{0,15})$/.test(cell) ? Number(cell) : undefined;
}

function ofRows(
  rows: readonly JsonObject[],
  index: readonly unknown[] | undefined,
  check: ShapeCheck,
): JsonTable {
  const columns = new Map<string, unknown[]>();
  rows.forEach((row, at) => {
    for (const [name, value] of Object.entries(row)) {
      let column = columns.get(name);
      if (column === undefined) {
        check(rows.length, columns.size + 1);
        column = new Array<unknown>(rows.length).fill(null);
        columns.set(name, column);
      }
      column[at] = value;
    }
  });
  return { index, columns };
}

/** Reads a wrapper without rows. pandas' "table" layout still names its columns, including the row counter `index`. */
function ofNoRows(value: JsonObject, rows: readonly unknown[]): JsonTable {
  if (!Object.keys(value).some((key) => value[key] === rows && isKnownKey(key))) throw noLayout();
  const { schema } = value;
  const { fields } = isObject(schema) ? schema : {};
  const names = Array.isArray(fields)
    ? fields.flatMap((field: unknown) => (isObject(field) ? [field["name"]] : []))
    : [];
  const known = names.filter((name) => typeof name === "string" && name !== "index");
  return { index: undefined, columns: new Map(known.map((name) => [String(name), []])) };
}

/** `{Date: [...], Level: [...]}` */
function ofColumns(value: JsonObject, check: ShapeCheck): JsonTable {
  const columns = new Map<string, readonly unknown[]>();
  for (const [name, cells] of Object.entries(value)) {
    if (Array.isArray(cells)) columns.set(name, cells);
  }
  const lengths = new Set(Array.from(columns.values(), (cells) => cells.length));
  if (lengths.size > 1) {
    throw new DecodeError(
      "corrupt",
      `the columns differ in length: ${[...lengths].join(" and ")} values`,
    );
  }
  check(Math.max(0, ...lengths), columns.size);
  return { index: undefined, columns };
}

/** `{columns: [...], data: [[...], ...], index?: [...]}` */
function ofSplit(
  names: readonly unknown[],
  data: readonly unknown[],
  { index }: JsonObject,
  check: ShapeCheck,
): JsonTable {
  check(data.length, names.length);
  const columns = new Map<string, unknown[]>();
  for (const name of names) {
    if (columns.has(String(name))) {
      throw new DecodeError("corrupt", `two columns are named ${String(name)}`);
    }
    columns.set(String(name), []);
  }
  const targets = [...columns.values()];
  data.forEach((row, at) => {
    if (!Array.isArray(row) || row.length !== targets.length) {
      throw new DecodeError("corrupt", `row ${at + 1} does not have ${targets.length} values`);
    }
    targets.forEach((target, column) => target.push(row[column]));
  });
  if (index === undefined) return { index, columns };
  if (!Array.isArray(index) || index.length !== data.length) {
    throw new DecodeError("corrupt", "the index and the data differ in length");
  }
  return { index, columns };
}

/** By day (`{day: {Level: ...}}`), else pandas' default (`{Level: {day: ...}}`). */
function ofObjects(value: JsonObject, values: readonly JsonObject[], check: ShapeCheck): JsonTable {
  const keys = Object.keys(value);
  if (keys.length > 0 && !daysOfCells(keys, true).includes(undefined)) {
    return ofRows(values, keys, check);
  }
  const rowOfKey = new Map<string, number>();
  for (const cells of values) {
    for (const key of Object.keys(cells)) {
      if (rowOfKey.has(key)) continue;
      rowOfKey.set(key, rowOfKey.size);
      check(rowOfKey.size, keys.length);
    }
  }
  const columns = new Map<string, readonly unknown[]>();
  if (rowOfKey.size === 0 && !keys.some(isKnownColumn)) {
    if (keys.length > 0 && !keys.some(isKnownKey)) throw noLayout();
    // The key of an empty wrapper is not a column.
    return { index: undefined, columns };
  }
  keys.forEach((name, at) => {
    const column = new Array<unknown>(rowOfKey.size).fill(null);
    for (const [key, cell] of Object.entries(values[at] ?? {}))
      column[rowOfKey.get(key) ?? 0] = cell;
    columns.set(name, column);
  });
  return { index: [...rowOfKey.keys()], columns };
}

/** Whether the arrays of an object are columns: if one has a name of the interface, or contains anything but rows. */
function isColumns(value: JsonObject): boolean {
  if (Object.keys(value).some(isKnownColumn)) return true;
  const cells = Object.values(value).flatMap((array) =>
    Array.isArray(array) ? (array.slice(0, 1) as unknown[]) : [],
  );
  return cells.length > 0 && cells.every(isScalar);
}

function isKnownColumn(name: string): boolean {
  return name.toLowerCase() === dateColumn.toLowerCase() || isValueColumn(name);
}

/** Usual names of what contains the rows. An empty value under another name may be part of a failure: `{"detail":[]}`. */
const wrappers: ReadonlySet<string> = new Set(
  "data results rows items records values series observations index".split(" "),
);

function isKnownKey(name: string): boolean {
  return wrappers.has(name.toLowerCase()) || isKnownColumn(name);
}

function isRows(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function noLayout(): DecodeError {
  return new DecodeError("unsupported", "the JSON text does not have the layout of a series");
}
