import { sampleConnection } from "../../shared/place";
import { placeTitle } from "../../shared/placeName";
import { type Target } from "../target";

/** What a series or panel is called wherever its form does not count. */
export function seriesTitle({ connectionId, reference }: Target): string {
  return placeTitle(reference, connectionId === sampleConnection);
}
