import { type Column, type Frame, dateColumn } from "../../../data/frame";
import { columnsOf, type LongColumn } from "../../../data/table/long";
import { isoOfDay } from "../../../shared/day";
import { commentStyles } from "../../../shared/referenceLine";
import { homelessPath } from "./filePath";
import {
  type Language,
  type PythonCode,
  type ValuesCodeSubject,
  type DataFrameLibrary,
  type FileCodeSubject,
  type PanelCodeSubject,
  type PanelNames,
  type PathInCode,
  type VintagesCodeSubject,
} from "./language";
import { bracketed, filledLines, longestLine, quoted, wellFormed } from "./literals";
import { type Pivot } from "./panelPivot";

/** Python with pandas or polars. Live requests are in a module of their own. */
export const python = {
  name: "Python",
  comment: commentStyles.hash,
  strings: { comment: "#", hasPrefixes: true },
  textLiteral: pythonString,
  readsParquet: true,
  readsJson: true,
  pathLiteral: pythonPath,
  file: pythonFileCode,
  panel: pythonPanelCode,
  values: pythonValuesCode,
} as const satisfies Language;

/** The lines of a single piece. */
export function pythonText({ library, imports, definitions, table }: PythonCode): string {
  return `${pythonImports(library, imports).join("\n")}\n${pythonBody(definitions, table)}`;
}

/** What follows the imports or the reference line, with the blank lines that formatters put around definitions. */
export function pythonBody(definitions: string, table: string): string {
  return definitions === "" ? `\n${table}` : `\n\n${definitions}\n\n\n${table}`;
}

type Columns = readonly LongColumn[];

const step = "    ";

/** The import of the library, and of Dask, after those of Python's own modules. */
export function pythonImports(
  library: DataFrameLibrary,
  imports: readonly string[] = [],
): readonly string[] {
  const table = library === "pandas" ? "import pandas as pd" : "import polars as pl";
  const own = imports.filter((each) => !daskImports.includes(each));
  const [dask = "", lock = ""] = daskImports;
  const packages = own.length === imports.length ? [table] : [dask, table, lock];
  return [...own, ...(own.length === 0 ? [] : [""]), ...packages];
}

/** Dask's tables, and the lock that its cluster shares. */
export const daskImports: readonly string[] = [
  "import dask.dataframe as dd",
  "from distributed import Semaphore",
];

/** `name = call(` and a line per argument; the last line begins with the closing bracket. */
export function pythonAssignment(name: string, call: string, values: readonly string[]): string {
  return [`${name} = ${call}(`, ...values.map((value) => `${step}${value},`), ")"].join("\n");
}

/** Names and their values as a dictionary, an argument of {@link pythonAssignment} after `before`. */
export function pythonDictionary(
  entries: readonly (readonly [name: string, value: string])[],
  before = "",
): string {
  const items = entries.map(([name, value]) => `${pythonString(name)}: ${value}`);
  const layout = { before: step.length + before.length, indent: step, lastComma: true };
  return bracketed(["{", "}"], items, layout);
}

const pandasTypeOf = { number: `"float64"`, text: `"string"` } as const;
const polarsTypeOf = { number: "pl.Float64", text: "pl.String" } as const;

/** The types of the columns except the date. */
function pandasTypes(columns: Columns, before = ""): string {
  return pythonDictionary(
    columns.map(({ name, type }) => [name, pandasTypeOf[type]]),
    before,
  );
}

/** The types of the dates, for JSON of all other columns, and for Parquet of texts, which pandas reads as objects. */
function pandasAstype({ format, columns, hasFarDays = false }: FileCodeSubject): string {
  const untyped = columns.filter(
    ({ type }) => format === "json" || (type === "text" && format === "parquet"),
  );
  const types = untyped.map(({ name, type }) => [name, pandasTypeOf[type]] as const);
  const dates = `"datetime64[${hasFarDays ? "s" : "ns"}]"`;
  return pythonDictionary([[dateColumn, dates], ...types], ".astype()");
}

/** The types of all columns, the date first. */
function polarsTypes(columns: Columns, before = "", dateType = "pl.Date"): string {
  const types = columns.map(({ name, type }) => [name, polarsTypeOf[type]] as const);
  return pythonDictionary([[dateColumn, dateType], ...types], before);
}

/** Python that reads a file: dates are the index in pandas, a column in polars. */
function pythonFileCode(name: string, subject: FileCodeSubject): PythonCode {
  const { library } = subject;
  const table = library === "pandas" ? pandasTable(name, subject) : polarsTable(name, subject);
  return { library, imports: importsFor(subject), definitions: "", table };
}

