import { isMissingText, numberOfText } from "../shared/cellText";
import { type Day, isoOfDay } from "../shared/day";
import { countKeys, repeatedKeys } from "../shared/jsonText";
import { messageOf } from "../shared/messageOf";
import { chooseDateColumn, dateColumnOfEmpty, isCounter, isUnnamed } from "./dateColumn";
import { dayOfText } from "./dayText";
import { type DecodeLimits, checkShape } from "./decodeLimits";
import { DecodeError } from "./errors";
import { losesDigits } from "../shared/exactNumber";
import { type Column } from "./frame";
import { type JsonTable, daysOfCells, toJsonTable } from "./jsonLayout";
import { scanJson } from "./jsonScan";
import { type RawTable } from "./normalizeFrame";

/** pandas' name for an index that is neither days nor a counter. */
const indexColumn = "index";

/**
 * Reads JSON in any layout of {@link toJsonTable}, and JSON lines. For days see {@link daysOfCells}; null and bare NaN
 * are missing values. A column is numeric if each cell is null, a number, or a text that denotes a number or no value; it
 * is text if it contains any other text, a boolean, or a number that a double would change.
 *
 * If names are keys, columns with integer names come first.
 *
 * @throws {@link DecodeError} for an object with a duplicate key, because a parser keeps only the last of its values.
 */
export function readJsonTable(
  text: string,
  limits: DecodeLimits,
  isCloseDelimited: boolean,
): RawTable {
  const { text: standard, valueCount, keyCount } = scanJson(text, limits);
  const isLines = valueCount > 1;
  if (isCloseDelimited && !(isLines ? /[\r\n]$/ : /[\]}]\s*$/).test(text)) {
    const ending = isLines ? "a line break" : "its closing bracket";
    throw new DecodeError("incomplete", `the JSON text does not end with ${ending}`);
  }
  const value = parse(standard);
  if (countKeys(value) !== keyCount) {
    const [repeated] = repeatedKeys(standard);
    const key = repeated?.key ?? "";
    throw new DecodeError("ambiguous", `an object in the JSON text repeats the key ${key}`);
  }
  return rawTable(
    toJsonTable(value, (rows, columns) => {
      checkShape(rows, columns, limits);
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DecodeError("corrupt", `the body is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

function rawTable(table: JsonTable): RawTable {
  const names = [...table.columns.keys()];
  const named = chooseDateColumn(names.map((name) => ({ name, isDate: () => false })));
  if (table.index !== undefined && named === -1) {
    const days = daysOf(indexColumn, table.index);
    checkKeys(days, table.index);
    return { days, ...columnsOf(table.columns) };
  }
  const dateName = names[named === -1 ? dateIndexByValues(table) : named];
  if (dateName === undefined) {
    const isEmpty = [...table.columns.values()].every(({ length }) => length === 0);
    if (isEmpty) return { days: new Int32Array(), ...columnsOf(table.columns) };
    throw new DecodeError("unsupported", `none of the columns ${names.join(", ")} contains dates`);
  }
  const rest = new Map(table.columns);
  rest.delete(dateName);
  const days = daysOf(dateName, table.columns.get(dateName) ?? []);
  if (table.index === undefined) return { days, ...columnsOf(rest) };
  return { days, ...columnsOf(new Map([["", table.index], ...rest])) };
}

function dateIndexByValues({ columns }: JsonTable): number {
  const isEmpty = [...columns.values()].every(({ length }) => length === 0);
  if (isEmpty) return dateColumnOfEmpty([...columns.keys()]);
  const isDay = (cell: unknown): boolean =>
    typeof cell === "string" && dayOfText(cell) !== undefined;
  return chooseDateColumn(
    Array.from(columns, ([name, cells]) => ({
      name,
      isDate: () => cells.length > 0 && cells.every(isDay),
    })),
  );
}

function daysOf(name: string, cells: readonly unknown[]): Int32Array {
  const days = daysOfCells(cells, name === indexColumn);
  const row = days.indexOf(undefined);
  if (row === -1) return Int32Array.from(days, (day) => day ?? 0);
  const found = JSON.stringify(cells[row]);
  throw new DecodeError(
    "corrupt",
    `column ${name}: row ${row + 1} has ${found}, which is not a day`,
  );
}

/** Distinct keys were written as distinct rows, so two of them on one day are never merged. */
function checkKeys(days: Int32Array, keys: readonly unknown[]): void {
  const keyOfDay = new Map<Day, unknown>();
  for (const [row, day] of days.entries()) {
    const key = keys[row];
    const before = keyOfDay.get(day) ?? key;
    keyOfDay.set(day, before);
    if (before === key) continue;
    const found = `${JSON.stringify(before)} and ${JSON.stringify(key)}`;
    throw new DecodeError("ambiguous", `the keys ${found} are the same day, ${isoOfDay(day)}`);
  }
}

function columnsOf(cellsByName: ReadonlyMap<string, readonly unknown[]>): Omit<RawTable, "days"> {
  const columns = Array.from(cellsByName, ([name, cells]) => toColumn(name, cells));
  const kept = columns.filter(
    (column) => !(column.type === "number" && isUnnamed(column.name) && isCounter(column.values)),
  );
  return {
    columns: kept.map((column) => (column.name === "" ? { ...column, name: indexColumn } : column)),
    droppedCounters: columns.length - kept.length,
  };
}

function toColumn(name: string, cells: readonly unknown[]): Column {
  const values = new Float64Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    const value = toNumber(cell);
    if (value === undefined) {
      return { name, type: "text", values: cells.map((each) => toText(name, each)) };
    }
    values[row] = value;
  }
  return { name, type: "number", values };
}

/** Whether a text is an integer with a leading zero, as identifiers have (CUSIP `037833100`): a number would lose it. */
function isIdentifier(text: string): boolean {
  return /^\s*[+-]?0\d+\s*$/.test(text);
}

/** The number of a cell: NaN for no value; undefined if only a text can represent it exactly. */
function toNumber(cell: unknown): number | undefined {
  if (typeof cell === "number") return cell;
  if (cell === null || cell === undefined) return Number.NaN;
  if (typeof cell !== "string" || isIdentifier(cell)) return undefined;
  const value = numberOfText(cell) ?? (isMissingText(cell) ? Number.NaN : undefined);
  const isLarge = value !== undefined && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isLarge && losesDigits(cell.trim()) ? undefined : value;
}

function toText(name: string, cell: unknown): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === "string") return cell;
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  throw new DecodeError(
    "unsupported",
    `column ${name} contains an object or array: ${JSON.stringify(cell).slice(0, 50)}`,
  );
}
