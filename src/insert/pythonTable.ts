import { type Column, dateColumn } from "../data/frame";
import { bracketed } from "./bracketed";
import { type DataFrameLibrary } from "./codeRequest";
import { textLiteral } from "./literals";

type Columns = readonly Pick<Column, "name" | "type">[];

const step = "    ";

/** The import of the library, below those of Python's own modules. */
export function pythonImports(
  library: DataFrameLibrary,
  modules: readonly string[] = [],
): readonly string[] {
  const own = modules.map((module) => `import ${module}`);
  const table = library === "pandas" ? "import pandas as pd" : "import polars as pl";
  return [...own, ...(own.length === 0 ? [] : [""]), table];
}

/** `name = call(` and a line for each argument; the last line begins with the closing bracket. */
export function pythonAssignment(name: string, call: string, values: readonly string[]): string {
  return [`${name} = ${call}(`, ...values.map((value) => `${step}${value},`), ")"].join("\n");
}

/** Names and what stands for each as a dictionary, an argument of {@link pythonAssignment} behind `before`. */
export function pythonDictionary(
  entries: readonly (readonly [name: string, value: string])[],
  before = "",
): string {
  const items = entries.map(([name, value]) => `${textLiteral("python", name)}: ${value}`);
  const layout = { before: step.length + before.length, indent: step, lastComma: true };
  return bracketed(["{", "}"], items, layout);
}

const pandasTypeOf = { number: `"float64"`, text: `"string"` } as const;
const polarsTypeOf = { number: "pl.Float64", text: "pl.String" } as const;

/** The types of the columns besides the date. */
export function pandasTypes(columns: Columns, before = ""): string {
  return pythonDictionary(
    columns.map(({ name, type }) => [name, pandasTypeOf[type]]),
    before,
  );
}

/** The types of the dates and of the columns with texts: both are objects as pandas reads them from Parquet. */
export function pandasParquetTypes(columns: Columns): string {
  const texts = columns.filter(({ type }) => type === "text");
  const types = texts.map(({ name }) => [name, pandasTypeOf.text] as const);
  return pythonDictionary([[dateColumn, `"datetime64[ns]"`], ...types], ".astype()");
}

/** The types of all columns, the date first. */
export function polarsTypes(columns: Columns, before = "", dateType = "pl.Date"): string {
  const types = columns.map(({ name, type }) => [name, polarsTypeOf[type]] as const);
  return pythonDictionary([[dateColumn, dateType], ...types], before);
}
