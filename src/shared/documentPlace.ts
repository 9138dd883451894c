import { type Place, placeOfUri } from "./place";
import { type SeriesRef } from "./reference";

/** How a series reads as text. */
export type TextForm = "csv" | "json";

/** A place that is a text document. */
export interface DocumentPlace extends Place {
  readonly reference: SeriesRef;
  readonly form: TextForm;
}

/** The place of a text document's URI; undefined for every other text. */
export function documentPlaceOfUri(text: string): DocumentPlace | undefined {
  const place = placeOfUri(text);
  if (place === undefined || !isTextForm(place.form) || place.reference.family === "panel") {
    return undefined;
  }
  return { ...place, reference: place.reference, form: place.form };
}

function isTextForm(form: string): form is TextForm {
  return form === "csv" || form === "json";
}
