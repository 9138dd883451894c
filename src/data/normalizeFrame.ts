import { isMissingText, numberOfText } from "../shared/cellText";
import { type Day, isoOfDay, maxDay, minDay } from "../shared/day";
import { isValueColumn } from "../shared/forecastComponents";
import { type WireFormat } from "../shared/wireFormat";
import { DecodeError } from "./errors";
import { type Column, type Frame, type NumberColumn, type TextColumn, dateColumn } from "./frame";

/**
 * A table as read: rows may be unsorted or duplicated, and numbers not normalised. All columns have the length of
 * `days`.
 */
export interface RawTable {
  readonly days: Int32Array;
  readonly columns: readonly Column[];
  /** Unnamed columns of consecutive integers that the reader left out. */
  readonly droppedCounters: number;
  /** Rows that the reader left out because their day is missing; 0 by default. */
  readonly undatedRows?: number;
  /** Descriptions of the columns that the reader left out, with what their values are; none by default. */
  readonly leftOutColumns?: readonly string[];
}

/** A column that contains text although the interface documents numbers. */
export interface TextInstead {
  readonly column: string;
  /** The day of the cell in `text`: the first cell that is not a number, or the first cell if all are numbers. */
  readonly day: Day;
  readonly text: string;
}

/** Changes made to turn a body into a frame, and facts about it that may surprise a reader. */
export interface Repairs {
  /** Rows dropped because another row has the same day and values. */
  readonly duplicateRows: number;
  /** ±Infinity values that became missing. */
  readonly infinities: number;
  /** Unnamed columns of consecutive integers that were dropped. */
  readonly droppedCounters: number;
  /** Rows dropped because their day is missing. */
  readonly undatedRows: number;
  /** Columns dropped because their values are neither numbers nor texts, with what they are. */
  readonly leftOutColumns: readonly string[];
  /** Whether the rows were not sorted by day. */
  readonly isReordered: boolean;
  /** The columns of scores and forecasts that are text; absent if there are none. */
  readonly textInstead?: readonly TextInstead[];
  /** The actual format of the body, if another one was requested. */
  readonly cameAs?: WireFormat;
  /** Whether the series has days after its as-of, for example because periods are dated by their end; absent if not. */
  readonly hasDaysAfterAsOf?: true;
}

/** The combined repairs of several bodies; each column that is left out or contains text is listed once. */
export function totalRepairs(all: readonly Repairs[]): Repairs {
  const [cameAs] = all.flatMap((repairs) => repairs.cameAs ?? []);
  const textInstead = new Map(
    all
      .flatMap((repairs) => repairs.textInstead ?? [])
      .toReversed()
      .map((each) => [each.column, each]),
  );
  const sumOf = (count: (repairs: Repairs) => number): number =>
    all.reduce((sum, repairs) => sum + count(repairs), 0);
  return {
    duplicateRows: sumOf(({ duplicateRows }) => duplicateRows),
    infinities: sumOf(({ infinities }) => infinities),
    droppedCounters: sumOf(({ droppedCounters }) => droppedCounters),
    undatedRows: sumOf(({ undatedRows }) => undatedRows),
    leftOutColumns: [...new Set(all.flatMap(({ leftOutColumns }) => leftOutColumns))],
    isReordered: all.some(({ isReordered }) => isReordered),
    ...(textInstead.size > 0 && { textInstead: [...textInstead.values()].toReversed() }),
    ...(cameAs === undefined ? {} : { cameAs }),
    ...(all.some((repairs) => repairs.hasDaysAfterAsOf) && { hasDaysAfterAsOf: true }),
  };
}

