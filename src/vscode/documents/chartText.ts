import { type ChartPlace, chartPlaceOfUri } from "../../shared/chartPlace";
import { type DocumentPlace, documentPlaceOfUri } from "../../shared/documentPlace";
import { placeUri } from "../../shared/place";

/** The series that a file of ours reads as: a document's, or as CSV that of a chart of one. */
export function textPlaceOfUri(text: string): DocumentPlace | undefined {
  return documentPlaceOfUri(text) ?? onlySeriesOf(chartPlaceOfUri(text));
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

function onlySeriesOf(chart: ChartPlace | undefined): DocumentPlace | undefined {
  if (chart === undefined || chart.parts.length > 1) return undefined;
  const slice = chart.slice === undefined ? {} : { slice: chart.slice };
  return { ...chart.parts[0], ...slice, form: "csv" };
}
