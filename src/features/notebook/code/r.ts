import { dateColumn } from "../../../data/frame";
import { columnsOf } from "../../../data/table/long";
import { isoOfDay } from "../../../shared/day";
import { environmentKeyVariable } from "../../../shared/environmentKeyVariable";
import { knownSampleKey } from "../../../shared/knownSampleKey";
import { commentStyles } from "../../../shared/referenceLine";
import { type Slice } from "../../../shared/slice";
import { homelessPath } from "./filePath";
import {
  type FileCodeSubject,
  type Language,
  type PanelCodeSubject,
  type PanelNames,
  type RequestCodeSubject,
} from "./language";
import { bracketed, filledLines, quoted, wellFormed } from "./literals";
import { type Pivot, variantSeparator } from "./panelPivot";
import {
  keyHeader,
  noValueMarks,
  type RequestParts,
  hasDotSegment,
  isOfSample,
  isOnThisComputer,
  requestParts,
} from "./requestParts";

/** Base R; a live request requires the package curl. */
export const r = {
  name: "R",
  comment: commentStyles.hash,
  strings: { comment: "#" },
  textLiteral: rString,
  pathLiteral: rPath,
  file: rFileCode,
  panel: rPanelCode,
  request: rRequestCode,
} as const satisfies Language;

/** R reads its source in the locale's encoding, so only ASCII is portable. */
const unprintable = /[^ -~]/gu;

/** A text as one literal on one line; NUL, which R cannot represent, becomes U+FFFD. */
export function rString(text: string): string {
  return quoted(wellFormed(text).replaceAll("\0", "\ufffd"), unprintable);
}

export function rPath(relativePath: string): string {
  return rString(homelessPath(relativePath));
}

/** Named arguments of `c()` itself. */
const ownArguments: ReadonlySet<string> = new Set(["recursive", "use.names"]);

/** Texts as a vector, an argument or value after `before` on its line. */
export function rVector(texts: readonly string[], before: string): string {
  return vectorOf(texts.map(rString), before);
}

/**
 * Texts by name. Each name must be one that R can write in any locale and that is not an argument of `c()`; undefined
 * if any is not.
 */
function rNamedVector(
  entries: readonly (readonly [name: string, text: string])[],
  before: string,
): string | undefined {
  return entries.every(([name]) => isWritable(name)) ? rPairs(entries, before) : undefined;
}

/** Texts by arbitrary names; a text whose name R can write is a named argument. */
function rPairs(
  entries: readonly (readonly [name: string, text: string])[],
  before: string,
): string {
  const items = entries.map(([name, text]) => {
    const value = rString(text);
    if (isWritable(name)) return `${argumentName(name)} = ${value}`;
    return `stats::setNames(${value}, ${rString(name)})`;
  });
  return vectorOf(items, before);
}

function vectorOf(items: readonly string[], before: string): string {
  const layout = { before: before.length, indent: "  ", lastComma: false };
  const line = bracketed(["c(", ")"], items, layout);
  return line.includes("\n") ? `c(\n${filledLines(items, "    ").slice(0, -1)}\n  )` : line;
}

function isWritable(name: string): boolean {
  return /^[ -~]+$/.test(name) && !ownArguments.has(name);
}

function argumentName(text: string): string {
  return /^[A-Za-z][A-Za-z0-9._]*$/.test(text) ? text : rString(text);
}

/** R that reads a CSV file without any package. */
function rFileCode(name: string, subject: FileCodeSubject): string {
  const { format, relativePath, holder = "script", columns } = subject;
  if (format !== "csv") throw new RangeError("base R reads neither Parquet nor JSON");
  const classes = "  colClasses = ";
  const read = (path: string): string[] => [
    "read.csv(",
    `  ${path},`,
    `${classes}${columnClasses(columns, classes)},`,
    "  check.names = FALSE,",
    `  na.strings = "",`,
    `  encoding = "UTF-8"`,
    ")",
  ];
  // Notebooks and chunks run in the folder of their document.
  if (holder !== "script") return `${name} <- ${read(rPath(relativePath)).join("\n")}`;
  const path = `file.path(folder, ${rPath(relativePath)})`;
  return [`${name} <- local({`, ...[...scriptFolder, ...read(path)].map(indented), "})"].join("\n");
}

