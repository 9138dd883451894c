import { URI } from "vscode-uri";
import {
  composedName,
  composedOfPath,
  composedPath,
  type PlacedSeries,
  seriesKey,
} from "./composedPlace";
import { pathOfUri, placeOfPath, placeOfUri, placePath, sampleConnection, scheme } from "./place";
import { versionedTitle } from "./placeName";
import { type PanelRef } from "./reference";
import { type Slice } from "./slice";

/** What a chart of series shows. */
export interface ChartPlace {
  /** At least one, none of them twice. */
  readonly parts: readonly [PlacedSeries, ...PlacedSeries[]];
  /** Of a chart of one series. */
  readonly slice?: Slice;
}

/** What a chart of a panel shows: its variants as small multiples. */
export interface PanelChartPlace {
  /** The id of a connection. */
  readonly connection: string;
  readonly panel: PanelRef;
  /** Of each of its series. */
  readonly slice?: Slice;
}

export type AnyChartPlace = ChartPlace | PanelChartPlace;

export function isPanelChart(place: AnyChartPlace): place is PanelChartPlace {
  return "panel" in place;
}

/** The place of a URI of any chart; undefined for every other text. */
export function anyChartPlaceOfUri(text: string): AnyChartPlace | undefined {
  return chartPlaceOfUri(text) ?? panelChartOfUri(text);
}

/** The place of the URI of a panel's chart; undefined for every other text. */
function panelChartOfUri(text: string): PanelChartPlace | undefined {
  const place = placeOfUri(text);
  if (place?.form !== "chart" || place.reference.family !== "panel") return undefined;
  const { connection, reference, slice } = place;
  return { connection, panel: reference, ...(slice === undefined ? {} : { slice }) };
}

/** The place of the URI of a chart of series; undefined for every other text. */
export function chartPlaceOfUri(text: string): ChartPlace | undefined {
  const path = pathOfUri(text);
  if (path === undefined) return undefined;
  const place = placeOfPath(path);
  if (place === undefined) return chartPlaceOf(composedOfPath(path) ?? []);
  const { connection, reference, slice, form } = place;
  if (form !== "chart" || reference.family === "panel") return undefined;
  return { parts: [{ connection, reference }], ...(slice === undefined ? {} : { slice }) };
}

/** The URI of a chart, for each place another. @throws RangeError for what is no place. */
export function chartUri(place: AnyChartPlace): string {
  return URI.from({ scheme, path: chartPath(place) }).toString();
}

/** The chart of some series, each of which stands in it once; undefined without any. */
export function chartPlaceOf(series: readonly PlacedSeries[]): ChartPlace | undefined {
  const byKey = new Map(series.map((each) => [seriesKey(each), each]));
  const [first, ...others] = byKey.values();
  return first === undefined ? undefined : { parts: [first, ...others] };
}

/** What people read as the name of a chart: `INFL v2 US`, `INFL v1 US + INFL v2 US`. */
export function chartTitle(place: AnyChartPlace): string {
  if (isPanelChart(place)) {
    return versionedTitle(place.panel, place.connection === sampleConnection);
  }
  const { parts } = place;
  const [only, ...others] = parts;
  return others.length > 0
    ? composedName(parts, versionedTitle)
    : versionedTitle(only.reference, only.connection === sampleConnection);
}

function chartPath(place: AnyChartPlace): string {
  const slice = place.slice === undefined ? {} : { slice: place.slice };
  if (isPanelChart(place)) {
    const { connection, panel } = place;
    return placePath({ connection, reference: panel, ...slice, form: "chart" });
  }
  const [only, ...others] = place.parts;
  return others.length > 0
    ? composedPath(place.parts)
    : placePath({ ...only, ...slice, form: "chart" });
}
