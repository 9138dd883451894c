import { URI } from "vscode-uri";
import { isConnectionId, pathOfUri, sampleConnection, scheme } from "../place";
import { plainLine } from "../plainText";
import { decodeSegment, encodeSegment } from "../segment";

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

export type LatestPlace = LatestSignalsPlace | LatestForecastsPlace;

type TextForm = "csv" | "json";

export interface LatestSubject {
  readonly code: string;
  readonly version: number;
}

const longestCode = 60;

/**
 * The one path of a place: `/acme/latest/signals/Latest Signals.heatmap`, `/acme/latest/signals/INFL/2/INFL v2 latest.csv`,
 * `/acme/latest/forecasts/Forecast Explorer.explorer`.
 *
 * @throws RangeError for a connection that is no id.
 */
export function latestPath(place: LatestPlace): string {
  const { connectionId, of, form } = place;
  if (!isConnectionId(connectionId)) throw new RangeError("a connection has no such id");
  const signal = signalOf(place);
  const subject =
    signal === undefined ? [] : [encodeSegment(signal.code.normalize("NFC")), `${signal.version}`];
  const name = latestName(place, (code) => encodeSegment(cut(code)));
  return ["", connectionId, "latest", of, ...subject, `${name}.${form}`].join("/");
}

/** The place with this path; undefined when it is not the canonical path of any. */
export function latestOfPath(path: string): LatestPlace | undefined {
  const [before, connectionId = "", latest, of, ...rest] = path.split("/");
  const name = rest.pop() ?? "";
  const form = name.slice(name.lastIndexOf(".") + 1);
  if (before !== "" || latest !== "latest" || !isConnectionId(connectionId)) return undefined;
  const place =
    of === "signals"
      ? signalsPlace(connectionId, form, rest)
      : forecastsPlace(connectionId, of, form);
  // Written back and compared: the name is the canonical one.
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

/** What people read as the name of a place: `Latest Signals`, `SAMPLE INFL v2 latest`, `Forecast Explorer`. */
export function latestTitle(place: LatestPlace): string {
  return latestName(place, (code) => plainLine(code, longestCode));
}

/** The signal that a place is about; undefined for those of all signals and of forecasts. */
function signalOf(place: LatestPlace): LatestSubject | undefined {
  return place.of === "signals" ? place.signal : undefined;
}

function latestName(place: LatestPlace, codeText: (code: string) => string): string {
  const signal = signalOf(place);
  const ofAll = place.of === "signals" ? "Latest Signals" : "Forecast Explorer";
  const name = signal === undefined ? ofAll : `${codeText(signal.code)} v${signal.version} latest`;
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

function forecastsPlace(
  connectionId: string,
  of: string | undefined,
  form: string,
): LatestForecastsPlace | undefined {
  if (of !== "forecasts" || (form !== "explorer" && !isTextForm(form))) return undefined;
  return { connectionId, of, form };
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
