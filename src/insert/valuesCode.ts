import { type Column, type Frame, dateColumn } from "../data/frame";
import { toMarkdownTable } from "../data/markdownTable";
import { isoOfDay } from "../shared/day";
import { bracketed, filledLines } from "./bracketed";
import { type CodePiece, codePiece } from "./codePiece";
import { type DataFrameLibrary, type ValuesCodeSubject } from "./codeRequest";
import { pythonNumber, textLiteral } from "./literals";
import { polarsTypes } from "./pythonTable";
import { variableName } from "./variableName";

/** All values of a frame as a typed table in Python or as a table in Markdown, below the reference line. */
export function valuesCode({ line, language, library, frame }: ValuesCodeSubject): CodePiece {
  const name = variableName(line.reference);
  if (language === "markdown") {
    return codePiece(line, language, name, `\n${toMarkdownTable(frame).trimEnd()}`);
  }
  const table = library === "pandas" ? pandasTable(name, frame) : polarsTable(name, frame);
  return codePiece(line, language, name, { library, modules: [], definitions: "", table });
}

function pandasTable(name: string, { days, columns }: Frame): string {
  return [
    `${name} = pd.DataFrame(`,
    "    {",
    ...columns.map((column) => entry(column.name, pandasArray(column))),
    "    },",
    `    index=pd.DatetimeIndex(${list(isoDays(days), { before: 27, indent: "    " })}, name="Date"),`,
    ")",
  ].join("\n");
}

/** Without a number, or with texts, a list has no type of its own. */
function pandasArray(column: Column): string {
  const items = itemsOf(column, "pandas");
  if (column.type === "number" && items.length > 0) return inDictionary(items, column.name);
  const type = column.type === "number" ? "float64" : "string";
  return `pd.array(${inDictionary(items, column.name)}, dtype="${type}")`;
}

function polarsTable(name: string, { days, columns }: Frame): string {
  const before = "schema=";
  return [
    `${name} = pl.DataFrame(`,
    "    {",
    entry(dateColumn, inDictionary(isoDays(days), dateColumn)),
    ...columns.map((column) =>
      entry(column.name, inDictionary(itemsOf(column, "polars"), column.name)),
    ),
    "    },",
    `    ${before}${polarsTypes(columns, before, "pl.String")},`,
    `).with_columns(pl.col("Date").str.to_date("%Y-%m-%d"))`,
  ].join("\n");
}

function entry(name: string, value: string): string {
  return `        ${textLiteral("python", name)}: ${value},`;
}

function isoDays(days: Int32Array): string[] {
  return Array.from(days, (day) => `"${isoOfDay(day)}"`);
}

/** No value is NaN to pandas and null to polars, as each reads it from files. */
function itemsOf(column: Column, library: DataFrameLibrary): string[] {
  if (column.type === "number") {
    const missing = library === "pandas" ? `float("nan")` : "None";
    return Array.from(column.values, (value) => pythonNumber(value, missing));
  }
  return column.values.map((value) => (value === null ? "None" : textLiteral("python", value)));
}

/** Room for a key's quotes, its colon and what may stand around the list. */
function inDictionary(items: readonly string[], name: string): string {
  return list(items, { before: name.length + 16, indent: "        " });
}

function list(
  items: readonly string[],
  { before, indent }: { before: number; indent: string },
): string {
  const line = bracketed(["[", "]"], items, { before, indent, lastComma: true });
  if (!line.includes("\n")) return line;
  return `[\n${filledLines(items, `${indent}    `)}\n${indent}]`;
}