/** R passes the path of a script in its arguments, with `~+~` in place of blanks, or in a variable of `source`. */
export const scriptFolder = [
  "# The folder of this script if Rscript, R or source() runs it, else the working directory.",
  "args <- commandArgs()",
  `files <- c(args[which(args == "-f") + 1], grep("^--file=", args, value = TRUE))`,
  `files <- gsub("~+~", " ", sub("^--file=", "", files), fixed = TRUE)`,
  "sourced <- lapply(sys.frames(), function(frame) {",
  `  if (is.character(frame$ofile)) if (frame$chdir) "." else frame$ofile`,
  "})",
  `folder <- dirname(tail(c(".", files, unlist(sourced)), 1))`,
];

export function indented(line: string): string {
  return `  ${line.replaceAll("\n", "\n  ")}`;
}

const types = { number: "numeric", text: "character" } as const;

/** By position if not all columns have a name. */
function columnClasses(columns: FileCodeSubject["columns"], before: string): string {
  const classes = [
    [dateColumn, "Date"] as const,
    ...columns.map(({ name, type }) => [name, types[type]] as const),
  ];
  const unnamed = classes.map(([, type]) => type);
  return rNamedVector(classes, before) ?? rVector(unnamed, before);
}

/** R that reads a panel's CSV file and pivots a column, without any package. */
function rPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): string {
  const { layout, pivot } = subject;
  const read = rFileCode(long, { ...subject, columns: columnsOf(layout) });
  return [read, ...(pivot === undefined ? [] : [wideTable(long, wide, pivot)])].join("\n");
}

/** `reshape` prefixes each variant with the name of the values, and keeps the rows in the order of the first series. */
function wideTable(long: string, wide: string, { kinds, column }: Pivot): string {
  const of = (name: string): string => `${long}[[${rString(name)}]]`;
  return [
    `${wide} <- reshape(`,
    "  data.frame(",
    `    Date = ${of("Date")},`,
    `    variant = ${variantName(kinds.map(of))},`,
    `    value = ${of(column.name)}`,
    "  ),",
    `  idvar = "Date",`,
    `  timevar = "variant",`,
    `  direction = "wide"`,
    ")",
    `names(${wide}) <- sub("value.", "", names(${wide}), fixed = TRUE)`,
    `${wide} <- ${wide}[order(${wide}[["Date"]]), ]`,
  ].join("\n");
}

function variantName(kinds: readonly string[]): string {
  const [only = "", ...others] = kinds;
  if (others.length === 0) return only;
  const parts = kinds.map((each) => `gsub("|", "||", ${each}, fixed = TRUE)`);
  const items = [...parts, `sep = ${rString(variantSeparator)}`];
  return ["paste(", items.map((item) => `      ${item}`).join(",\n"), "    )"].join("\n");
}

/** R that requests a series with the package curl. */
function rRequestCode(name: string, subject: RequestCodeSubject): string {
  const { line, baseUrl, asked = line.reference } = subject;
  const isSample = isOfSample(line);
  const parts = requestParts(asked);
  return [
    `${name} <- local({`,
    ...(isSample ? [] : keyLines),
    `  headers <- c("${keyHeader}" = ${isSample ? rString(knownSampleKey) : "key"})`,
    ...urlLines(baseUrl, parts),
    ...handleLines(isOnThisComputer(baseUrl), hasDotSegment(parts)),
    ...answerLines(isSample),
    ...tableLines,
    ...partLines(line.slice),
    "})",
  ].join("\n");
}

const keyLines = [
  `  key <- Sys.getenv("${environmentKeyVariable}")`,
  // Bytes of white space, U+00A0 and U+FEFF in UTF-8: a C locale has no characters beyond ASCII.
  String.raw`  blanks <- "(?:\\s|\\xC2\\xA0|\\xEF\\xBB\\xBF)+"`,
  `  blanks <- paste0("^", blanks, "|", blanks, "$")`,
  `  key <- gsub(blanks, "", key, perl = TRUE, useBytes = TRUE)`,
  `  if (key == "") stop("${environmentKeyVariable} is not set")`,
  `  if (grepl("[^ -~]", key, perl = TRUE, useBytes = TRUE)) {`,
  `    stop("${environmentKeyVariable} contains characters that API keys cannot have")`,
  "  }",
];

