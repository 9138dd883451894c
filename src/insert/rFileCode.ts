import { dateColumn } from "../data/frame";
import { type FileCodeSubject } from "./codeRequest";
import { pathLiteral } from "./filePath";
import { rNamedVector, rVector } from "./rVector";

/** R that reads a file of CSV without any package. */
export function rFileCode(
  name: string,
  { format, relativePath, columns }: FileCodeSubject,
): string {
  if (format !== "csv") throw new RangeError("base R reads no Parquet");
  const classes = "  colClasses = ";
  return [
    `${name} <- read.csv(`,
    `  ${pathLiteral("r", relativePath)},`,
    `${classes}${columnClasses(columns, classes)},`,
    "  check.names = FALSE,",
    `  na.strings = "",`,
    `  encoding = "UTF-8"`,
    ")",
  ].join("\n");
}

const types = { number: "numeric", text: "character" } as const;

/** By position where not all have a name. */
function columnClasses(columns: FileCodeSubject["columns"], before: string): string {
  const classes = [
    [dateColumn, "Date"] as const,
    ...columns.map(({ name, type }) => [name, types[type]] as const),
  ];
  const unnamed = classes.map(([, type]) => type);
  return rNamedVector(classes, before) ?? rVector(unnamed, before);
}
