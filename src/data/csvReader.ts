import { isMissingText, numberOfText } from "../shared/cellText";
import { decimalMarkOf, needsDecimalComma, numberOfCommaCell } from "./csvCell";
import { type CsvColumn, type CsvTable, type CsvSeparator, splitCsv } from "./csvTable";
import { chooseDateColumn, dateColumnOfEmpty, isCounter, isUnnamed } from "./dateColumn";
import { dayOfText } from "./dayText";
import { type DecodeLimits } from "./decodeLimits";
import { DecodeError } from "./errors";
import { losesDigits } from "../shared/exactNumber";
import { type Column } from "./frame";
import { type RawTable } from "./normalizeFrame";

/**
 * Reads CSV per RFC 4180, with `,`, `;` or tab, and LF, CRLF or CR. The date column is found by name; otherwise it is
 * the first column if its header is empty. A column of numbers and marks of no value is numeric; any other column is
 * text, in which only an empty cell is no value.
 *
 * With `;`, decimals may have a comma. If a body contains both points and commas, `1.234` and `1,234` could each be read
 * wrong by a factor of a thousand; then only columns that require a decimal comma are numeric.
 *
 * A quoted cell is text, unless the body quotes its days too: then quotes mean nothing.
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
    throw new DecodeError("unsupported", `none of the columns ${names} contains dates`);
  }
  const areQuotesPlain = dates.isQuoted.length > 0 && dates.isQuoted.every(Boolean);
  const isText = ({ isQuoted }: CsvColumn, row: number): boolean =>
    !areQuotesPlain && isQuoted[row] === true;
  const beside = table.columns.filter((column) => column !== dates);
  const others = beside.filter((column) => !isUnnamedCounter(column));
  const formsOf = numberFormsOf(others, table.separator, isText);
  const columns = others.map((column) => toColumn(column, formsOf(column), isText));
  return { days: daysOf(dates), columns, droppedCounters: beside.length - others.length };
}

function dateIndexOf({ columns }: CsvTable): number {
  const candidates = columns.map(({ name, cells }) => ({
    name,
    isDate: () => cells.length > 0 && cells.every((cell) => dayOfText(cell) !== undefined),
  }));
  const byName = chooseDateColumn(candidates.map(({ name }) => ({ name, isDate: () => false })));
  if (byName !== -1) return byName;
  const [first] = columns;
  const isEmpty = first?.cells.length === 0;
  if (first?.name === "" && (isEmpty || !isUnnamedCounter(first))) return 0;
  return isEmpty
    ? dateColumnOfEmpty(columns.map(({ name }) => name))
    : chooseDateColumn(candidates);
}

function daysOf({ name, cells }: CsvColumn): Int32Array {
  return Int32Array.from(cells, (cell, row) => {
    const day = dayOfText(cell);
    if (day !== undefined) return day;
    throw new DecodeError(
      "corrupt",
      `column ${name}: row ${row + 1} has ${cell}, which is not a day`,
    );
  });
}

/** R quotes the numbers of its rows, too. */
function isUnnamedCounter({ name, cells }: CsvColumn): boolean {
  if (!isUnnamed(name)) return false;
  return isCounter(Float64Array.from(cells, (cell) => numberOfText(cell) ?? Number.NaN));
}

type IsText = (column: CsvColumn, row: number) => boolean;

type NumberOf = (cell: string) => number | undefined;

/** The number formats that a column may have. */
type NumberForms = (column: CsvColumn) => readonly NumberOf[];

function numberFormsOf(
  columns: readonly CsvColumn[],
  separator: CsvSeparator,
  isText: IsText,
): NumberForms {
  if (separator === ",") return () => [numberOfText];
  const forms = separator === ";" ? [numberOfText, numberOfCommaCell] : [numberOfText];
  const has = (column: CsvColumn, mark: "." | ","): boolean =>
    column.cells.some((cell, row) => decimalMarkOf(cell) === mark && !isText(column, row));
  const marks = [".", ","] as const;
  const isMixed = marks.every((mark) => columns.some((column) => has(column, mark)));
  if (!isMixed) return () => forms;
  return (column) => {
    if (has(column, ".")) return [];
    return has(column, ",") && !column.cells.some(needsDecimalComma) ? [] : forms;
  };
}

function toColumn(column: CsvColumn, forms: readonly NumberOf[], isText: IsText): Column {
  const { name } = column;
  for (const numberOf of forms) {
    const values = numbersOf(column, isText, numberOf);
    if (values !== undefined) return { name, type: "number", values };
  }
  const texts = column.cells.map((cell, row) =>
    !isText(column, row) && cell.trim() === "" ? null : cell,
  );
  return { name, type: "text", values: texts };
}

/** Undefined if a cell is a text, or has more digits than a double keeps. */
function numbersOf(
  column: CsvColumn,
  isText: IsText,
  numberOf: NumberOf,
): Float64Array | undefined {
  const values = new Float64Array(column.cells.length);
  for (const [row, cell] of column.cells.entries()) {
    if (isText(column, row)) return undefined;
    const value = numberOf(cell) ?? (isMissingText(cell) ? Number.NaN : undefined);
    if (value === undefined) return undefined;
    const isLarge = Math.abs(value) > Number.MAX_SAFE_INTEGER;
    if (isLarge && losesDigits(cell.trim().replace(",", "."))) return undefined;
    values[row] = value;
  }
  return values;
}
