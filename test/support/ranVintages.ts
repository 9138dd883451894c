import { writeFileSync } from "node:fs";
import path from "node:path";
import { runInterpreter } from "./interpreters";

/** A row of a table of vintages, or of what was known at a time. */
export interface KnownRow {
  readonly time?: string;
  readonly asOf: string;
  readonly day: string;
  readonly tags: readonly string[];
  /** Level, Momentum, Aggregate. */
  readonly numbers: readonly (number | null)[];
}

/** The view of what is known at each decision, and the rows known at each of some times. */
export interface RanVintages {
  readonly known: readonly KnownRow[];
  readonly at: readonly (readonly KnownRow[])[];
}

const ofPython = `
import datetime, json, sys

def number(value):
    return None if value is None or value != value else value

def rows(table):
    if type(table).__module__.startswith("polars"):
        records = table.to_dicts()
    else:
        records = table.to_dict("records")
    others = ("time", "as_of", "Date", "Level", "Momentum", "Aggregate")
    iso = lambda time: time.strftime("%Y-%m-%dT%H:%M:%SZ")
    for each in records:
        row = {"time": iso(each["time"])} if "time" in each else {}
        row["asOf"] = iso(each["as_of"])
        row["day"] = each["Date"].strftime("%Y-%m-%d")
        row["tags"] = [value for name, value in each.items() if name not in others]
        row["numbers"] = [number(each[name]) for name in others[3:]]
        yield row

given = json.load(sys.stdin)
results = []
for code in given["codes"]:
    own = {}
    exec(compile(code, "<inserted>", "exec"), own)
    at = [
        list(rows(own["history_at"](datetime.datetime.strptime(time, "%Y-%m-%dT%H:%M:%S%z"))))
        for time in given["times"]
    ]
    results.append({"known": list(rows(own["history_known"])), "at": at})
print(json.dumps(results))
`;

/** Runs pieces of Python, each of which makes a `history` of vintages. @throws Error with what Python printed. */
export async function ranVintages(
  python: string,
  codes: readonly string[],
  times: readonly string[],
  cwd: string,
): Promise<readonly RanVintages[]> {
  const input = JSON.stringify({ codes, times });
  const options = { cwd, env: { PYTHONUTF8: "1" }, input };
  const { status, stdout, stderr } = await runInterpreter(python, ["-c", ofPython], options);
  if (status !== 0) throw new Error(`${python} ended with ${String(status)}: ${stderr}`);
  return JSON.parse(stdout) as readonly RanVintages[];
}

/** Prints a cell a line: texts as the hexadecimal numbers of their UTF-8, numbers with 17 digits. */
const ofR = String.raw`
hex <- function(text) paste(as.character(charToRaw(enc2utf8(text))), collapse = "")
shown <- function(table) {
  cat("table", length(table), nrow(table), "\n")
  for (name in names(table)) {
    values <- table[[name]]
    if (inherits(values, "POSIXct")) values <- format(values, "%Y-%m-%dT%H:%M:%SZ", tz = "UTC")
    if (inherits(values, "Date")) values <- format(values)
    cells <- if (is.character(values)) vapply(values, hex, "") else sprintf("%.17g", values)
    cat(hex(name), paste0("=", ifelse(is.na(values), "-", cells)), "\n")
  }
}
for (index in seq_len(as.integer(commandArgs(TRUE)[1]))) {
  own <- new.env(parent = globalenv())
  source(paste0("vintages", index, ".R"), local = own)
  shown(own$history_known)
  for (time in readLines("times.txt")) {
    shown(own$history_at(as.POSIXct(time, format = "%Y-%m-%dT%H:%M:%SZ", tz = "UTC")))
  }
}
`;

/** The same in R. */
export async function vintagesOfR(
  rscript: string,
  codes: readonly string[],
  times: readonly string[],
  cwd: string,
): Promise<readonly RanVintages[]> {
  codes.forEach((code, index) => writeFileSync(path.join(cwd, `vintages${index + 1}.R`), code));
  writeFileSync(path.join(cwd, "times.txt"), `${times.join("\n")}\n`);
  writeFileSync(path.join(cwd, "vintages.R"), `options(warn = 2)\n${ofR}`);
  const args = ["--vanilla", "vintages.R", String(codes.length)];
  const env = { LC_ALL: "C.UTF-8", TZ: "America/New_York" };
  const { status, stdout, stderr } = await runInterpreter(rscript, args, { cwd, env });
  if (status !== 0) throw new Error(`${rscript} ended with ${String(status)}: ${stderr}`);
  const shown = stdout
    .split(/^table .*\n/m)
    .slice(1)
    .map(rowsOfR);
  return codes.map((_, index) => {
    const [known = [], ...at] = shown.slice(index * (times.length + 1)).slice(0, times.length + 1);
    return { known, at };
  });
}

function rowsOfR(printed: string): KnownRow[] {
  const columns = printed
    .trimEnd()
    .split("\n")
    .map((line) => line.trimEnd().split(" "))
    .map(([name = "", ...cells]) => [textOf(name), cells.map((each) => each.slice(1))] as const);
  const of = (name: string): readonly string[] =>
    columns.find(([each]) => each === name)?.[1] ?? [];
  const scores = ["Level", "Momentum", "Aggregate"];
  const others = new Set(["time", "as_of", "Date", ...scores]);
  const tags = columns.filter(([name]) => !others.has(name));
  const rows = of("as_of").filter((each) => each !== "");
  return rows.map((asOf, row) => ({
    ...(of("time").length > 0 ? { time: textOf(of("time")[row] ?? "") } : {}),
    asOf: textOf(asOf),
    day: textOf(of("Date")[row] ?? ""),
    tags: tags.map(([, cells]) => textOf(cells[row] ?? "")),
    numbers: scores.map((name) => {
      const cell = of(name)[row] ?? "-";
      return cell === "-" || cell === "NA" ? null : Number(cell);
    }),
  }));
}

function textOf(hex: string): string {
  return Buffer.from(hex, "hex").toString();
}
