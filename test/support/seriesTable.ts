/** What the service writes as CSV, read without any code of the product: numbers by the name of their column. */
export interface SeriesTable {
  /** ISO dates, ascending. */
  readonly days: readonly string[];
  /** The values of a column, one for each day; NaN is no value. */
  column(name: string): readonly number[];
}

export function seriesTable(csv: string): SeriesTable {
  const [header = "", ...lines] = csv.trimEnd().split("\n");
  const names = header.split(",");
  const rows = lines.map((line) => line.split(","));
  return {
    days: rows.map(([day = ""]) => day),
    column: (name) => {
      const place = names.indexOf(name);
      if (place < 1) throw new Error(`No column ${name} among ${header}`);
      return rows.map((cells) => numberOf(cells[place]));
    },
  };
}

/** The value that stands at a day: that of the day itself or of the last one before it. */
export function valueAt(table: SeriesTable, column: string, day: string): number {
  const row = table.days.findLastIndex((each) => each <= day);
  return table.column(column)[row] ?? Number.NaN;
}

/** The days and values of columns from one day to another, both included, as texts that tell every bit of a number. */
export function rowsBetween(
  table: SeriesTable,
  columns: readonly string[],
  [from, to]: readonly [string, string],
): readonly (readonly string[])[] {
  const values = columns.map((name) => table.column(name));
  return table.days.flatMap((day, row) =>
    day >= from && day <= to ? [[day, ...values.map((each) => textOf(each[row]))]] : [],
  );
}

function textOf(value = Number.NaN): string {
  return Number.isNaN(value) ? "" : String(value);
}

function numberOf(cell = ""): number {
  return cell === "" ? Number.NaN : Number(cell);
}
