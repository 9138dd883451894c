import { type ExportForm } from "../../../shared/latest/latestProtocol";
import { type HeatView } from "./heatView";
import { type CellPlace } from "./selection";

/** A table of what is shown: headers, then a row for each row. */
export interface ShownTable {
  readonly headers: readonly string[];
  readonly rows: readonly ShownTableRow[];
  /** What the values are and where they are from, a line each. */
  readonly facts: readonly string[];
}

export interface ShownTableRow {
  readonly name: string;
  readonly code: string;
  /** NaN is no value. */
  readonly values: readonly number[];
}

/** What stands in the cells of some rows and columns, where it is among those that are wanted. */
export function shownTable(
  view: HeatView,
  cells: readonly CellPlace[],
  titles: { readonly rowKind: string; readonly columnTitle: (column: number) => string },
  facts: readonly string[] = [],
): ShownTable {
  const wanted = new Set(cells.map(({ row, column }) => `${row} ${column}`));
  const distinct = (places: readonly number[]): number[] =>
    [...new Set(places)].sort((a, b) => a - b);
  const columns = distinct(cells.map(({ column }) => column)).filter(
    (column) => column >= 0 && column < view.columns.length,
  );
  const rows = distinct(cells.map(({ row }) => row)).filter(
    (row) => view.rows[row] !== undefined && view.rows[row].row >= 0,
  );
  return {
    headers: [titles.rowKind, "Code", ...columns.map(titles.columnTitle)],
    rows: rows.map((row) => ({
      name: view.rows[row]?.label ?? "",
      code: view.rows[row]?.code ?? "",
      values: columns.map((column) =>
        wanted.has(`${row} ${column}`) ? view.valueAt(row, column) : Number.NaN,
      ),
    })),
    facts,
  };
}

/**
 * A table as text: the facts in front, `# ` before each (in Markdown below, in JSON as a list); numbers are the shortest that
 * read back as the same double; no value is an empty cell, in JSON null. Lines end with LF, the last one too.
 */
export function tableText(table: ShownTable, form: ExportForm): string {
  const { headers, rows, facts } = table;
  const cells = [headers, ...rows.map(cellsOf)];
  switch (form) {
    case "csv":
    case "tsv": {
      const separator = form === "csv" ? "," : "\t";
      const lines = cells.map((each) => each.map(quoted).join(separator));
      return lineText([...facts.map((fact) => `# ${fact}`), ...lines]);
    }
    case "md": {
      const [first = [], ...others] = cells.map((each) => `| ${each.map(markdown).join(" | ")} |`);
      const rule = `|${headers.map((_, at) => (at < 2 ? " --- " : " ---: ")).join("|")}|`;
      return lineText([String(first), rule, ...others, "", ...facts.map(markdown)]);
    }
    case "json":
      return `${JSON.stringify({ facts, rows: rows.map((row) => recordOf(headers, row)) }, null, 2)}\n`;
  }
}

function cellsOf({ name, code, values }: ShownTableRow): readonly string[] {
  return [name, code, ...values.map((value) => (Number.isNaN(value) ? "" : String(value)))];
}

/** Columns of the same name are told apart by their place. */
function recordOf(headers: readonly string[], { name, code, values }: ShownTableRow): object {
  const cells: readonly (string | number | null)[] = [
    name,
    code,
    ...values.map((value) => (Number.isNaN(value) ? null : value)),
  ];
  return Object.fromEntries(
    cells.map((cell, at) => {
      const header = headers[at] ?? "";
      return [headers.indexOf(header) === at ? header : `${header} (${at + 1})`, cell];
    }),
  );
}

/** In quotes where a reader would take it for several cells; what a sheet would take for a formula begins with a quote. */
function quoted(text: string): string {
  const isFormula = /^[=+@\t\r-]/.test(text) && Number.isNaN(Number(text));
  const safe = isFormula ? `'${text}` : text;
  return /[",\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function markdown(text: string): string {
  return text.replace(/[\\|*_`<>[\]]/g, "\\$&").replace(/[\r\n]+/g, " ");
}

function lineText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
