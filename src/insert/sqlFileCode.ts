import { dateColumn } from "../data/frame";
import { bracketed } from "./bracketed";
import { type FileCodeSubject } from "./codeRequest";
import { pathLiteral } from "./filePath";
import { textLiteral } from "./literals";

/** SQL of DuckDB that makes a view of a file. */
export function sqlFileCode(
  name: string,
  { format, relativePath, columns }: FileCodeSubject,
): string {
  const options = format === "parquet" ? [] : sqlCsvOptions(columns);
  // DuckDB makes a column of a folder that is named `key=value`.
  if (relativePath.includes("=")) options.push("hive_partitioning = false");
  const items = [pathLiteral("sql", relativePath), ...options];
  const layout = { before: "FROM read_parquet".length, indent: "", lastComma: false };
  return [
    `CREATE OR REPLACE VIEW ${name} AS`,
    "SELECT *",
    `FROM read_${format}${bracketed(["(", ")"], items, layout)};`,
  ].join("\n");
}

function sqlCsvOptions(columns: FileCodeSubject["columns"]): string[] {
  const types = columns.map(
    (column) => `${textLiteral("sql", column.name)}: '${sqlTypes[column.type]}'`,
  );
  const items = [`'${dateColumn}': 'DATE'`, ...types];
  const layout = { before: "  columns = ".length, indent: "  ", lastComma: false };
  const struct = bracketed(["{", "}"], items, layout);
  return ["header = true", "auto_detect = false", `columns = ${struct}`];
}

const sqlTypes = { number: "DOUBLE", text: "VARCHAR" } as const;
