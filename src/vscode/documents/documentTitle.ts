import { sampleConnection, type Target } from "../../shared/place";
import { placeTitle } from "../../shared/placeName";

/** What a series or panel is called wherever its form does not count. */
export function seriesTitle({ connectionId, reference }: Target): string {
  return placeTitle(reference, connectionId === sampleConnection);
}
