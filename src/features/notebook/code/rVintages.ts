import { dateColumn } from "../../../data/frame";
import { asOfColumn } from "../../../data/table/long";
import { type VintagesCodeSubject } from "./language";
import { indented, rPath, rString, rVector, scriptFolder } from "./r";

/**
 * Base R that reads vintages from CSV, with a function for the rows known at a time, and a table of the newest row of
 * each series known at the end of each day. A vintage as of a time is known at that time.
 *
 * @throws RangeError for another format.
 */
export function rVintagesCode(name: string, subject: VintagesCodeSubject): string {
  const { format, series, scores } = subject;
  if (format !== "csv") throw new RangeError("base R reads neither Parquet nor JSON");
  const keys = rVector(series, "  columns <- ");
  return [
    `${name} <- local({`,
    ...readLines(subject).map(indented),
    `  numbers <- ${rVector(scores, "  numbers <- ")}`,
    "  table[numbers] <- lapply(table[numbers], as.numeric)",
    ...(series.length === 0
      ? []
      : [`  columns <- ${keys}`, `  table[columns][is.na(table[columns])] <- ""`]),
    `  table$${dateColumn} <- as.Date(table$${dateColumn})`,
    `  table$${asOfColumn} <- as.POSIXct(table$${asOfColumn}, format = ${timeFormat(subject)}, tz = "UTC")`,
    `  table[order(table$${asOfColumn}, table$${dateColumn}), ]`,
    "})",
    "",
    "# Which series each row belongs to.",
    `${name}_key <- function(table) {`,
    ...(series.length === 0
      ? [`  rep("", nrow(table))`]
      : [
          `  columns <- ${keys}`,
          String.raw`  do.call(paste, c(unname(table[columns]), sep = "\037"))`,
        ]),
    "}",
    "",
    "# The rows known at a time: of each series its newest vintage until then.",
    `${name}_at <- function(time) {`,
    `  until <- ${name}[${name}$${asOfColumn} <= as.POSIXct(time, tz = "UTC"), ]`,
    `  newest <- ave(as.numeric(until$${asOfColumn}), ${name}_key(until), FUN = max)`,
    `  until[as.numeric(until$${asOfColumn}) == newest, ]`,
    "}",
    "",
    "# The times of decisions, and the newest row of each series known at each of them. A",
    "# vintage as of the very time of a decision is known.",
    `${name}_times <- seq(min(${name}$${asOfColumn}), max(${name}$${asOfColumn}), by = 86400)`,
    `${name}_known <- local({`,
    `  ends <- data.frame(${name}_key(${name}), ${name}$${asOfColumn})`,
    `  newest <- ${name}[!duplicated(ends, fromLast = TRUE), ]`,
    `  parts <- lapply(split(newest, ${name}_key(newest)), function(rows) {`,
    `    at <- findInterval(as.numeric(${name}_times), as.numeric(rows$${asOfColumn}))`,
    `    times <- data.frame(time = ${name}_times[at > 0])`,
    "    cbind(times, rows[at, ])",
    "  })",
    "  do.call(rbind, unname(parts))",
    "})",
  ].join("\n");
}

function timeFormat({ isPartitioned }: VintagesCodeSubject): string {
  return isPartitioned ? `"as_of=%Y%m%dT%H%M%SZ"` : `"%Y-%m-%dT%H:%M:%SZ"`;
}

/** All cells are texts at first. Notebooks and chunks run in the folder of their document. */
function readLines({
  holder = "script",
  relativePath,
  isPartitioned,
}: VintagesCodeSubject): string[] {
  const isScript = holder === "script";
  const path = isScript ? `file.path(folder, ${rPath(relativePath)})` : rPath(relativePath);
  const read = (file: string): string[] => [
    "read.csv(",
    `  ${file},`,
    `  colClasses = "character",`,
    "  check.names = FALSE,",
    `  na.strings = "",`,
    `  encoding = "UTF-8"`,
    ")",
  ];
  const start = isScript ? scriptFolder : [];
  if (!isPartitioned) return [...start, `table <- ${read(path).join("\n")}`];
  const pattern = rString("^part-[0-9]+[.]csv$");
  return [
    ...start,
    `files <- list.files(${path}, ${pattern}, recursive = TRUE, full.names = TRUE)`,
    "table <- do.call(rbind, lapply(files, function(file) {",
    `  part <- ${indented(read("file").join("\n"))}`.replace("<-   ", "<- "),
    `  cbind(${asOfColumn} = rep(basename(dirname(file)), nrow(part)), part)`,
    "}))",
  ];
}
