import { type ExportForm } from "../../shared/pageProtocol";
import { type PastedCell, pastedTable, withoutFormula } from "../../shared/pastedTable";

/** A table for export: headers, then one entry per row. */
export interface ShownTable {
  readonly headers: readonly string[];
  readonly rows: readonly ShownTableRow[];
  /** What the values are and where they come from, one line each. */
  readonly facts: readonly string[];
}

interface ShownTableRow {
  readonly name: string;
  readonly code: string;
  /** Numbers, NaN for no value, or texts. */
  readonly values: readonly PastedCell[];
}

/**
 * A table as text. The facts come first, each after `# ` (in Markdown at the end, in JSON as a list). Numbers are the
 * shortest that parse to the same double; a missing value is an empty cell, in JSON null. Lines end with LF, including
 * the last.
 */
export function shownTableText(table: ShownTable, form: ExportForm): string {
  const { headers, rows, facts } = table;
  const cells = [headers, ...rows.map(cellsOf)];
  switch (form) {
    case "csv": {
      const lines = cells.map((each) => each.map(quoted).join(","));
      return lineText([...facts.map((fact) => `# ${fact}`), ...lines]);
    }
    case "tsv":
      return pastedTable(
        [headers, ...rows.map(({ name, code, values }) => [name, code, ...values])],
        facts,
      );
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
  return [name, code, ...values.map((value) => (isMissing(value) ? "" : String(value)))];
}

function isMissing(value: PastedCell): boolean {
  return typeof value === "number" && Number.isNaN(value);
}

/** Adds an index to columns with equal names. */
function recordOf(headers: readonly string[], { name, code, values }: ShownTableRow): object {
  const cells: readonly (string | number | null)[] = [
    name,
    code,
    ...values.map((value) => (isMissing(value) ? null : value)),
  ];
  return Object.fromEntries(
    cells.map((cell, at) => {
      const header = headers[at] ?? "";
      return [headers.indexOf(header) === at ? header : `${header} (${at + 1})`, cell];
    }),
  );
}

/** Quotes a text that a reader would split into cells; a leading quote stops spreadsheets from evaluating formulas. */
function quoted(text: string): string {
  const safe = Number.isNaN(Number(text)) ? withoutFormula(text) : text;
  return /[",\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function markdown(text: string): string {
  return text.replace(/[\\|*_`<>[\]]/g, "\\$&").replace(/[\r\n]+/g, " ");
}

function lineText(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
