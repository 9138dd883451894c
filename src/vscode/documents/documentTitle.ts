import { type DocumentPlace } from "../../shared/documentPlace";
import { sampleConnection } from "../../shared/place";
import { placeName } from "../../shared/placeName";
import { type Target } from "../target";

/** What the tab of a document is called. */
export function documentTitle({ connection, reference, form }: DocumentPlace): string {
  return `${placeName(reference, connection === sampleConnection)}.${form}`;
}

/** What a series or panel is called wherever its form does not count. */
export function seriesTitle({ connectionId, reference }: Target): string {
  return placeName(reference, connectionId === sampleConnection);
}
