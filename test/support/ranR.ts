import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type RunOptions, runInterpreter } from "./interpreters";
import { type RanCode, type RanTable, type RunCode } from "./ranCode";

/** Runs each file of code on its own; prints texts as the hexadecimal numbers of their UTF-8 and numbers with 17 digits. */
const runner = String.raw`
hex <- function(text) paste(as.character(charToRaw(enc2utf8(text))), collapse = "")
shown <- function(values) {
  texts <- if (is.character(values)) vapply(values, hex, "")
    else if (inherits(values, "Date")) format(values)
    else sprintf("%.17g", values)
  ifelse(is.na(values), "-", paste0("=", texts))
}
pieces <- readLines("pieces.txt")
for (index in seq_along(pieces)) {
  cat("piece\n")
  tryCatch({
    own <- new.env(parent = globalenv())
    source(paste0("piece", index, ".R"), local = own)
    table <- get(pieces[index], envir = own)
    for (column in seq_along(table)) {
      type <- class(table[[column]])[1]
      cat("column", type, hex(names(table)[column]), shown(table[[column]]), "\n")
    }
  }, error = function(error) cat("error", hex(conditionMessage(error)), "\n"))
}
`;

/** Runs pieces of code in one process of R, each in an environment of its own; their files are written into `cwd`. */
export async function ranR(
  rscript: string,
  pieces: readonly RunCode[],
  options: RunOptions & { readonly cwd: string },
): Promise<readonly RanCode[]> {
  mkdirSync(options.cwd, { recursive: true });
  const write = (name: string, text: string): void =>
    writeFileSync(path.join(options.cwd, name), `${text}\n`);
  pieces.forEach(({ code }, index) => write(`piece${index + 1}.R`, code));
  write("pieces.txt", pieces.map(({ variable }) => variable).join("\n"));
  write("runner.R", runner);
  const { status, stdout, stderr } = await runInterpreter(
    rscript,
    ["--vanilla", "runner.R"],
    options,
  );
  if (status !== 0) throw new Error(`${rscript} ended with ${String(status)}: ${stderr}`);
  return stdout.split("piece\n").slice(1).map(ranPiece);
}

function ranPiece(printed: string): RanCode {
  const lines = printed.trimEnd().split("\n");
  const cells = lines.map((line) => line.trimEnd().split(" "));
  const [kind, message = ""] = cells[0] ?? [];
  if (kind === "error") return { error: textOf(message) };
  const [date = [], ...columns] = cells;
  return {
    types: cells.map(([, type = ""]) => type),
    table: {
      days: date.slice(3).map((cell) => cell.slice(1)),
      columns: columns.map(([, type, name = "", ...values]) => [
        textOf(name),
        values.map((cell) => valueOf(cell, type === "character")),
      ]),
    },
  };
}

function valueOf(cell: string, isText: boolean): string | number | null {
  if (cell === "-") return null;
  return isText ? textOf(cell.slice(1)) : Number(cell.slice(1));
}

function textOf(hex: string): string {
  return Buffer.from(hex, "hex").toString();
}

/**
 * R reads a decimal number with extended precision and rounds twice (`R_strtod`): of 400,000 random doubles R 4.2 read 25
 * as their neighbour, none as another number.
 */
const oneBit = Number.EPSILON;

/** The table with each number that is another one only in its last bit replaced by the expected one. */
export function asRounded(table: RanTable, expected: RanTable): RanTable {
  return {
    ...table,
    columns: table.columns.map(([name, values], column) => [
      name,
      values.map((value, row) => nearest(value, expected.columns[column]?.[1][row])),
    ]),
  };
}

function nearest(
  value: number | string | null,
  wanted: number | string | null = null,
): number | string | null {
  if (typeof value !== "number" || typeof wanted !== "number") return value;
  return Math.abs(value - wanted) <= Math.abs(wanted) * oneBit ? wanted : value;
}
