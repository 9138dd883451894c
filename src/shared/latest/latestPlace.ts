import { URI } from "vscode-uri";
import { isConnectionId, pathOfUri, sampleConnection, scheme } from "../place";
import { plainLine } from "../plainText";
import { decodeSegment, encodeSegment } from "../segment";

/** How the newest values are shown; the extension of their path. */
export type LatestForm = "heatmap" | "csv" | "json";

/** The newest values of all signals of a connection, or of one. They have neither kind nor as-of. */
export interface LatestPlace {
  readonly connectionId: string;
  readonly signal?: LatestSubject;
  readonly form: LatestForm;
}

export interface LatestSubject {
  readonly code: string;
  readonly version: number;
}

const forms: ReadonlySet<string> = new Set<LatestForm>(["heatmap", "csv", "json"]);
const longestCode = 60;

/**
 * The one path of a place: `/acme/latest/signals/Latest Signals.heatmap`, `/acme/latest/signals/INFL/2/INFL v2 latest.csv`.
 *
 * @throws RangeError for a connection that is no id.
 */
export function latestPath(place: LatestPlace): string {
  const { connectionId, signal, form } = place;
  if (!isConnectionId(connectionId)) throw new RangeError("a connection has no such id");
  const subject =
    signal === undefined ? [] : [encodeSegment(signal.code.normalize("NFC")), `${signal.version}`];
  const name = latestName(place, (code) => encodeSegment(cut(code)));
  return ["", connectionId, "latest", "signals", ...subject, `${name}.${form}`].join("/");
}

/** The place with this path; undefined when it is not the canonical path of any. */
export function latestOfPath(path: string): LatestPlace | undefined {
  const [before, connectionId = "", latest, signals, ...rest] = path.split("/");
  const name = rest.pop() ?? "";
  const form = name.slice(name.lastIndexOf(".") + 1);
  const isLatest = before === "" && latest === "latest" && signals === "signals";
  if (!isLatest || !isConnectionId(connectionId) || !isLatestForm(form)) return undefined;
  const signal = rest.length === 0 ? undefined : subjectOf(rest);
  if (rest.length > 0 && signal === undefined) return undefined;
  const place: LatestPlace = { connectionId, form, ...(signal === undefined ? {} : { signal }) };
  // Written back and compared: the name is the canonical one.
  return latestPath(place) === path ? place : undefined;
}

/** The place of a URI's text; undefined for every other text. */
export function latestPlaceOfUri(text: string): LatestPlace | undefined {
  const path = pathOfUri(text);
  return path === undefined ? undefined : latestOfPath(path);
}

export function latestUri(place: LatestPlace): string {
  return URI.from({ scheme, path: latestPath(place) }).toString();
}

/** What people read as the name of a place: `Latest Signals`, `SAMPLE INFL v2 latest`. */
export function latestTitle(place: LatestPlace): string {
  return latestName(place, (code) => plainLine(code, longestCode));
}

function latestName(
  { connectionId, signal }: LatestPlace,
  codeText: (code: string) => string,
): string {
  const name =
    signal === undefined ? "Latest Signals" : `${codeText(signal.code)} v${signal.version} latest`;
  return connectionId === sampleConnection ? `SAMPLE ${name}` : name;
}

function subjectOf(segments: readonly string[]): LatestSubject | undefined {
  const [codeText = "", versionText = "", ...others] = segments;
  const code = decodeSegment(codeText);
  const version = /^\d{1,16}$/.test(versionText) ? Number(versionText) : Number.NaN;
  if (others.length > 0 || code === undefined || !Number.isSafeInteger(version)) return undefined;
  return { code, version };
}

function isLatestForm(text: string): text is LatestForm {
  return forms.has(text);
}

function cut(code: string): string {
  return Array.from(code).slice(0, longestCode).join("").normalize("NFC");
}
