import { sampleConnection, type Target } from "../../shared/place";
import { referenceTitleOf } from "../../shared/placeName";

/** The title of a series or panel, regardless of its form. */
export function seriesTitle({ connectionId, reference }: Target): string {
  return referenceTitleOf(reference, connectionId === sampleConnection);
}
