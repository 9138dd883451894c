import { type Column, type NumberColumn, type TextColumn } from "../frame";

/** A column and its days; undefined if a series lacks the column. */
export interface DatedColumn {
  readonly days: Int32Array;
  readonly column: Column | undefined;
}

/** All days of any of the arrays, ascending. */
export function unionOfDays(all: readonly Int32Array[]): Int32Array {
  const days = new Set<number>();
  for (const each of all) for (const day of each) days.add(day);
  return Int32Array.from(days).sort();
}

/** The values of a numeric column on a superset of its days; missing on other days and for a text column. */
export function numbersOn(days: Int32Array, name: string, source: DatedColumn): NumberColumn {
  const values = new Float64Array(days.length).fill(Number.NaN);
  const { column } = source;
  if (column?.type === "number") {
    eachRow(days, source.days, (row, ownRow) => {
      values[row] = column.values[ownRow] ?? Number.NaN;
    });
  }
  return { name, type: "number", values };
}

/** As {@link numbersOn}, but as texts: numbers become the shortest text that reads back the same. */
export function textsOn(days: Int32Array, name: string, source: DatedColumn): TextColumn {
  const values = Array.from(days, (): string | null => null);
  eachRow(days, source.days, (row, ownRow) => {
    const value = source.column?.values[ownRow] ?? null;
    values[row] = typeof value === "number" ? numberText(value) : value;
  });
  return { name, type: "text", values };
}

function numberText(value: number): string | null {
  return Number.isNaN(value) ? null : String(value);
}

/** Both must ascend, and `days` must contain all of `own`. */
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
