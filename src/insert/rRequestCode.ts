import { dateColumn } from "../data/frame";
import { isoOfDay } from "../shared/day";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { knownSampleKey } from "../shared/knownSampleKey";
import { type Slice } from "../shared/slice";
import { type RequestCodeSubject } from "./codeRequest";
import { textLiteral } from "./literals";
import { keyHeader } from "./requestMark";
import {
  type RequestParts,
  hasDotSegment,
  isOfSample,
  isOnThisComputer,
  requestParts,
} from "./requestParts";
import { rPairs, rVector } from "./rVector";

/** R that asks the service for a series with the package curl. */
export function rRequestCode(name: string, subject: RequestCodeSubject): string {
  const { line, baseUrl, asked = line.reference } = subject;
  const isSample = isOfSample(subject);
  const parts = requestParts(asked);
  return [
    `${name} <- local({`,
    ...(isSample ? [] : keyLines),
    `  headers <- c("${keyHeader}" = ${isSample ? textLiteral("r", knownSampleKey) : "key"})`,
    ...urlLines(baseUrl, parts),
    ...handleLines(isOnThisComputer(baseUrl), hasDotSegment(parts)),
    ...answerLines(isSample),
    ...tableLines,
    ...partLines(line.slice),
    "})",
  ].join("\n");
}

const keyLines = [
  `  key <- trimws(Sys.getenv("${environmentKeyVariable}"))`,
  `  if (key == "") stop("${environmentKeyVariable} is not set")`,
  `  if (grepl("[^ -~]", key, perl = TRUE, useBytes = TRUE)) {`,
  `    stop("${environmentKeyVariable} contains characters that API keys cannot have")`,
  "  }",
];

function urlLines(baseUrl: string, parts: RequestParts): string[] {
  const { segments, parameters } = parts;
  const [path, query] = ["  segments <- ", "  parameters <- "];
  const base = textLiteral("r", `${baseUrl.replace(/\/$/, "")}/`);
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

/** A request that is redirected is an error: the key must not go on to wherever the redirect leads. */
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

/** The key may not come back in a message, which a notebook would save. */
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

/** Separator, decimal mark and dates as `readCsvTable` finds them. */
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
  `    dec = if (has_comma) "," else ".",`,
  "    check.names = FALSE,",
  `    na.strings = c("", "NaN", "nan", "null", "NA"),`,
  `    encoding = "UTF-8"`,
  "  )",
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
  const columns = columnsOf(slice);
  return [rows === "" && columns === "" ? "  table" : `  table[${rows}, ${columns}]`];
}

function rowsOf({ from, to }: Slice): string {
  const first = from === undefined ? [] : [`table$Date >= as.Date("${isoOfDay(from)}")`];
  const last = to === undefined ? [] : [`table$Date <= as.Date("${isoOfDay(to)}")`];
  return [...first, ...last].join(" & ");
}

function columnsOf({ columns }: Slice): string {
  return columns === undefined ? "" : rVector([dateColumn, ...columns], "  table[, ");
}
