import { URI } from "vscode-uri";
import { composedName, composedOfPath, composedPath } from "./composedPlace";
import {
  pathOfUri,
  placeOfPath,
  placeOfUri,
  placePath,
  sampleConnection,
  scheme,
  type PanelTarget,
  type SeriesTarget,
  targetPath,
} from "./place";
import { versionedTitle } from "./placeName";
import { type Slice } from "./slice";

/** What a chart of series shows. */
export interface ChartPlace {
  /** At least one; no duplicates. */
  readonly parts: readonly [SeriesTarget, ...SeriesTarget[]];
  /** Only for a chart of one series. */
  readonly slice?: Slice;
}

/** What a chart of a panel shows: its variants, as small multiples. */
export interface PanelChartPlace extends PanelTarget {
  /** Applies to each of the panel's series. */
  readonly slice?: Slice;
}

export type AnyChartPlace = ChartPlace | PanelChartPlace;

export function isPanelChart(place: AnyChartPlace): place is PanelChartPlace {
  return !("parts" in place);
}

/** The place that a chart's URI names; undefined for any other text. */
export function anyChartPlaceOfUri(text: string): AnyChartPlace | undefined {
  return chartPlaceOfUri(text) ?? panelChartOfUri(text);
}

/** The place that a panel chart's URI names; undefined for any other text. */
function panelChartOfUri(text: string): PanelChartPlace | undefined {
  const place = placeOfUri(text);
  if (place?.form !== "chart" || place.reference.family !== "panel") return undefined;
  const { connectionId, reference, slice } = place;
  return { connectionId, reference, ...(slice === undefined ? {} : { slice }) };
}

/** The place that a series chart's URI names; undefined for any other text. */
export function chartPlaceOfUri(text: string): ChartPlace | undefined {
  const path = pathOfUri(text);
  if (path === undefined) return undefined;
  const place = placeOfPath(path);
  if (place === undefined) return chartPlaceOf(composedOfPath(path) ?? []);
  const { connectionId, reference, slice, form } = place;
  if (form !== "chart" || reference.family === "panel") return undefined;
  return { parts: [{ connectionId, reference }], ...(slice === undefined ? {} : { slice }) };
}

/**
 * The URI of a chart; different places have different URIs.
 *
 * @throws RangeError if the argument is not a valid place.
 */
export function chartUri(place: AnyChartPlace): string {
  return URI.from({ scheme, path: chartPath(place) }).toString();
}

/** The chart of the given series, without duplicates; undefined if there are none. */
export function chartPlaceOf(series: readonly SeriesTarget[]): ChartPlace | undefined {
  const byKey = new Map(series.map((each) => [targetPath(each), each]));
  const [first, ...others] = byKey.values();
  return first === undefined ? undefined : { parts: [first, ...others] };
}

/** The name of a chart for people: `INFL v2 US`, `INFL v1 US + INFL v2 US`. */
export function chartTitle(place: AnyChartPlace): string {
  if (isPanelChart(place)) {
    return versionedTitle(place.reference, place.connectionId === sampleConnection);
  }
  const { parts } = place;
  const [only, ...others] = parts;
  return others.length > 0
    ? composedName(parts, versionedTitle)
    : versionedTitle(only.reference, only.connectionId === sampleConnection);
}

function chartPath(place: AnyChartPlace): string {
  const slice = place.slice === undefined ? {} : { slice: place.slice };
  if (isPanelChart(place)) {
    const { connectionId, reference: panel } = place;
    return placePath({ connectionId, reference: panel, ...slice, form: "chart" });
  }
  const [only, ...others] = place.parts;
  return others.length > 0
    ? composedPath(place.parts)
    : placePath({ ...only, ...slice, form: "chart" });
}
