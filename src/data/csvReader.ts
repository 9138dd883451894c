import { isMissingCell, numberOfCell, numberOfCommaCell } from "./csvCell";
import { type CsvColumn, type CsvTable, splitCsv } from "./csvTable";
import { chooseDateColumn, isCounter, isUnnamed } from "./dateColumn";
import { dayOfText } from "./dayText";
import { type DecodeLimits } from "./decodeLimits";
import { DecodeError } from "./errors";
import { isLongInteger } from "./exactNumber";
import { type Column } from "./frame";
import { type RawTable } from "./normalizeFrame";

/**
 * Reads CSV as RFC 4180 has it, with `,`, `;` or tab, LF, CRLF or CR. The date column is found by name, else it is the
 * first one when its header is empty. A column of numbers and missing cells is one of numbers, any other one of texts.
 *
 * A quoted cell is text, except in a body that puts its days in quotes too: there quotes say nothing.
 */
export function readCsvTable(
  text: string,
  limits: DecodeLimits,
  isCloseDelimited: boolean,
): RawTable {
  if (isCloseDelimited && !/[\r\n]$/.test(text)) {
    throw new DecodeError("incomplete", "the CSV text does not end with a line break");
  }
  const table = splitCsv(text, limits);
  const dateIndex = dateIndexOf(table);
  const dates = table.columns[dateIndex];
  if (dates === undefined) {
    const names = table.columns.map(({ name }) => name).join(", ");
    throw new DecodeError("unsupported", `none of the columns ${names} is the date`);
  }
  const areQuotesPlain = dates.isQuoted.length > 0 && dates.isQuoted.every(Boolean);
  const columns = table.columns
    .filter((column) => column !== dates)
    .map((column) => toColumn(column, table, areQuotesPlain));
  const kept = columns.filter((column) => !isUnnamedCounter(column));
  return { days: daysOf(dates), columns: kept, droppedCounters: columns.length - kept.length };
}

function dateIndexOf({ columns }: CsvTable): number {
  const candidates = columns.map(({ name, cells }) => ({
    name,
    isDate: () => cells.length > 0 && cells.every((cell) => dayOfText(cell) !== undefined),
  }));
  const byName = chooseDateColumn(candidates.map(({ name }) => ({ name, isDate: () => false })));
  if (byName !== -1) return byName;
  return columns[0]?.name === "" ? 0 : chooseDateColumn(candidates);
}

function daysOf({ name, cells }: CsvColumn): Int32Array {
  return Int32Array.from(cells, (cell, row) => {
    const day = dayOfText(cell);
    if (day !== undefined) return day;
    throw new DecodeError("corrupt", `column ${name}: row ${row + 1} has ${cell}, which is no day`);
  });
}

function isUnnamedCounter(column: Column): boolean {
  return column.type === "number" && isUnnamed(column.name) && isCounter(column.values);
}

function toColumn(column: CsvColumn, { separator }: CsvTable, areQuotesPlain: boolean): Column {
  const isText = (row: number): boolean => !areQuotesPlain && column.isQuoted[row] === true;
  const numbers =
    numbersOf(column, isText, numberOfCell) ??
    (separator === ";" ? numbersOf(column, isText, numberOfCommaCell) : undefined);
  if (numbers !== undefined) return { name: column.name, type: "number", values: numbers };
  const texts = column.cells.map((cell, row) =>
    !isText(row) && isMissingCell(cell) ? null : cell,
  );
  return { name: column.name, type: "text", values: texts };
}

/** Undefined when a cell is a text, or an integer of more digits than a number keeps. */
function numbersOf(
  { cells }: CsvColumn,
  isText: (row: number) => boolean,
  numberOf: (cell: string) => number | undefined,
): Float64Array | undefined {
  const values = new Float64Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    if (isText(row)) return undefined;
    const value = isMissingCell(cell) ? Number.NaN : numberOf(cell);
    if (value === undefined || isLongInteger(cell.trim())) return undefined;
    values[row] = value;
  }
  return values;
}
