import { type Vector } from "apache-arrow";
import { isExactAsNumber } from "../shared/exactNumber";
import { type Cell, readCells, readNumbers } from "./arrowCells";
import { type TimeKind, dayOfTime, epochDayText, timeText } from "./arrowTimes";
import { dayOfText, msPerDay } from "./dayText";
import { DecodeError } from "./errors";
import { type Column } from "./frame";

/** The kind of values that a column has. */
export type ColumnKind =
  | { readonly of: "number" | "integer" | "boolean" | "text" | "day" }
  | { readonly of: "decimal"; readonly scale: number }
  | TimeKind
  | { readonly of: "unreadable"; readonly what: string };

/** The values of a column: numbers if all of them are exact as doubles, else texts. */
export function readColumn(name: string, kind: ColumnKind, vector: Vector): Column {
  switch (kind.of) {
    case "number":
      return { name, type: "number", values: readNumbers(vector) };
    case "integer":
      return numbersOrTexts(name, changed(readCells(vector), String), isSafe);
    case "decimal": {
      const texts = changed(readCells(vector), (value) => decimalText(value as bigint, kind.scale));
      return numbersOrTexts(name, texts, isExactAsNumber);
    }
    case "day":
      return {
        name,
        type: "text",
        values: changed(readCells(vector), (day) => epochDayText(dayOf(day))),
      };
    case "time": {
      const values = changed(readCells(vector), (value) => timeText(value as bigint, kind));
      return { name, type: "text", values };
    }
    case "text":
      return { name, type: "text", values: readCells(vector) as (string | null)[] };
    case "boolean":
    case "unreadable":
      return { name, type: "text", values: changed(readCells(vector), String) };
  }
}

/** Rounding never moves an integer beyond 2^53 below it; 2^53 itself may be a rounded neighbor. */
function isSafe(integer: string): boolean {
  return Number.isSafeInteger(Number(integer));
}

function numbersOrTexts(
  name: string,
  texts: readonly (string | null)[],
  isExact: (text: string) => boolean,
): Column {
  if (!texts.every((text) => text === null || isExact(text))) {
    return { name, type: "text", values: texts };
  }
  const numbers = texts.map((text) => (text === null ? Number.NaN : Number(text)));
  return { name, type: "number", values: Float64Array.from(numbers) };
}

/** The cells changed, without the missing ones. */
function changed<T>(cells: readonly Cell[], change: (value: Cell) => T): (T | null)[] {
  return cells.map((value) => (value === null ? null : change(value)));
}

/** With `scale` decimal digits. */
function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return String(unscaled * 10n ** BigInt(-scale));
  const sign = unscaled < 0n ? "-" : "";
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Days are integers; those of Arrow's older type are milliseconds. */
function dayOf(cell: Cell): number {
  return typeof cell === "bigint" ? Math.floor(Number(cell) / msPerDay) : Number(cell);
}

/**
 * The days of a column; `noDay` for NaT.
 *
 * @throws {@link DecodeError} for a missing value, and for one that is no day with a four-digit year.
 */
export function readDays(name: string, kind: ColumnKind, vector: Vector): Int32Array {
  const dayAt = dayReader(name, kind);
  return Int32Array.from(readCells(vector), (cell, row) => {
    const day = cell === null ? undefined : dayAt(cell);
    if (day !== undefined) return day;
    const found = cell === null ? "no day" : `${String(cell)}, which is not a day`;
    throw new DecodeError("corrupt", `column ${name}: row ${row + 1} has ${found}`);
  });
}

function dayReader(name: string, kind: ColumnKind): (cell: Cell) => number | undefined {
  switch (kind.of) {
    case "day":
      return dayOf;
    case "text":
      return (cell) => dayOfText(String(cell));
    case "time": {
      const dayAt = dayOfTime(kind);
      return (cell) => dayAt(cell as bigint);
    }
    case "number":
    case "integer":
    case "boolean":
    case "decimal":
    case "unreadable":
      throw new DecodeError("unsupported", `column ${name}: its values are not dates`);
  }
}