/** Makes the dates the index; in a long table, where several rows have the same day, they stay a column. */
function pandasTable(name: string, subject: FileCodeSubject, isLong = false): string {
  const { format, columns, hasFarDays = false } = subject;
  const options = pandasCsvOptions(columns);
  if (format === "csv" && !hasFarDays) {
    const index = isLong ? [] : [`index_col="Date"`];
    const dates = [`parse_dates=["Date"]`, ...index];
    return pythonAssignment(name, "pd.read_csv", [pathInFolder(subject), ...dates, ...options]);
  }
  const path = pathInFolder(subject, { depth: 2, around: 0 });
  const line = `pd.read_parquet(${pathInFolder(subject, { around: "pd.read_parquet()".length })})`;
  const parquet = line.includes("\n") ? ["pd.read_parquet(", `${step}${path}`, ")"] : [line];
  const csv = ["pd.read_csv(", ...[path, ...options].map((each) => `${step}${each},`), ")"];
  const lines = {
    parquet,
    csv: csv.map((each) => each.replaceAll("\n    ", "\n        ")),
    json: pandasJson(subject),
  };
  // pandas reads a Parquet date as an object.
  const steps = [
    ...lines[format],
    `.astype(${pandasAstype(subject)})`,
    ...(isLong ? [] : [`.set_index("Date")`]),
  ];
  const table = [`${name} = (`, ...steps.map((each) => step + each), ")"];
  return [...(hasFarDays ? [farDaysComment] : []), ...table].join("\n");
}

/** All columns by name: an empty table has none in JSON. */
function pandasJson(subject: FileCodeSubject): readonly string[] {
  const path = pathInFolder(subject, { depth: 3, around: 0 });
  const names = [dateColumn, ...subject.columns.map(({ name }) => name)].map(pythonString);
  const layout = {
    before: 2 * step.length + "columns=".length,
    indent: step + step,
    lastComma: true,
  };
  return [
    "pd.DataFrame(",
    `${step}json.loads(`,
    `${step}${step}(${path}).read_text("utf-8")`,
    `${step}),`,
    `${step}columns=${bracketed(["[", "]"], names, layout)},`,
    ")",
  ];
}

/** The last day that nanoseconds, the unit of pandas 1, can represent: 2262-04-11. The first is 1677-09-22. */
const lastNearDay = 106_751;

/** Whether ascending days include one that nanoseconds cannot represent. */
export function areFarDays(days: Int32Array): boolean {
  return (days[0] ?? 0) < -lastNearDay || (days.at(-1) ?? 0) > lastNearDay;
}

const farDaysComment = "# Days outside 1677 to 2262: pandas before 2.0 raises an error.";

/** By default pandas reads texts like `NA` as missing values and may round the last digit of a number. */
function pandasCsvOptions(columns: FileCodeSubject["columns"]): string[] {
  const hasTexts = columns.some(({ type }) => type === "text");
  return [
    `dtype=${pandasTypes(columns, "dtype=")}`,
    ...(hasTexts ? ["keep_default_na=False", `na_values=[""]`] : []),
    `float_precision="round_trip"`,
  ];
}

/** Turns off `glob`, because polars would treat a folder name such as `[1]` as a pattern. */
function polarsTable(name: string, subject: FileCodeSubject): string {
  const [path, glob] = [pathInFolder(subject), "glob=False"];
  if (subject.format === "parquet") return pythonAssignment(name, "pl.read_parquet", [path, glob]);
  if (subject.format === "json") {
    const schema = `schema=${polarsTypes(subject.columns, "schema=", "pl.String")}`;
    const dates = `.with_columns(pl.col("Date").str.to_date("%Y-%m-%d"))`;
    return pythonAssignment(name, "pl.read_json", [path, schema]) + dates;
  }
  // By position: polars does not unescape quotes in header names.
  const types = `schema=${polarsTypes(subject.columns, "schema=")}`;
  return pythonAssignment(name, "pl.read_csv", [path, types, glob]);
}

/**
 * Python that reads a panel's file, with dates as a column, and pivots it; in pandas the dates then become the index.
 */
function pythonPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): PythonCode {
  const { library, layout, pivot } = subject;
  const file = { ...subject, columns: columnsOf(layout) };
  const table = library === "pandas" ? pandasTable(long, file, true) : polarsTable(long, file);
  const pivoted = library === "pandas" ? pandasPivot : polarsPivot;
  const side = pivot === undefined ? "" : `\n${wide} = ${long}${pivoted(pivot)}`;
  return { library, imports: importsFor(subject), definitions: "", table: table + side };
}

