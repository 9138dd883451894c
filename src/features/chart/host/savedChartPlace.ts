import { keptColourPlaces } from "../model/colourPlaces";
import { defaultViewState, type ViewState } from "../model/viewState";
import { type AnyChartPlace, chartPlaceOf } from "../../../shared/chartPlace";
import { type SeriesTarget, targetPath } from "../../../shared/place";
import { connectionOfService, type KnownConnections } from "../../../connect/connectionOfService";
import { type SavedChart } from "./savedChart";

/** The place and view of a saved chart. */
export interface FoundChart {
  readonly place: AnyChartPlace;
  readonly view: ViewState;
}

/** The place of a saved chart, or the services without a connection. */
export type SavedPlace = FoundChart | { readonly unknownServices: readonly string[] };

/**
 * Finds the place of a saved chart. Files name services, but only connections that the user created are used; none is
 * added.
 */
export function savedChartPlace(
  { series, slice, view }: SavedChart,
  connections: KnownConnections,
): SavedPlace {
  const unknown = new Set<string>();
  const parts: SeriesTarget[] = [];
  const hidden: string[] = [];
  const colours: string[] = [];
  const own = slice === undefined ? {} : { slice };
  for (const { reference, service, isHidden, colourPlace } of series) {
    const connectionId = connectionOfService(service, connections)?.id;
    if (connectionId === undefined) {
      unknown.add(service);
    } else if (reference.family === "panel") {
      return { place: { connectionId, reference, ...own }, view: { ...defaultViewState, ...view } };
    } else {
      const part = { connectionId, reference };
      parts.push(part);
      if (isHidden) hidden.push(targetPath(part));
      if (colourPlace !== undefined) {
        while (colours.length < colourPlace) colours.push("");
        colours[colourPlace] = targetPath(part);
      }
    }
  }
  const place = chartPlaceOf(parts);
  if (unknown.size > 0 || place === undefined) return { unknownServices: [...unknown] };
  // If all were hidden, the chart would be empty.
  const isSeen = hidden.length < parts.length;
  return {
    place: { ...place, ...own },
    view: {
      ...defaultViewState,
      ...view,
      hidden: isSeen ? hidden : [],
      colours: keptColourPlaces(parts.map(targetPath), colours),
    },
  };
}
