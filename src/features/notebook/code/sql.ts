import { dateColumn } from "../../../data/frame";
import { columnsOf } from "../../../data/table/long";
import { commentStyles } from "../../../shared/referenceLine";
import { escapedPattern, homelessPath, unescapedPattern } from "./filePath";
import {
  type FileCodeSubject,
  type Language,
  type PanelCodeSubject,
  type PanelNames,
} from "./language";
import { bracketed, shortEscapes, wellFormed } from "./literals";
import { type Pivot, variantSeparator } from "./panelPivot";

/** DuckDB SQL, whose views read files. */
export const sql = {
  name: "SQL",
  comment: commentStyles.dashes,
  strings: { comment: "--", doublesQuotes: true },
  textLiteral: sqlString,
  readsParquet: true,
  readsJson: true,
  pathLiteral: sqlPath,
  pathOfText: unescapedPattern,
  file: sqlFileCode,
  panel: sqlPanelCode,
} as const satisfies Language;

/** DuckDB SQL that makes a view of a file. */
function sqlFileCode(name: string, { format, relativePath, columns }: FileCodeSubject): string {
  const csv = format === "csv" ? ["header = true", "auto_detect = false"] : [];
  const options = format === "parquet" ? [] : [...csv, `columns = ${sqlColumns(columns)}`];
  // DuckDB makes a column of a folder named `key=value`.
  if (relativePath.includes("=")) options.push("hive_partitioning = false");
  const items = [sqlPath(relativePath), ...options];
  const layout = { before: "FROM read_parquet".length, indent: "", lastComma: false };
  return [
    "-- The path is relative to the working directory: run this in the folder of this file.",
    `CREATE OR REPLACE VIEW ${name} AS`,
    "SELECT *",
    `FROM read_${format}${bracketed(["(", ")"], items, layout)};`,
  ].join("\n");
}

function sqlColumns(columns: FileCodeSubject["columns"]): string {
  const types = columns.map((column) => `${sqlString(column.name)}: '${sqlTypes[column.type]}'`);
  const items = [`'${dateColumn}': 'DATE'`, ...types];
  const layout = { before: "  columns = ".length, indent: "  ", lastComma: false };
  return bracketed(["{", "}"], items, layout);
}

const sqlTypes = { number: "DOUBLE", text: "VARCHAR" } as const;

/**
 * DuckDB SQL that makes a view of a panel's file and a table with one column pivoted: a view cannot determine its
 * columns by itself.
 */
function sqlPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): string {
  const { layout, pivot } = subject;
  const view = sqlFileCode(long, { ...subject, columns: columnsOf(layout) });
  return [view, ...(pivot === undefined ? [] : ["", wideTable(long, wide, pivot)])].join("\n");
}

/** For several kinds, only existing combinations become columns. */
function wideTable(long: string, wide: string, { kinds, column }: Pivot): string {
  const between = ` || ${sqlString(variantSeparator)} || `;
  const [only = "", ...others] = kinds.map(identifier);
  const parts = [only, ...others].map((each) => `replace(${each}, '|', '||')`);
  return [
    `CREATE OR REPLACE TEMP TABLE ${wide} AS`,
    "SELECT *",
    "FROM (",
    `  PIVOT ${long}`,
    `  ON ${others.length === 0 ? only : parts.join(between)}`,
    `  USING first(${identifier(column.name)})`,
    `  GROUP BY "Date"`,
    ")",
    `ORDER BY "Date";`,
  ].join("\n");
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** DuckDB treats a path as a pattern. */
function sqlPath(relativePath: string): string {
  return sqlString(escapedPattern(homelessPath(relativePath)));
}

const asciiControls = /(?=\p{Control})\p{ASCII}/gu;

/**
 * A text as one literal on one line; NUL, which it cannot represent, becomes U+FFFD.
 *
 * In a plain literal the quote is the only special character, but an editor may change line breaks. DuckDB's escape
 * literals have no escapes beyond ASCII, where every character stands for itself. Quotes are doubled in both forms: before
 * parsing, DuckDB replaces other spaces outside literals with blanks, and it finds the ends of literals by quotes alone.
 */
export function sqlString(text: string): string {
  const quoted = wellFormed(text).replaceAll("\0", "\ufffd").replaceAll("'", "''");
  if (quoted.search(asciiControls) === -1) return `'${quoted}'`;
  const escaped = quoted
    .replaceAll("\\", "\\\\")
    .replace(asciiControls, (each) => shortEscapes.get(each) ?? byteEscape(each));
  return `E'${escaped}'`;
}

function byteEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
