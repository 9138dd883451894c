import { dateColumn } from "../../../data/frame";
import { asOfColumn } from "../../../data/table/long";
import { type PythonCode, type VintagesCodeSubject } from "./language";
import { bracketed } from "./literals";
import {
  importsFor,
  pathInFolder,
  pythonAssignment,
  pythonDictionary,
  pythonString,
} from "./python";

/**
 * Python that reads vintages, with a function for the rows known at a time, and a table of the newest row of each series
 * known at the end of each day. A vintage as of a time is known at that time.
 */
export function pythonVintagesCode(name: string, subject: VintagesCodeSubject): PythonCode {
  const { library } = subject;
  const table =
    library === "pandas" ? pandasVintages(name, subject) : polarsVintages(name, subject);
  return {
    library,
    imports: importsFor(subject).toSorted(),
    definitions: "",
    table: table.join("\n"),
  };
}

/** The lines of a call with an expression for each file of a folder, or with that for the only file. */
function readLines(
  name: string,
  concat: string,
  subject: VintagesCodeSubject,
  read: (file: string, asOf: string) => string,
): readonly string[] {
  if (!subject.isPartitioned) {
    return [`${name}_file = ${pathLines(subject)}`, `${name} = ${read(`${name}_file`, "")}`];
  }
  return [
    `${name}_folder = ${pathLines(subject)}`,
    pythonAssignment(name, concat, [
      [
        "[",
        `        ${read("file", "file.parent.name[6:]")}`,
        `        for file in sorted(${name}_folder.glob("as_of=*/part-*.${subject.format}"))`,
        "    ]",
      ].join("\n"),
    ]),
  ];
}

function pathLines(subject: VintagesCodeSubject): string {
  const path = pathInFolder(subject);
  return path.includes("\n") ? `(\n    ${path}\n)` : path;
}

/** The as-of of a row, and in the folders of a partitioned table. */
function timeFormat({ isPartitioned }: VintagesCodeSubject): string {
  return pythonString(isPartitioned ? "%Y%m%dT%H%M%SZ" : "%Y-%m-%dT%H:%M:%SZ");
}

function pandasVintages(name: string, subject: VintagesCodeSubject): readonly string[] {
  const { series, scores, format, isPartitioned } = subject;
  const read = (file: string, asOf: string): string =>
    `${pandasRead(file, subject)}${asOf === "" ? "" : `.assign(${asOfColumn}=${asOf})`}`;
  const isTyped = format === "parquet" && !isPartitioned;
  const time = isTyped ? "" : `, format=${timeFormat(subject)}`;
  const types = [
    [asOfColumn, `"datetime64[ns, UTC]"`],
    [dateColumn, `"datetime64[ns]"`],
    ...series.map((each) => [each, `"str"`] as const),
    ...scores.map((each) => [each, `"float64"`] as const),
  ] as const;
  const texts = series.map((each) => [each, `""`] as const);
  const [column, keys] = [`${name}["${asOfColumn}"]`, listOf(series)];
  const groups = series.length === 0 ? "" : `.groupby(${keys})`;
  return [
    ...readLines(name, "pd.concat", subject, read),
    `${column} = pd.to_datetime(${column}, utc=True${time})`,
    ...(texts.length === 0 || format === "csv"
      ? []
      : [`${name} = ${name}.fillna(${pythonDictionary(texts)})`]),
    `${name} = ${name}.astype(`,
    `    ${pythonDictionary(types)}`,
    `).sort_values([${[asOfColumn, dateColumn].map(pythonString).join(", ")}], kind="stable", ignore_index=True)`,
    "",
    "",
    `def ${name}_at(time):`,
    `    """The rows known at a time: of each series its newest vintage until then."""`,
    `    until = ${name}[${column} <= pd.to_datetime(time, utc=True)]`,
    series.length === 0
      ? `    return until[until["${asOfColumn}"] == until["${asOfColumn}"].max()]`
      : `    newest = until${groups}["${asOfColumn}"].transform("max")`,
    ...(series.length === 0 ? [] : [`    return until[until["${asOfColumn}"] == newest]`]),
    "",
    "",
    "# The times of decisions, and the newest row of each series known at each of them. A",
    "# vintage as of the very time of a decision is known.",
    `${name}_times = pd.Series(`,
    `    pd.date_range(${column}.min(), ${column}.max(), freq="D"),`,
    `    dtype=${column}.dtype,`,
    `    name="time",`,
    ")",
    `${name}_known = pd.merge_asof(`,
    series.length === 0
      ? `    ${name}_times.to_frame(),`
      : `    ${name}_times.to_frame().merge(${name}[${keys}].drop_duplicates(), how="cross"),`,
    `    ${name}.groupby(${listOf([...series, asOfColumn])}).tail(1).assign(time=${column}),`,
    `    on="time",`,
    ...(series.length === 0 ? [] : [`    by=${keys},`]),
    `).dropna(subset=["${asOfColumn}"])`,
  ];
}

