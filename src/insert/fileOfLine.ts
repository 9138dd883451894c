import { timeInFileName } from "../data/fileName";
import { asOfInPanelName } from "../data/panelName";
import { endOfDay, type Instant } from "../shared/instant";
import { sampleConnection } from "../shared/place";
import { referencePath } from "../shared/referencePath";
import { type ReferenceLine } from "../shared/referenceLine";
import { formatOfPath } from "./codeBlock";

/** What a file says of itself: of Parquet its footer, as `fileMetadata` writes it. */
export interface FileOrigin {
  readonly reference: string;
  readonly service: string;
}

/** Stands where a name has the time of retrieval, which a line does not tell. */
const anyInstant = endOfDay(0);

/**
 * The as-of, of a forecast the time of retrieval, that a file has by its name, where it is a name of the line's series, as of
 * whenever; undefined for every other name.
 */
export function timeOfFile(path: string, line: ReferenceLine): Instant | undefined {
  const { reference, slice, service } = line;
  const format = formatOfPath(path);
  if (format === undefined) return undefined;
  const part = slice === undefined ? {} : { slice };
  const isSample = service === sampleConnection;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (reference.family === "panel") {
    const panel = { reference: { ...reference, asOf: anyInstant }, ...part, isSample };
    return asOfInPanelName(name, panel, format);
  }
  const subject = { reference, ...part, isSample, retrievedAt: anyInstant };
  return timeInFileName(name, subject, format);
}

/** The as-of that a file has by its name where its line says another: one of both was changed by hand. */
export function otherTimeOfFile(path: string, line: ReferenceLine): Instant | undefined {
  const { reference } = line;
  if (reference.family === "forecast" || reference.asOf === "latest") return undefined;
  const time = timeOfFile(path, line);
  return time === reference.asOf ? undefined : time;
}

/**
 * Whether a file is the one that a line tells of: neither its name nor what it says of itself tells of another, and one of
 * both tells.
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
