import { type HeldPanel, type HeldSeries } from "../../../data/table/content";
import { tableName, timeInName } from "../../../data/table/name";
import { endOfDay, type Instant } from "../../../shared/instant";
import { sampleConnection } from "../../../shared/place";
import { type ReferenceLine, parseReferenceLine } from "../../../shared/referenceLine";
import { referencePath } from "../../../shared/referencePath";
import { formatOfPath } from "./codeBlock";

/** What a file records about its origin: for Parquet its footer, as `tableMetadata` writes it. */
export interface FileOrigin {
  readonly reference: string;
  readonly service: string;
}

/** Stands for the time of retrieval in a name, which a line does not contain. */
const anyInstant = endOfDay(0);

/**
 * The as-of in a file name, or for a forecast the time of retrieval, if the name is that of the line's series at any
 * such time; undefined for any other name.
 */
export function timeOfFile(path: string, line: ReferenceLine): Instant | undefined {
  const format = formatOfPath(path);
  if (format === undefined) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return timeInName(name, tableOf(line, anyInstant), line, format);
}

/** The as-of in a file name if the line has a different one: one of them was edited by hand. */
export function otherTimeOfFile(path: string, line: ReferenceLine): Instant | undefined {
  const { reference } = line;
  if (reference.family === "forecast" || reference.asOf === "latest") return undefined;
  const time = timeOfFile(path, line);
  return time === reference.asOf ? undefined : time;
}

/**
 * Whether a file is the one that a line refers to: neither its name nor its recorded origin contradicts the line, and
 * one of them confirms it.
 */
export function isFileOfLine(
  path: string,
  origin: FileOrigin | undefined,
  line: ReferenceLine,
): boolean {
  if (otherTimeOfFile(path, line) !== undefined) return false;
  if (origin === undefined) return timeOfFile(path, line) !== undefined;
  return origin.reference === referencePath(line.reference) && origin.service === line.service;
}

/** The form of series' file names, such as `…_asof-20240628.parquet`. */
const ownForm =
  /^[\w.-]+_(?:asof|(?:latest-)?retrieved)-\d{8}(?:T\d{6}Z)?(?:_from-\d{8})?(?:_to-\d{8})?(?:_values-[\da-f]{10})?(?:_id-[\da-f]{10})?\.(?:parquet|csv)$/;

/** File names and reference lines are never longer. */
const longestName = 130;

/** Whether only this extension gives files such a name. */
export function isDataFileName(name: string): boolean {
  return name.length <= longestName && ownForm.test(name);
}

/**
 * The names of data files that a text mentions anywhere, in code or in a reference line; also works on the saved JSON
 * of a notebook. Errs on the side of too many, because files that are not mentioned may be deleted.
 */
export function namedFiles(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/\.(?:parquet|csv)/g)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, end - longestName - 1), end);
    const name = /[\w.-]+$/.exec(before)?.[0] ?? "";
    names.add(name);
    // The `n` of an escaped line break is not part of the name.
    if (/\\[nrt]$/.test(before.slice(0, -name.length + 1))) names.add(name.slice(1));
  }
  for (const line of linesIn(text)) for (const name of namesOf(line)) names.add(name);
  return names;
}

function* linesIn(text: string): Generator<ReferenceLine> {
  for (const [, words = ""] of text.matchAll(/macro-signals: ([^"\\\n\r]{1,4000})/g)) {
    const line = parseReferenceLine(`# macro-signals: ${words.replace(/\s*-->\s*$/, "")}`);
    if (line !== undefined) yield line;
  }
}

/** For a signal or a panel as of an instant; the line of a forecast does not identify its file. */
function namesOf(line: ReferenceLine): readonly string[] {
  const { reference } = line;
  if (reference.family === "forecast" || reference.asOf === "latest") return [];
  const table = tableOf(line, reference.asOf);
  return (["parquet", "csv"] as const).map((format) => tableName(table, line, format));
}

/**
 * The table that a line refers to.
 *
 * @param time - As of when a panel is.
 */
function tableOf(
  { reference, service }: ReferenceLine,
  time: Instant,
):
  | { readonly kind: "series"; readonly member: HeldSeries }
  | { readonly kind: "panel"; readonly member: HeldPanel } {
  const origin = { service, isSample: service === sampleConnection };
  if (reference.family !== "panel") {
    return { kind: "series", member: { reference, retrievedAt: anyInstant, ...origin } };
  }
  const dated = { ...reference, asOf: time };
  const panel = { reference: dated, variants: [], retrievedAt: time };
  return { kind: "panel", member: { panel, ...origin } };
}
