import { type FileCodeSubject } from "./codeRequest";
import { isPattern, pathLiteral } from "./filePath";
import { type PythonCode } from "./pythonCode";
import { pandasParquetTypes, pandasTypes, polarsTypes, pythonAssignment } from "./pythonTable";

/** Python that reads a file: with pandas the dates are the index, with polars a column. */
export function pythonFileCode(name: string, subject: FileCodeSubject): PythonCode {
  const { library } = subject;
  const table = library === "pandas" ? pandasTable(name, subject) : polarsTable(name, subject);
  return { library, modules: [], definitions: "", table };
}

function pandasTable(name: string, { format, relativePath, columns }: FileCodeSubject): string {
  const path = pathLiteral("python", relativePath);
  return format === "parquet"
    ? pandasParquet(name, path, columns)
    : pythonAssignment(name, "pd.read_csv", [
        path,
        `parse_dates=["Date"]`,
        `index_col="Date"`,
        ...pandasCsvOptions(columns),
      ]);
}

/** The same with the dates as a column: one day stands in several rows. */
export function longPandasTable(
  name: string,
  { format, relativePath, columns }: FileCodeSubject,
): string {
  const path = pathLiteral("python", relativePath);
  if (format === "csv") {
    const options = [path, `parse_dates=["Date"]`, ...pandasCsvOptions(columns)];
    return pythonAssignment(name, "pd.read_csv", options);
  }
  return [`${name} = (`, ...pandasParquetSteps(path, columns), ")"].join("\n");
}

function pandasParquet(name: string, path: string, columns: FileCodeSubject["columns"]): string {
  const steps = [...pandasParquetSteps(path, columns), `    .set_index("Date")`];
  return [`${name} = (`, ...steps, ")"].join("\n");
}

/** A date in Parquet is an object to pandas. */
function pandasParquetSteps(path: string, columns: FileCodeSubject["columns"]): string[] {
  return [`    pd.read_parquet(${path})`, `    .astype(${pandasParquetTypes(columns)})`];
}

/** pandas takes texts like `NA` for no value and rounds the last digit of a number unless it is told otherwise. */
function pandasCsvOptions(columns: FileCodeSubject["columns"]): string[] {
  const hasTexts = columns.some(({ type }) => type === "text");
  return [
    `dtype=${pandasTypes(columns, "dtype=")}`,
    ...(hasTexts ? ["keep_default_na=False", `na_values=[""]`] : []),
    `float_precision="round_trip"`,
  ];
}

export function polarsTable(
  name: string,
  { format, relativePath, columns }: FileCodeSubject,
): string {
  const path = pathLiteral("python", relativePath);
  const glob = isPattern(relativePath) ? ["glob=False"] : [];
  if (format === "parquet") return pythonAssignment(name, "pl.read_parquet", [path, ...glob]);
  // By position: polars leaves quotes in the names of a header doubled.
  const types = `schema=${polarsTypes(columns, "schema=")}`;
  return pythonAssignment(name, "pl.read_csv", [path, types, ...glob]);
}
