import { type ArrangedSeries, type SeriesIdentity, distinctCoordinates } from "./coordinates";
import { type Column, type Frame, dateColumn } from "./frame";
import { freeName } from "./longTable";

/** A series with its values. */
export interface TableSeries extends SeriesIdentity {
  readonly frame: Frame;
}

/**
 * One column of several series side by side: each is a column, named by what tells it from the others (`US`,
 * `INFL US`), with a row for each day that any of them has. What a series does not have is no value; where the column is
 * text in one of them, it is in all.
 */
export function toWideFrame(arranged: ArrangedSeries<TableSeries>, column: string): Frame {
  const distinct = distinctCoordinates(arranged);
  const days = unionOfDays(arranged.series.map(({ item }) => item.frame.days));
  const sources = arranged.series.map(({ item }) => ({
    days: item.frame.days,
    column: item.frame.columns.find(({ name }) => name === column),
  }));
  const isText = sources.some((source) => source.column?.type === "text");
  const taken = new Set([dateColumn]);
  const columns = sources.map((source, at) => {
    const coordinates = distinct.series[at]?.coordinates ?? [];
    const words = coordinates.filter((value) => value !== null && value !== "").map(String);
    const name = freeName(words.length === 0 ? column : words.join(" "), taken);
    return isText
      ? ({ name, type: "text", values: textsOn(days, source) } as const)
      : ({ name, type: "number", values: numbersOn(days, source) } as const);
  });
  return { days, columns };
}

/** The names of the columns of any of the frames, in the order in which they first come. */
export function columnNamesOf(frames: readonly Frame[]): readonly string[] {
  return [...new Set(frames.flatMap(({ columns }) => columns.map(({ name }) => name)))];
}

function unionOfDays(all: readonly Int32Array[]): Int32Array {
  const days = new Set<number>();
  for (const each of all) for (const day of each) days.add(day);
  return Int32Array.from(days).sort();
}

interface Source {
  readonly days: Int32Array;
  readonly column: Column | undefined;
}

function numbersOn(days: Int32Array, { days: own, column }: Source): Float64Array {
  const values = new Float64Array(days.length).fill(Number.NaN);
  if (column?.type !== "number") return values;
  eachRow(days, own, (row, ownRow) => {
    values[row] = column.values[ownRow] ?? Number.NaN;
  });
  return values;
}

function textsOn(days: Int32Array, { days: own, column }: Source): (string | null)[] {
  const values = Array.from(days, (): string | null => null);
  eachRow(days, own, (row, ownRow) => {
    const value = column?.values[ownRow] ?? null;
    values[row] = typeof value === "number" ? numberText(value) : value;
  });
  return values;
}

function numberText(value: number): string | null {
  return Number.isNaN(value) ? null : String(value);
}

/** Both ascend, and `days` holds all of `own`. */
function eachRow(
  days: Int32Array,
  own: Int32Array,
  use: (row: number, ownRow: number) => void,
): void {
  let row = 0;
  for (const [ownRow, day] of own.entries()) {
    while (days[row] !== day) row++;
    use(row, ownRow);
  }
}
