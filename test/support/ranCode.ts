import { type Frame } from "../../src/data/frame";
import { frameOf } from "./frames";

/** A table as code in some language had it, or what was read of a body without any code of the product. */
export interface RanTable {
  /** ISO dates. */
  readonly days: readonly string[];
  /** By the names of the columns besides the date, in their order; null is no value. */
  readonly columns: readonly (readonly [name: string, values: readonly Cell[]])[];
}

type Cell = number | string | null;

/** What became of a piece of code: the table that it made, with the types of its columns, or its error. */
export type RanCode =
  | { readonly table: RanTable; readonly types: readonly string[] }
  | { readonly error: string };

/** A piece of code and the table that it makes. */
export interface RunCode {
  readonly code: string;
  readonly variable: string;
}

/** The table of a piece of code. @throws Error with what the interpreter said. */
export function tableOf(ran: RanCode | undefined): RanTable {
  if (ran === undefined) throw new Error("the code was not run");
  if ("error" in ran) throw new Error(ran.error);
  return ran.table;
}

/** The error of a piece of code; empty when it had none. */
export function errorOf(ran: RanCode | undefined): string {
  return ran !== undefined && "error" in ran ? ran.error : "";
}

/** The types of a table's columns, the date first. */
export function typesOf(ran: RanCode | undefined): readonly string[] {
  return ran !== undefined && "types" in ran ? ran.types : [];
}

/** A body of CSV that holds nothing but dates and numbers. */
export function tableOfCsv(body: string): RanTable {
  const [header = "", ...lines] = body.trimEnd().split("\n");
  const rows = lines.map((line) => line.split(","));
  const names = header.split(",").slice(1);
  return {
    days: rows.map(([day = ""]) => day),
    columns: names.map((name, index) => [name, rows.map((row) => numberOf(row[index + 1]))]),
  };
}

function numberOf(cell = ""): number | null {
  return cell === "" ? null : Number(cell);
}

/** The newest rows of a table. */
export function newest({ days, columns }: RanTable, rows: number): RanTable {
  return {
    days: days.slice(-rows),
    columns: columns.map(([name, values]) => [name, values.slice(-rows)]),
  };
}

export function frameOfTable({ days, columns }: RanTable): Frame {
  return frameOf(days, Object.fromEntries(columns));
}