function urlLines(baseUrl: string, parts: RequestParts): string[] {
  const { segments, parameters } = parts;
  const [path, query] = ["  segments <- ", "  parameters <- "];
  const base = rString(`${baseUrl.replace(/\/$/, "")}/`);
  const escaped = "curl::curl_escape(segments)";
  const whole = hasDotSegment(parts) ? `gsub(".", "%2E", ${escaped}, fixed = TRUE)` : escaped;
  return [
    `${path}${rVector(segments, path)}`,
    `${query}${rPairs([...parameters, ["fmt", "csv"]], query)}`,
    `  path <- paste(${whole}, collapse = "/")`,
    '  pairs <- paste0(curl::curl_escape(names(parameters)), "=", curl::curl_escape(parameters))',
    `  url <- paste0(${base}, path, "/?", paste(pairs, collapse = "&"))`,
  ];
}

/** A redirect is an error: the key must not be sent to its target. */
function handleLines(isLocal: boolean, hasDots: boolean): string[] {
  const options = [
    "followlocation = FALSE",
    "timeout = 120",
    ...(isLocal ? [`noproxy = "*"`] : []),
    ...(hasDots ? ["path_as_is = TRUE"] : []),
  ];
  return [
    `  handle <- curl::new_handle(${options.join(", ")})`,
    "  curl::handle_setheaders(handle, .list = headers)",
  ];
}

/** The key must not appear in a message, which a notebook would save. */
function answerLines(isSample: boolean): string[] {
  const body = isSample ? "body" : `gsub(key, "[REDACTED]", body, fixed = TRUE)`;
  return [
    "  answer <- curl::curl_fetch_memory(url, handle)",
    "  content <- answer$content",
    "  mark <- as.raw(c(0xef, 0xbb, 0xbf))",
    "  if (identical(head(content, 3), mark)) content <- tail(content, -3)",
    "  body <- rawToChar(content)",
    "  if (answer$status_code %/% 100 != 2) {",
    `    stop(answer$status_code, ": ", ${body})`,
    "  }",
  ];
}

/** Separator, decimal mark and dates are detected as in `readCsvTable`. */
const tableLines = [
  `  header <- gsub('"[^"]*"', "", sub("[\\r\\n].*", "", body, useBytes = TRUE), useBytes = TRUE)`,
  `  separators <- c(",", ";", "\\t")`,
  "  counts <- lengths(lapply(separators, grepRaw, header, fixed = TRUE, all = TRUE))",
  "  separator <- separators[which.max(counts)]",
  `  has_comma <- separator == ";" && grepl(";[+-]?[0-9]*,[0-9]", body, useBytes = TRUE)`,
  `  has_point <- grepl(";[+-]?[0-9]*[.][0-9]", body, useBytes = TRUE)`,
  `  if (has_comma && has_point) stop("decimal commas and points are mixed")`,
  "  table <- read.csv(",
  "    text = body,",
  "    sep = separator,",
  "    check.names = FALSE,",
  `    colClasses = "character",`,
  `    na.strings = "",`,
  `    encoding = "UTF-8"`,
  "  )",
  `  words <- "${noValueMarks}"`,
  `  no_value <- paste0("^[+-]?(", words, ")$")`,
  "  table[] <- lapply(table, function(each) {",
  "    cells <- trimws(each)",
  "    cells[grepl(no_value, cells, ignore.case = TRUE)] <- NA",
  `    numbers <- type.convert(cells, as.is = TRUE, dec = if (has_comma) "," else ".")`,
  "    if (is.numeric(numbers) || all(is.na(cells))) as.numeric(numbers) else each",
  "  })",
  `  is_date <- function(each) all(grepl("^ *[0-9]{4}-[0-9]{2}-[0-9]{2}", each))`,
  "  day <- which(vapply(table, is_date, NA))[1]",
  `  day <- match("date", tolower(trimws(names(table))), day)`,
  `  day <- match("Date", names(table), day)`,
  `  if (is.na(day)) stop("no column holds dates")`,
  "  table[[day]] <- as.Date(substr(trimws(table[[day]]), 1, 10))",
  `  names(table)[day] <- "Date"`,
];

function partLines(slice: Slice = {}): string[] {
  const rows = rowsOf(slice);
  const columns = columnsInSlice(slice);
  return [rows === "" && columns === "" ? "  table" : `  table[${rows}, ${columns}]`];
}

function rowsOf({ from, to }: Slice): string {
  const first = from === undefined ? [] : [`table$Date >= as.Date("${isoOfDay(from)}")`];
  const last = to === undefined ? [] : [`table$Date <= as.Date("${isoOfDay(to)}")`];
  return [...first, ...last].join(" & ");
}

function columnsInSlice({ columns }: Slice): string {
  return columns === undefined ? "" : rVector([dateColumn, ...columns], "  table[, ");
}
