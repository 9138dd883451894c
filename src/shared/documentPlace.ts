import { type Place, placeOfUri } from "./place";
import { type PanelRef, type SeriesRef } from "./reference";

/** The text formats of series and panels. */
export type TextForm = "csv" | "json";

interface TextPlace extends Place {
  readonly form: TextForm;
}

export interface SeriesPlace extends TextPlace {
  readonly reference: SeriesRef;
}

export interface PanelPlace extends TextPlace {
  readonly reference: PanelRef;
}

/** A place that opens as a text document. */
export type DocumentPlace = SeriesPlace | PanelPlace;

/** The place that a text document's URI names; undefined for any other text. */
export function documentPlaceOfUri(text: string): DocumentPlace | undefined {
  const place = placeOfUri(text);
  return place === undefined || !isTextForm(place.form)
    ? undefined
    : documentPlace(place, place.form);
}

/** The text document of a place in the given format. */
export function documentPlace({ reference, ...place }: Place, form: TextForm): DocumentPlace {
  return reference.family === "panel"
    ? { ...place, reference, form }
    : { ...place, reference, form };
}

/** The place that the URI of a panel's text names; undefined for any other URI. */
export function panelPlaceOfUri(uri: string): PanelPlace | undefined {
  const place = documentPlaceOfUri(uri);
  return place !== undefined && isPanelPlace(place) ? place : undefined;
}

export function isPanelPlace(place: DocumentPlace): place is PanelPlace {
  return place.reference.family === "panel";
}

function isTextForm(form: string): form is TextForm {
  return form === "csv" || form === "json";
}
