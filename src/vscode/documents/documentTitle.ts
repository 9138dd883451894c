import { type DocumentPlace } from "../../shared/documentPlace";
import { sampleConnection } from "../../shared/place";
import { placeName } from "../../shared/placeName";
import { type SeriesTarget } from "../seriesTarget";

/** What the tab of a document is called. */
export function documentTitle({ connection, reference, form }: DocumentPlace): string {
  return `${seriesTitle({ connectionId: connection, reference })}.${form}`;
}

/** What a series is called wherever its form does not count. */
export function seriesTitle({ connectionId, reference }: SeriesTarget): string {
  return placeName(reference, connectionId === sampleConnection);
}
