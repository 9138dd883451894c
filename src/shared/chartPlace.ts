import { URI } from "vscode-uri";
import {
  composedName,
  composedOfPath,
  composedPath,
  type PlacedSeries,
  seriesKey,
} from "./composedPlace";
import { pathOfUri, placeOfPath, placePath, sampleConnection, scheme } from "./place";
import { placeName } from "./placeName";
import { type Slice } from "./slice";

/** What a chart shows. */
export interface ChartPlace {
  /** At least one, none of them twice. */
  readonly parts: readonly [PlacedSeries, ...PlacedSeries[]];
  /** Of a chart of one series. */
  readonly slice?: Slice;
}

/** The place of a chart's URI; undefined for every other text. */
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
export function chartUri({ parts, slice }: ChartPlace): string {
  return URI.from({ scheme, path: chartPath(parts, slice) }).toString();
}

/** The chart of some series, each of which stands in it once; undefined without any. */
export function chartPlaceOf(series: readonly PlacedSeries[]): ChartPlace | undefined {
  const byKey = new Map(series.map((each) => [seriesKey(each), each]));
  const [first, ...others] = byKey.values();
  return first === undefined ? undefined : { parts: [first, ...others] };
}

/** What the tab of a chart is called, without its extension. */
export function chartName({ parts }: ChartPlace): string {
  const [only, ...others] = parts;
  return others.length > 0
    ? composedName(parts)
    : placeName(only.reference, only.connection === sampleConnection);
}

function chartPath(parts: ChartPlace["parts"], slice?: Slice): string {
  const [only, ...others] = parts;
  if (others.length > 0) return composedPath(parts);
  return placePath({ ...only, ...(slice === undefined ? {} : { slice }), form: "chart" });
}