/** How a body was changed to make a frame, one line each for the log. */
export function repairNotes(repairs: Repairs): string[] {
  const { duplicateRows, infinities, droppedCounters, isReordered } = repairs;
  const { undatedRows, leftOutColumns, textInstead = [], cameAs } = repairs;
  return [
    ...textInstead.map(
      ({ column, day }) => `${column} contains text instead of numbers, first on ${isoOfDay(day)}`,
    ),
    ...(repairs.hasDaysAfterAsOf === true ? ["the series has days after its as-of"] : []),
    ...(cameAs === undefined ? [] : [`the service sent ${cameAs} instead of the requested format`]),
    ...(isReordered ? ["rows were sorted by day"] : []),
    ...(duplicateRows > 0 ? [`duplicate rows counted once: ${duplicateRows}`] : []),
    ...(undatedRows > 0 ? [`rows without a day left out: ${undatedRows}`] : []),
    ...(infinities > 0 ? [`infinite values read as no value: ${infinities}`] : []),
    ...(droppedCounters > 0 ? [`unnamed counter columns left out: ${droppedCounters}`] : []),
    ...(leftOutColumns.length > 0 ? [`columns left out: ${leftOutColumns.join(", ")}`] : []),
  ];
}

export interface DecodedFrame {
  readonly frame: Frame;
  readonly repairs: Repairs;
}

/**
 * Makes a frame of a table as read: rows ascend by day, duplicate rows of a day are merged, −0 becomes 0, ±Infinity and
 * the empty text become missing, and a column without any value is numeric, so that every format can represent every
 * frame.
 *
 * Takes over the arrays of `table` and modifies them.
 *
 * @param isLong - Whether the rows are those of several series: then they stay as they are.
 * @throws {@link DecodeError} for a day outside 0000-01-01 to 9999-12-31, for duplicate column names, and for rows of
 * one day with different values.
 */
export function normalizeFrame(table: RawTable, isLong = false): DecodedFrame {
  checkNames(table.columns);
  const isStrict = isAscending(table.days, 1);
  checkDays(isStrict ? [table.days.at(0), table.days.at(-1)] : table.days);
  let infinities = 0;
  const normal = table.columns.map((column): Column => {
    if (column.type === "text") return normalText(column);
    infinities += normalizeNumbers(column.values);
    return column;
  });
  const rows = isStrict || isLong ? undefined : ascendingRows(table.days, normal);
  const frame: Frame =
    rows === undefined
      ? { days: table.days, columns: normal }
      : {
          days: picked(table.days, rows),
          columns: normal.map((column) => pickRows(column, rows)),
        };
  const textInstead = frame.columns.flatMap((column) => textInsteadOf(column, frame.days));
  return {
    frame,
    repairs: {
      duplicateRows: rows === undefined ? 0 : table.days.length - rows.length,
      infinities,
      droppedCounters: table.droppedCounters,
      undatedRows: table.undatedRows ?? 0,
      leftOutColumns: table.leftOutColumns ?? [],
      isReordered: rows !== undefined && !isAscending(table.days, 0),
      ...(textInstead.length > 0 && { textInstead }),
    },
  };
}

function textInsteadOf({ name, type, values }: Column, days: Int32Array): readonly TextInstead[] {
  if (type === "number" || !isValueColumn(name)) return [];
  const isWord = (text: string | null): boolean =>
    text !== null && !isMissingText(text) && numberOfText(text) === undefined;
  const word = values.findIndex(isWord);
  const row = word === -1 ? values.findIndex((text) => text !== null) : word;
  return [{ column: name, day: days[row] ?? 0, text: values[row] ?? "" }];
}

/** How many numbers are tested at once. */
const stride = 8;

/** The column with the given rows, in this order. */
export function pickRows(column: Column, rows: Uint32Array): Column {
  if (column.type === "number") return { ...column, values: picked(column.values, rows) };
  return { ...column, values: Array.from(rows, (row) => column.values[row] ?? null) };
}

/** The values of the given rows, in this order. */
export function picked<T extends Int32Array | Float64Array>(values: T, rows: Uint32Array): T {
  const result = values.slice(0, rows.length) as T;
  rows.forEach((row, index) => (result[index] = values[row] ?? Number.NaN));
  return result;
}

function checkNames(columns: readonly Column[]): void {
  const seen = new Set<string>([dateColumn]);
  for (const { name } of columns) {
    if (seen.has(name)) throw new DecodeError("corrupt", `two columns are named ${name}`);
    seen.add(name);
  }
}

/** For ascending days it is enough to check the first and the last. */
function checkDays(days: Iterable<Day | undefined>): void {
  for (const day of days) {
    if (day === undefined || (day >= minDay && day <= maxDay)) continue;
    throw new DecodeError("corrupt", `day ${day} since 1970-01-01 has no four-digit year`);
  }
}