/** Texts such as `NA` are no missing values, numbers keep their last digit, and each text is stored once. */
function pandasRead(
  file: string,
  { format, series, scores, isPartitioned }: VintagesCodeSubject,
): string {
  switch (format) {
    case "parquet":
      return `pd.read_parquet(${file})`;
    case "json":
      return `pd.DataFrame(json.loads(${file}.read_text("utf-8")))`;
    case "csv": {
      const texts = [...(isPartitioned ? [] : [asOfColumn]), dateColumn, ...series];
      const types = [
        ...texts.map((each) => [each, `"category"`] as const),
        ...scores.map((each) => [each, `"float64"`] as const),
      ];
      const missing = pythonDictionary(scores.map((each) => [each, `[""]`] as const));
      return pythonCall("pd.read_csv", [
        file,
        `dtype=${pythonDictionary(types)}`,
        ...["keep_default_na=False", `na_values=${missing}`, `float_precision="round_trip"`],
      ]);
    }
  }
}

function pythonCall(call: string, values: readonly string[]): string {
  return bracketed([`${call}(`, ")"], values, { before: 8, indent: "", lastComma: true });
}

function polarsVintages(name: string, subject: VintagesCodeSubject): readonly string[] {
  const { series, scores, format, isPartitioned } = subject;
  const asOf = (text: string): string => `.with_columns(pl.lit(${text}).alias("${asOfColumn}"))`;
  const read = (file: string, text: string): string =>
    `${polarsRead(file, subject)}${text === "" ? "" : asOf(text)}`;
  const isTyped = format === "parquet";
  const casts = [
    isTyped && !isPartitioned
      ? `pl.col("${asOfColumn}").cast(pl.Datetime("ms", "UTC"))`
      : `pl.col("${asOfColumn}").str.to_datetime(\n        ${timeFormat(subject)}, time_unit="ms"\n    ).dt.replace_time_zone("UTC")`,
    isTyped ? "" : `pl.col("${dateColumn}").str.to_date("%Y-%m-%d")`,
    ...series.map((each) => `pl.col(${pythonString(each)}).cast(pl.String).fill_null("")`),
    isTyped ? "" : `pl.col(${listOf(scores)}).cast(pl.Float64)`,
  ];
  const keys = listOf(series);
  const newest = `pl.col("${asOfColumn}") == pl.col("${asOfColumn}").max()`;
  return [
    ...readLines(name, "pl.concat", subject, read),
    pythonAssignment(
      name,
      `${name}.with_columns`,
      casts.filter((each) => each !== ""),
    ) + `.sort("${asOfColumn}", "${dateColumn}", maintain_order=True)`,
    "",
    "",
    `def ${name}_at(time):`,
    `    """The rows known at a time, which has a time zone: of each series its newest vintage."""`,
    `    until = ${name}.filter(pl.col("${asOfColumn}") <= time)`,
    `    return until.filter(${newest}${series.length === 0 ? "" : `.over(${keys})`})`,
    "",
    "",
    "# The times of decisions, and the newest row of each series known at each of them. A",
    "# vintage as of the very time of a decision is known.",
    pythonAssignment(`${name}_times`, "pl.datetime_range", [
      `${name}["${asOfColumn}"].min()`,
      `${name}["${asOfColumn}"].max()`,
      ...[`"1d"`, `time_unit="ms"`, `time_zone="UTC"`, "eager=True"],
    ]) + `.alias("time").to_frame()`,
    `${name}_known = (`,
    `    ${name}_times`,
    ...(series.length === 0
      ? []
      : [
          `    .join(${name}.select(${keys}).unique(), how="cross")`,
          `    .sort("time", *${keys})`,
        ]),
    "    .join_asof(",
    `        ${name}.group_by(${listOf([...series, asOfColumn])}, maintain_order=True)`,
    "        .last()",
    `        .with_columns(pl.col("${asOfColumn}").alias("time")),`,
    `        on="time",`,
    ...(series.length === 0 ? [] : [`        by=${keys},`]),
    "    )",
    `    .drop_nulls("${asOfColumn}")`,
    ")",
  ];
}

/** All cells of CSV are texts at first; its columns are named by position: polars does not unescape quotes in a header. */
function polarsRead(
  file: string,
  { format, series, scores, isPartitioned }: VintagesCodeSubject,
): string {
  const texts = [...(isPartitioned ? [] : [asOfColumn]), dateColumn, ...series];
  const schema = (score: string): string => {
    const types = [
      ...texts.map((each) => [each, "pl.String"] as const),
      ...scores.map((each) => [each, score] as const),
    ];
    return `schema=${pythonDictionary(types)}`;
  };
  switch (format) {
    case "parquet":
      return `pl.read_parquet(${file}, glob=False, hive_partitioning=False)`;
    case "csv":
      return pythonCall("pl.read_csv", [file, schema("pl.String"), "glob=False"]);
    case "json":
      return `pl.read_json(${file}, ${schema("pl.Float64")})`;
  }
}

function listOf(names: readonly string[]): string {
  return `[${names.map((each) => pythonString(each)).join(", ")}]`;
}