function pandasPivot({ kinds, column }: Pivot): string {
  const values = pythonString(column.name);
  return `.pivot(index="Date", columns=${oneOrList(kinds)}, values=${values})`;
}

/** The rows of the result are in the order of the first series. */
function polarsPivot({ kinds, column }: Pivot): string {
  const values = pythonString(column.name);
  return `.pivot(on=${oneOrList(kinds)}, index="Date", values=${values}).sort("Date")`;
}

function oneOrList(names: readonly string[]): string {
  const literals = names.map((name) => pythonString(name));
  const [only = "", ...others] = literals;
  return others.length === 0 ? only : `[${literals.join(", ")}]`;
}

/** All values of a frame as a typed table. */
function pythonValuesCode(name: string, { library, frame }: ValuesCodeSubject): PythonCode {
  const table = library === "pandas" ? pandasValues(name, frame) : polarsValues(name, frame);
  return { library, imports: [], definitions: "", table };
}

function pandasValues(name: string, { days, columns }: Frame): string {
  const isFar = areFarDays(days);
  const type = isFar ? `, dtype="datetime64[s]"` : "";
  return [
    `${name} = pd.DataFrame(`,
    "    {",
    ...columns.map((column) => entry(column.name, pandasArray(column))),
    "    },",
    ...(isFar ? [`    ${farDaysComment}`] : []),
    `    index=pd.DatetimeIndex(${list(isoDays(days), { before: 27, indent: "    " })}${type}, name="Date"),`,
    ")",
  ].join("\n");
}

/** A list without numbers, or with texts, has no type of its own. */
function pandasArray(column: Column): string {
  const items = itemsOf(column, "pandas");
  if (column.type === "number" && items.length > 0) return inDictionary(items, column.name);
  const type = column.type === "number" ? "float64" : "string";
  return `pd.array(${inDictionary(items, column.name)}, dtype="${type}")`;
}

function polarsValues(name: string, { days, columns }: Frame): string {
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
  return `        ${pythonString(name)}: ${value},`;
}

function isoDays(days: Int32Array): string[] {
  return Array.from(days, (day) => `"${isoOfDay(day)}"`);
}

/** A missing value is NaN in pandas and null in polars, as when they read files. */
function itemsOf(column: Column, library: DataFrameLibrary): string[] {
  if (column.type === "number") {
    const missing = library === "pandas" ? `float("nan")` : "None";
    return Array.from(column.values, (value) => pythonNumber(value, missing));
  }
  return column.values.map((value) => (value === null ? "None" : pythonString(value)));
}

/** Reserves room for a key's quotes, its colon and the brackets around the list. */
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

/** Characters that are invisible in an editor, or appear in another position; the blank is visible. */
const unprintable = /[\p{Other}\p{Separator}]/gu;

/** A text as one literal on one line that denotes exactly this text. */
export function pythonString(text: string): string {
  return quoted(wellFormed(text), unprintable);
}

function pythonPath(relativePath: string): string {
  return pythonString(homelessPath(relativePath));
}

/** The modules of Python itself that reading a file needs. */
export function importsFor({
  library,
  format,
}: FileCodeSubject | PanelCodeSubject | VintagesCodeSubject): readonly string[] {
  const needsJson = library === "pandas" && format === "json";
  return [...(needsJson ? ["import json"] : []), "from pathlib import Path"];
}

/** Where Python and the editor's notebooks record the file that runs. */
const fileVariables = { script: "__file__", prose: "__file__", notebook: "__vsc_ipynb_file__" };

/**
 * The path of a file beside the code, on one line if it fits. It starts at the folder of the script or notebook if that is
 * known, else at the working directory: kernels start in the notebook's folder.
 *
 * @param depth - The indentation of its line, in steps.
 * @param around - The number of other characters on its line.
 */
export function pathInFolder(
  { holder = "script", relativePath }: PathInCode,
  { depth = 1, around = 1 } = {},
): string {
  const folder = `Path(globals().get("${fileVariables[holder]}", "")).parent`;
  // A path that begins with `~` would lead to a home folder.
  const start = relativePath.startsWith("~") ? `${folder}.absolute()` : folder;
  const indent = step.repeat(depth);
  const line = `${start} / ${pythonPath(relativePath)}`;
  if (indent.length + line.length + around <= longestLine) return line;
  return `${start}\n${indent}/ ${pythonPath(relativePath)}`;
}

/** A double as a Python float literal that reads back as the same; NaN is `missing`. */
export function pythonNumber(value: number, missing: string): string {
  if (Number.isNaN(value)) return missing;
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
