import { columnsOf } from "../data/longTable";
import { type PanelCodeSubject, type PanelNames } from "./codeRequest";
import { textLiteral } from "./literals";
import { type Pivot, variantSeparator } from "./panelPivot";
import { sqlFileCode } from "./sqlFileCode";

/**
 * SQL of DuckDB that makes a view of a panel's file and a table with a column side by side: a view cannot find out by itself
 * which columns there are.
 */
export function sqlPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): string {
  const { layout, pivot } = subject;
  const view = sqlFileCode(long, { ...subject, columns: columnsOf(layout) });
  return [view, ...(pivot === undefined ? [] : ["", wideTable(long, wide, pivot)])].join("\n");
}

/** Of several kinds only the combinations that are there become columns. */
function wideTable(long: string, wide: string, { kinds, column }: Pivot): string {
  const between = ` || ${textLiteral("sql", variantSeparator)} || `;
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

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