/** Modifies `values`; returns how many were infinite. */
function normalizeNumbers(values: Float64Array): number {
  let infinities = 0;
  const whole = values.length - (values.length % stride);
  for (let row = 0; row < whole; row += stride) {
    // If the product is finite and not 0, no factor is 0, infinite or NaN, so there is nearly always nothing to do.
    const product =
      (values[row] ?? 0) *
      (values[row + 1] ?? 0) *
      ((values[row + 2] ?? 0) * (values[row + 3] ?? 0)) *
      ((values[row + 4] ?? 0) * (values[row + 5] ?? 0)) *
      ((values[row + 6] ?? 0) * (values[row + 7] ?? 0));
    if (product === 0 || product - product !== 0) {
      infinities += normalizeEach(values, row, row + stride);
    }
  }
  return infinities + normalizeEach(values, whole, values.length);
}

function normalizeEach(values: Float64Array, start: number, end: number): number {
  let infinities = 0;
  for (let row = start; row < end; row++) {
    const value = values[row] ?? 0;
    if (value === 0) values[row] = 0;
    else if (value === Infinity || value === -Infinity) {
      values[row] = Number.NaN;
      infinities++;
    }
  }
  return infinities;
}

/** A lone surrogate cannot be encoded in UTF-8; it becomes U+FFFD, as in every UTF-8 encoder. */
function normalText(column: TextColumn): TextColumn | NumberColumn {
  const { name } = column;
  const values = column.values.map((text) =>
    text === null || text === "" ? null : text.replace(/\p{Surrogate}/gu, "\uFFFD"),
  );
  if (values.some((text) => text !== null)) return { name, type: "text", values };
  return { name, type: "number", values: new Float64Array(values.length).fill(Number.NaN) };
}

/** Whether each day is at least `step` days after the previous one. */
function isAscending(days: Int32Array, step: 0 | 1): boolean {
  let row = 1;
  let before = days[0] ?? 0;
  for (; row + 4 <= days.length; row += 4) {
    const first = days[row] ?? 0;
    const second = days[row + 1] ?? 0;
    const third = days[row + 2] ?? 0;
    const fourth = days[row + 3] ?? 0;
    if (first - before < step || second - first < step) return false;
    if (third - second < step || fourth - third < step) return false;
    before = fourth;
  }
  for (; row < days.length; row++) {
    const day = days[row] ?? 0;
    if (day - before < step) return false;
    before = day;
  }
  return true;
}

/** The first row of each day, by day; all other rows of the day must equal it. */
function ascendingRows(days: Int32Array, columns: readonly Column[]): Uint32Array {
  const dayAt = (row: number): Day => days[row] ?? 0;
  const order = rowsByDay(days);
  let first = order[0] ?? 0;
  return order.filter((row, index) => {
    if (index === 0 || dayAt(row) !== dayAt(first)) {
      first = row;
      return true;
    }
    if (!columns.every((column) => isEqualAt(column, first, row))) throw mixedRows(days, first);
    return false;
  });
}

/**
 * The rows sorted by day, stable. The engine sorts ten million numbers in place; `from` with a comparator would
 * allocate an object for each.
 */
function rowsByDay(days: Int32Array): Uint32Array {
  const count = days.length;
  const keys = new Float64Array(count);
  for (let row = 0; row < count; row++) keys[row] = ((days[row] ?? 0) - minDay) * count + row;
  keys.sort();
  const rows = new Uint32Array(count);
  for (let index = 0; index < count; index++) rows[index] = (keys[index] ?? 0) % count;
  return rows;
}

/** Whether a column has the same value in two rows; two missing values are equal. */
function isEqualAt({ values }: Column, one: number, other: number): boolean {
  return Object.is(values[one], values[other]);
}

function mixedRows(days: Int32Array, row: number): DecodeError {
  const day = days[row] ?? 0;
  const count = days.reduce((sum, each) => (each === day ? sum + 1 : sum), 0);
  const found = `${count} rows for ${isoOfDay(day)} with different values`;
  return new DecodeError("ambiguous", `${found}: the response may mix variants`);
}
