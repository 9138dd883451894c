import { chartPlaceOfUri } from "../../shared/chartPlace";
import { type DocumentPlace, documentPlace, documentPlaceOfUri } from "../../shared/documentPlace";
import { placeOfUri, placeUri } from "../../shared/place";

/** What a file of ours reads as: a document, or as CSV the series or panel of a chart of one. */
export function textPlaceOfUri(text: string): DocumentPlace | undefined {
  const place = documentPlaceOfUri(text);
  if (place !== undefined) return place;
  const charted = placeOfUri(text);
  return charted && documentPlace(charted, "csv");
}

/**
 * What a chart of several series reads as: the places of its series as CSV, one on each line. There is no one table of
 * series that need share neither days nor units. Undefined for any other file.
 */
export function composedText(text: string): Uint8Array | undefined {
  const parts = chartPlaceOfUri(text)?.parts ?? [];
  if (parts.length < 2) return undefined;
  const lines = parts.map((part) => `${placeUri({ ...part, form: "csv" })}\n`);
  return new TextEncoder().encode(lines.join(""));
}
