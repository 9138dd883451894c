import { isConnectionId, sampleConnection, type SeriesTarget, targetPath } from "./place";
import { placeName, referenceTitleOf } from "./placeName";
import { plainLine } from "./plainText";
import { type SeriesRef } from "./reference";
import { referenceOfPath } from "./referencePath";
import { decodeSegment, encodeSegment } from "./segment";

/** With more series a chart is unreadable, and its path is longer than editors keep. */
export const maxParts = 40;

/** Takes the place of the connection id in the path. */
const root = "~";

/** If a chart has more parts, only the first is named and the others are counted. */
const maxNamed = 2;

/** As the labels of charts' tabs. A tab that was restored and not shown yet is labeled with the last segment. */
const longestName = 40;

/**
 * The canonical path of several series in one chart. Each series is one segment, in order, before a name for people:
 * `/~/acme%2Fsignals%2FINFL%2F2%2Fcountry_iso%3DUS%2FSNAP%2Flatest/…/INFL US + INFL DE.chart`.
 *
 * @throws RangeError for fewer than two or more than {@link maxParts} parts, for duplicates, and for an invalid
 * connection id.
 */
export function composedPath(parts: readonly SeriesTarget[]): string {
  const keys = parts.map(targetPath);
  if (keys.length < 2 || keys.length > maxParts) {
    throw new RangeError(`a chart is composed of 2 to ${maxParts} series`);
  }
  if (new Set(keys).size < keys.length) throw new RangeError("a series is in a chart twice");
  if (!parts.every(({ connectionId }) => isConnectionId(connectionId))) {
    throw new RangeError("a connection has no such id");
  }
  return pathOf(keys, shortName(parts));
}

function pathOf(keys: readonly string[], name: string): string {
  return ["", root, ...keys.map(encodeSegment), `${name}.chart`].join("/");
}

/** A name of at most {@link longestName} characters, which are not percent-encoded. */
function shortName(parts: readonly SeriesTarget[]): string {
  const whole = composedName(parts, referenceTitleOf);
  return (lengthOf(whole) > longestName ? countedName(parts) : whole).replace(/[/\\]/g, "-");
}

/** The beginning of the first series' name, and the number of the others. */
function countedName(parts: readonly SeriesTarget[]): string {
  const mark = hasSample(parts) ? "SAMPLE " : "";
  const rest = ` + ${parts.length - 1} more`;
  const [first = ""] = parts.map(({ reference }) => referenceTitleOf(reference, false));
  return mark + plainLine(first, longestName - mark.length - rest.length) + rest;
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The series that a path names; undefined unless it is a canonical path, or one with the encoded name of old tabs. */
export function composedOfPath(path: string): readonly SeriesTarget[] | undefined {
  const [before, first, ...segments] = path.split("/");
  if (before !== "" || first !== root || segments.length > maxParts + 1) return undefined;
  const keys = segments.slice(0, -1).map(decodeSegment);
  const parts = keys.flatMap((key) => (key === undefined ? [] : (seriesOfKey(key) ?? [])));
  const isWhole = parts.length === keys.length && parts.length >= 2;
  if (!isWhole || new Set(keys).size < keys.length) return undefined;
  // Formatting it again proves that it is canonical, including its name.
  const canonical = [
    composedPath(parts),
    pathOf(parts.map(targetPath), composedName(parts, placeName)),
  ];
  return canonical.includes(path) ? parts : undefined;
}

/**
 * The name of several series in one chart: `INFL US + INFL DE`, `INFL US + 3 more`; `SAMPLE` comes first if any of them
 * is sample data.
 */
export function composedName(
  parts: readonly SeriesTarget[],
  nameOf: (reference: SeriesRef, isSample: boolean) => string,
): string {
  const names = parts.map(({ reference }) => nameOf(reference, false));
  const [first = "", ...others] = names;
  const shown = names.length <= maxNamed ? names : [first, `${others.length} more`];
  return [...(hasSample(parts) ? ["SAMPLE"] : []), shown.join(" + ")].join(" ");
}

function hasSample(parts: readonly SeriesTarget[]): boolean {
  return parts.some(({ connectionId }) => connectionId === sampleConnection);
}

/** The series with this text; undefined for any other text. */
export function seriesOfKey(key: string): SeriesTarget | undefined {
  const slash = key.indexOf("/");
  const connectionId = key.slice(0, Math.max(slash, 0));
  const reference = referenceOfPath(key.slice(slash + 1));
  if (!isConnectionId(connectionId) || reference === undefined || reference.family === "panel") {
    return undefined;
  }
  return { connectionId, reference };
}
