import { isConnectionId, sampleConnection, type SeriesTarget, targetPath } from "./place";
import { placeName } from "./placeName";
import { type SeriesRef } from "./reference";
import { referenceOfPath } from "./referencePath";
import { decodeSegment, encodeSegment } from "./segment";
/** More series than this tell nobody anything any more, and their place would be longer than editors keep. */
export const maxParts = 40;

/** What stands where other places have a connection. */
const root = "~";

/** Parts with longer names are counted, not named. */
const maxNamed = 2;

/**
 * The one path of several series in one chart, in their order, each of them one segment:
 * `/~/acme%2Fsignals%2FINFL%2F2%2Fcountry_iso%3DUS%2FSNAP%2Flatest/…/INFL US + INFL DE.chart`.
 *
 * @throws RangeError for fewer than two parts or more than {@link maxParts}, for one that stands there twice, and for a
 * connection that is no id.
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
  const name = composedName(parts, placeName);
  return ["", root, ...keys.map(encodeSegment), `${name}.chart`].join("/");
}

/** The series with this path, or undefined when it is not the canonical path of any. */
export function composedOfPath(path: string): readonly SeriesTarget[] | undefined {
  const [before, first, ...segments] = path.split("/");
  if (before !== "" || first !== root || segments.length > maxParts + 1) return undefined;
  const keys = segments.slice(0, -1).map(decodeSegment);
  const parts = keys.flatMap((key) => (key === undefined ? [] : (seriesOfKey(key) ?? [])));
  const isWhole = parts.length === keys.length && parts.length >= 2;
  if (!isWhole || new Set(keys).size < keys.length) return undefined;
  // Written back and compared: the name is the canonical one.
  return composedPath(parts) === path ? parts : undefined;
}

/** What several series in one chart are called: `INFL US + INFL DE`, `INFL US + 3 more`; any sample data first. */
export function composedName(
  parts: readonly SeriesTarget[],
  nameOf: (reference: SeriesRef, isSample: boolean) => string,
): string {
  const names = parts.map(({ reference }) => nameOf(reference, false));
  const [first = "", ...others] = names;
  const shown = names.length <= maxNamed ? names : [first, `${others.length} more`];
  const isSample = parts.some(({ connectionId }) => connectionId === sampleConnection);
  return [...(isSample ? ["SAMPLE"] : []), shown.join(" + ")].join(" ");
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
