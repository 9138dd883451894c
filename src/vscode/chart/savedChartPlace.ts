import { defaultViewState, type ViewState } from "../../shared/chart/viewState";
import { type AnyChartPlace, chartPlaceOf } from "../../shared/chartPlace";
import { type SeriesTarget, targetPath } from "../../shared/place";
import { connectionOfService, type KnownConnections } from "../connection/connectionOfService";
import { type SavedChart } from "./savedChart";

/** What a file shows, and how. */
export interface FoundChart {
  readonly place: AnyChartPlace;
  readonly view: ViewState;
}

/** What a file shows, or the services to which there is no connection. */
export type SavedPlace = FoundChart | { readonly unknownServices: readonly string[] };

/** A file names services; only connections that the person has made are asked, and none is added. */
export function savedChartPlace(
  { series, slice, view }: SavedChart,
  connections: KnownConnections,
): SavedPlace {
  const unknown = new Set<string>();
  const parts: SeriesTarget[] = [];
  const hidden: string[] = [];
  const own = slice === undefined ? {} : { slice };
  for (const { reference, service, isHidden } of series) {
    const connectionId = connectionOfService(service, connections)?.id;
    if (connectionId === undefined) {
      unknown.add(service);
    } else if (reference.family === "panel") {
      return { place: { connectionId, reference, ...own }, view: { ...defaultViewState, ...view } };
    } else {
      const part = { connectionId, reference };
      parts.push(part);
      if (isHidden) hidden.push(targetPath(part));
    }
  }
  const place = chartPlaceOf(parts);
  if (unknown.size > 0 || place === undefined) return { unknownServices: [...unknown] };
  // Where all are hidden, nothing could be seen.
  const isSeen = hidden.length < parts.length;
  return {
    place: { ...place, ...own },
    view: { ...defaultViewState, ...view, hidden: isSeen ? hidden : [] },
  };
}
