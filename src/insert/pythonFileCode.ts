import { type Frame } from "../data/frame";
import { type FileCodeSubject } from "./codeRequest";
import { isPattern, pathLiteral } from "./filePath";
import {
  pandasTextTypes,
  pandasTypes,
  polarsTypes,
  pythonAssignment,
  pythonImports,
} from "./pythonTable";

/** Python that reads a file: with pandas the dates are the index, with polars a column. */
export function pythonFileCode(name: string, subject: FileCodeSubject): string {
  const { library } = subject;
  const table = library === "pandas" ? pandasTable(name, subject) : polarsTable(name, subject);
  return [...pythonImports(library), "", table].join("\n");
}

function pandasTable(name: string, { format, relativePath, columns }: FileCodeSubject): string {
  const path = pathLiteral("python", relativePath);
  return format === "parquet"
    ? pandasParquet(name, path, columns)
    : pythonAssignment(name, "pd.read_csv", [path, ...pandasCsvOptions(columns)]);
}
/** A date in Parquet is an object to pandas. */
function pandasParquet(name: string, path: string, columns: Frame["columns"]): string {
  const types = pandasTextTypes(columns);
  return [
    `${name} = (`,
    `    pd.read_parquet(${path})`,
    `    .assign(Date=lambda table: pd.to_datetime(table["Date"]))`,
    ...(types === undefined ? [] : [`    .astype(${types})`]),
    `    .set_index("Date")`,
    ")",
  ].join("\n");
}

/** pandas takes texts like `NA` for no value and rounds the last digit of a number unless it is told otherwise. */
function pandasCsvOptions(columns: Frame["columns"]): string[] {
  const hasTexts = columns.some(({ type }) => type === "text");
  return [
    `parse_dates=["Date"]`,
    `index_col="Date"`,
    `dtype=${pandasTypes(columns, "dtype=")}`,
    ...(hasTexts ? ["keep_default_na=False", `na_values=[""]`] : []),
    `float_precision="round_trip"`,
  ];
}

function polarsTable(name: string, { format, relativePath, columns }: FileCodeSubject): string {
  const path = pathLiteral("python", relativePath);
  const glob = isPattern(relativePath) ? ["glob=False"] : [];
  if (format === "parquet") return pythonAssignment(name, "pl.read_parquet", [path, ...glob]);
  // By position: polars leaves quotes in the names of a header doubled.
  const types = `schema=${polarsTypes(columns, "schema=")}`;
  return pythonAssignment(name, "pl.read_csv", [path, types, ...glob]);
}
