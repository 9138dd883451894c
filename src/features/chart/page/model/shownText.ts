import { isoOfDay } from "../../../../shared/day";
import { type PastedCell, pastedTable } from "../../../../shared/pastedTable";
import { type ChartView } from "./chartView";
import { drawnColumns } from "./drawnColumns";
import { unitName } from "./normalised";
import { type DayRange, headingOf } from "./pane";
import { type ShownUnit } from "../../../../shared/series/numberText";

/** A shown column, and its next row to be written. */
interface Written {
  readonly days: Int32Array;
  readonly values: Float64Array;
  next: number;
}

/**
 * Formats what is shown as CSV: a line that begins with `# ` for each fact, then `Date` and a column for each line and
 * layer, with a row for each day in sight on which any has one. Numbers are the shortest that read back as the same
 * double, fractions as such, ranks from 1; no value is an empty cell. Lines end with LF, the last one too.
 */
export function shownCsv(view: ChartView): string {
  return csvText(shownRows(view), view.facts);
}

/** The same rows as {@link shownCsv}, to paste into a spreadsheet. */
export function shownTsv(view: ChartView): string {
  return pastedTable(shownRows(view), view.facts);
}

/** The facts, followed by rows as CSV. */
export function csvText(rows: Iterable<readonly PastedCell[]>, facts: readonly string[]): string {
  const lines = facts.map((fact) => `# ${fact}\n`);
  for (const row of rows) lines.push(`${row.map(csvCell).join()}\n`);
  return lines.join("");
}

function csvCell(cell: PastedCell): string {
  if (typeof cell === "string") return toCell(cell);
  return Number.isNaN(cell) ? "" : String(cell);
}

function* shownRows(view: ChartView): Generator<readonly PastedCell[]> {
  const { range } = view;
  const shown = drawnColumns(view);
  const headings = shown.map((each) => columnHeading(headingOf(each), each.unit));
  const names = uniqueNames(headings, "Date");
  yield ["Date", ...names];
  const columns = shown.map(({ days, values, unit }) => ({
    days,
    values: unit === "rank" ? values.map((rank) => -rank) : values,
    next: rowFrom(days, range),
  }));
  for (let day = nextDay(columns, range); day !== undefined; day = nextDay(columns, range)) {
    yield [isoOfDay(day), ...valuesOf(day, columns)];
  }
}

/** The label of a column, followed by the form of its values if they are not as served. */
export function columnHeading(label: string, unit: ShownUnit): string {
  const name = unitName(unit);
  return name === "" ? label : `${label} (${name})`;
}

/** The first row within the range, or the number of rows if there is none. */
function rowFrom(days: Int32Array, { from }: DayRange): number {
  const row = days.findIndex((day) => day >= from);
  return row < 0 ? days.length : row;
}

/** The first day within the range that any column has not written yet. */
function nextDay(columns: readonly Written[], { to }: DayRange): number | undefined {
  let first = Number.POSITIVE_INFINITY;
  for (const { days, next } of columns) first = Math.min(first, days[next] ?? first);
  return first <= to ? first : undefined;
}

/** The values of a day, NaN for none. Advances each column that has the day to its next row. */
function valuesOf(day: number, columns: readonly Written[]): readonly number[] {
  return columns.map((column) => {
    if (column.days[column.next] !== day) return Number.NaN;
    const value = column.values[column.next] ?? Number.NaN;
    column.next += 1;
    return value;
  });
}

/** Makes each name differ from the known ones and from those before it, by numbering repeated ones from 2. */
export function uniqueNames(
  names: readonly string[],
  ...known: readonly string[]
): readonly string[] {
  const taken = new Set(known);
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}

/** Quotes a name that would otherwise be split or read as a comment. Source: RFC 4180 §2. */
function toCell(name: string): string {
  return /[",;\t\r\n]|^#/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
}
