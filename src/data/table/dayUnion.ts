import { type Column, type NumberColumn, type TextColumn } from "../frame";

/** A column and its days; undefined where a series does not have it. */
export interface DatedColumn {
  readonly days: Int32Array;
  readonly column: Column | undefined;
}

/** All days that any of them has, ascending. */
export function unionOfDays(all: readonly Int32Array[]): Int32Array {
  const days = new Set<number>();
  for (const each of all) for (const day of each) days.add(day);
  return Int32Array.from(days).sort();
}

/** The values of a column on other days, among which are all of its own; no value on the others, nor where it is texts. */
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

/** The same as texts: numbers as the shortest that read back as the same. */
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
