import { toCell, toNameCell } from "../../data/csvCell";

/** NaN, like null, is no value. */
export type FlatCell = string | number | null;

/** Records, each as its values in the order of the names. */
export type FlatRows = Iterable<readonly FlatCell[]>;

/** Yields CSV in pieces: numbers read back as the same double, and no value is an empty cell. */
export function* flatCsv(names: readonly string[], rows: FlatRows): Generator<string, void> {
  yield `${names.map(toNameCell).join(",")}\n`;
  for (const row of rows) yield `${row.map(cellOf).join(",")}\n`;
}

/** Yields a JSON array in pieces, one object to a line. No value is null. */
export function* flatJson(names: readonly string[], rows: FlatRows): Generator<string, void> {
  yield* jsonLines(objectTexts(names, rows));
}

/** Yields an array of JSON texts in pieces, one to a line. */
export function* jsonLines(texts: Iterable<string>): Generator<string, void> {
  let before = "[\n";
  for (const text of texts) {
    yield `${before}  ${text}`;
    before = ",\n";
  }
  yield before === ",\n" ? "\n]\n" : "[]\n";
}

function* objectTexts(names: readonly string[], rows: FlatRows): Generator<string, void> {
  for (const row of rows) {
    // JSON writes NaN as null.
    const pairs = names.map((name, at) => `${JSON.stringify(name)}: ${JSON.stringify(row[at])}`);
    yield `{${pairs.join(", ")}}`;
  }
}

function cellOf(value: FlatCell): string {
  if (typeof value === "string") return toCell(value);
  return value === null || Number.isNaN(value) ? "" : String(value);
}
