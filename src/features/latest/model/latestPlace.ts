import { URI } from "vscode-uri";
import { isConnectionId, pathOfUri, sampleConnection, scheme } from "../../../shared/place";
import { plainLine } from "../../../shared/plainText";
import { decodeSegment, encodeSegment } from "../../../shared/segment";

/** The newest values of all signals of a connection, or of one. They have neither kind nor as-of. */
export interface LatestSignalsPlace {
  readonly connectionId: string;
  readonly of: "signals";
  readonly signal?: LatestSubject;
  /** How they are shown; the extension of the path. */
  readonly form: "heatmap" | TextForm;
}

/** The newest forecasts of a connection. */
export interface LatestForecastsPlace {
  readonly connectionId: string;
  readonly of: "forecasts";
  readonly form: "explorer" | TextForm;
}

/**
 * The changes between two answers of a connection. Only the places of texts name the two; the page has them in its view
 * state.
 */
export type LatestChangesPlace = {
  readonly connectionId: string;
  readonly of: "changes";
} & (
  | { readonly form: "changes" }
  | { readonly form: TextForm; readonly sinceMs: number; readonly toMs: number }
);

export type LatestPlace = LatestSignalsPlace | LatestForecastsPlace | LatestChangesPlace;

type TextForm = "csv" | "json";

export interface LatestSubject {
  readonly code: string;
  readonly version: number;
}

const longestCode = 60;

/**
 * The one path of a place: `/acme/latest/signals/Latest Signals.heatmap`, `/acme/latest/signals/INFL/2/INFL v2 latest.csv`,
 * `/acme/latest/forecasts/Forecast Explorer.explorer`, `/acme/latest/changes/What Changed.changes`,
 * `/acme/latest/changes/1763020330123-1763661764000/What Changed.csv`.
 *
 * @throws RangeError for a connection that is no id.
 */
export function latestPath(place: LatestPlace): string {
  const { connectionId, of, form } = place;
  if (!isConnectionId(connectionId)) throw new RangeError("a connection has no such id");
  const subject = subjectPath(place);
  const name = latestName(place, (code) => encodeSegment(cut(code)));
  return ["", connectionId, "latest", of, ...subject, `${name}.${form}`].join("/");
}

/** The place with this path; undefined when it is not the canonical path of any. */
export function latestOfPath(path: string): LatestPlace | undefined {
  const [before, connectionId = "", latest, of, ...rest] = path.split("/");
  const name = rest.pop() ?? "";
  const form = name.slice(name.lastIndexOf(".") + 1);
  if (before !== "" || latest !== "latest" || !isConnectionId(connectionId)) return undefined;
  const place = placeOf(connectionId, of, form, rest);
  // Only a canonical path is accepted.
  return place !== undefined && latestPath(place) === path ? place : undefined;
}

/** The place of a URI's text; undefined for every other text. */
export function latestPlaceOfUri(text: string): LatestPlace | undefined {
  const path = pathOfUri(text);
  return path === undefined ? undefined : latestOfPath(path);
}

export function latestUri(place: LatestPlace): string {
  return URI.from({ scheme, path: latestPath(place) }).toString();
}

/** The readable name of a place: `Latest Signals`, `SAMPLE INFL v2 latest`, `Forecast Explorer`. */
export function latestTitle(place: LatestPlace): string {
  return latestName(place, (code) => plainLine(code, longestCode));
}

function placeOf(
  connectionId: string,
  of: string | undefined,
  form: string,
  subject: readonly string[],
): LatestPlace | undefined {
  switch (of) {
    case "signals":
      return signalsPlace(connectionId, form, subject);
    case "forecasts":
      return form === "explorer" || isTextForm(form) ? { connectionId, of, form } : undefined;
    case "changes":
      return changesPlace(connectionId, form, subject);
    case undefined:
    default:
      return undefined;
  }
}

function subjectPath(place: LatestPlace): readonly string[] {
  if (place.of === "changes" && place.form !== "changes") return [`${place.sinceMs}-${place.toMs}`];
  const signal = signalOf(place);
  return signal === undefined
    ? []
    : [encodeSegment(signal.code.normalize("NFC")), `${signal.version}`];
}

/** The signal of a place; undefined for places of all signals, forecasts and changes. */
function signalOf(place: LatestPlace): LatestSubject | undefined {
  return place.of === "signals" ? place.signal : undefined;
}

const namesOfAll = {
  signals: "Latest Signals",
  forecasts: "Forecast Explorer",
  changes: "What Changed",
} as const;

function latestName(place: LatestPlace, codeText: (code: string) => string): string {
  const signal = signalOf(place);
  const name =
    signal === undefined
      ? namesOfAll[place.of]
      : `${codeText(signal.code)} v${signal.version} latest`;
  return place.connectionId === sampleConnection ? `SAMPLE ${name}` : name;
}

function signalsPlace(
  connectionId: string,
  form: string,
  segments: readonly string[],
): LatestSignalsPlace | undefined {
  if (form !== "heatmap" && !isTextForm(form)) return undefined;
  const place = { connectionId, of: "signals", form } as const;
  if (segments.length === 0) return place;
  const signal = subjectOf(segments);
  return signal === undefined ? undefined : { ...place, signal };
}

function changesPlace(
  connectionId: string,
  form: string,
  [pair = ""]: readonly string[],
): LatestChangesPlace | undefined {
  if (form === "changes") return { connectionId, of: "changes", form };
  const [, since, to] = /^(\d{1,16})-(\d{1,16})$/.exec(pair) ?? [];
  if (since === undefined || !isTextForm(form)) return undefined;
  return { connectionId, of: "changes", form, sinceMs: Number(since), toMs: Number(to) };
}

function subjectOf(segments: readonly string[]): LatestSubject | undefined {
  const [codeText = "", versionText = "", ...others] = segments;
  const code = decodeSegment(codeText);
  const version = /^\d{1,16}$/.test(versionText) ? Number(versionText) : Number.NaN;
  if (others.length > 0 || code === undefined || !Number.isSafeInteger(version)) return undefined;
  return { code, version };
}

function isTextForm(text: string): text is TextForm {
  return text === "csv" || text === "json";
}

function cut(code: string): string {
  return Array.from(code).slice(0, longestCode).join("").normalize("NFC");
}
