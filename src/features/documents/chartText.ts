import { chartPlaceOfUri } from "../../shared/chartPlace";
import { type DocumentPlace, documentPlace, documentPlaceOfUri } from "../../shared/documentPlace";
import { placeOfUri, placeUri } from "../../shared/place";

/** The document that a file of ours reads as; the chart of one series or panel reads as its CSV. */
export function textPlaceOfUri(text: string): DocumentPlace | undefined {
  const place = documentPlaceOfUri(text);
  if (place !== undefined) return place;
  const charted = placeOfUri(text);
  return charted && documentPlace(charted, "csv");
}

/**
 * The text of a chart of several series: the places of its series as CSV, one per line. Such series need share neither
 * days nor units, so there is no common table. Undefined for any other file.
 */
export function composedText(text: string): Uint8Array | undefined {
  const parts = chartPlaceOfUri(text)?.parts ?? [];
  if (parts.length < 2) return undefined;
  const lines = parts.map((part) => `${placeUri({ ...part, form: "csv" })}\n`);
  return new TextEncoder().encode(lines.join(""));
}
