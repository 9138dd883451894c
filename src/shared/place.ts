import { URI } from "vscode-uri";
import { placeName } from "./placeName";
import { type PanelRef, type Reference, type SeriesRef } from "./reference";
import { referencePath, splitReference } from "./referencePath";
import { type Slice, isSlice, sliceOfSegments, sliceSegments } from "./slice";

/** How a tab shows a reference; the extension of its path. */
export type Form = "csv" | "json" | "chart";

/** A series or a panel, and the connection that gives it. */
export interface Target<R extends Reference = Reference> {
  /** {@link isConnectionId}; never an address. */
  readonly connectionId: string;
  readonly reference: R;
}

export type SeriesTarget = Target<SeriesRef>;
export type PanelTarget = Target<PanelRef>;

/** The one text of a series or panel of a connection: `acme/signals/INFL/2/country_iso=US/SNAP/latest`. */
export function targetPath({ connectionId, reference }: Target): string {
  return `${connectionId}/${referencePath(reference)}`;
}

/** What a tab shows. */
export interface Place extends Target {
  readonly slice?: Slice;
  readonly form: Form;
}

export const scheme = "macro-signals";
/** Of a page that says why a text of {@link scheme} with the same path could not be read. */
export const failedScheme = "macro-signals-failed";

/** The connection of the embedded sample service: its identity is the word, not its origin. */
export const sampleConnection = "sample";

const forms: ReadonlySet<string> = new Set<Form>(["csv", "json", "chart"]);

/** 1 to 32 of `a-z`, `0-9` and `-`. */
export function isConnectionId(text: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(text);
}

/**
 * The one path of a place: `/acme/signals/INFL/2/country_iso=US/SNAP/latest/INFL US.csv`.
 *
 * @throws RangeError for a connection that is no id, or a slice that runs backwards or repeats a column.
 */
export function placePath(place: Place): string {
  const { connectionId, reference, slice = {} } = place;
  if (!isConnectionId(connectionId)) throw new RangeError("a connection has no such id");
  if (!isSlice(slice)) throw new RangeError("a slice runs backwards or repeats a column");
  const path = [connectionId, referencePath(reference), ...sliceSegments(slice), placeTitle(place)];
  return ["", ...path].join("/");
}

/** What the tab of a place is called: a panel is another table in a wide text than in a long one. */
export function placeTitle(place: Place): string {
  const { connectionId, reference, form } = place;
  const wide = form === "chart" ? undefined : wideColumnOf(place);
  return `${placeName(reference, connectionId === sampleConnection, wide)}.${form}`;
}

/** The column of a panel that stands side by side, one for each variant; undefined where all stand one below the other. */
export function wideColumnOf({
  reference,
  slice,
}: Pick<Place, "reference" | "slice">): string | undefined {
  const [column, ...others] = slice?.columns ?? [];
  return reference.family === "panel" && others.length === 0 ? column : undefined;
}

/** The place with this path, or undefined when it is not the canonical path of any place. */
export function placeOfPath(path: string): Place | undefined {
  const [root, connectionId = "", ...segments] = path.split("/");
  const name = segments.pop() ?? "";
  const form = name.slice(name.lastIndexOf(".") + 1);
  const found = splitReference(segments);
  if (root !== "" || !isConnectionId(connectionId) || !isForm(form) || found === undefined) {
    return undefined;
  }
  const slice = sliceOfSegments(found.rest);
  if (slice === undefined) return undefined;
  const place: Place = {
    connectionId,
    reference: found.reference,
    ...(found.rest.length === 0 ? {} : { slice }),
    form,
  };
  return placePath(place) === path ? place : undefined;
}

/** The URI of a place: its path once more percent-encoded by the editor's own rules. */
export function placeUri(place: Place): string {
  return URI.from({ scheme, path: placePath(place) }).toString();
}

/** The place of a URI's text; undefined for another scheme, an authority, a query or fragment, or another path. */
export function placeOfUri(text: string): Place | undefined {
  const path = pathOfUri(text);
  return path === undefined ? undefined : placeOfPath(path);
}

/** The path of a URI's text of our scheme, which need not be that of a place; undefined for any other text. */
export function pathOfUri(text: string): string | undefined {
  const uri = uriOf(text);
  if (uri?.scheme !== scheme || uri.authority !== "" || uri.query !== "" || uri.fragment !== "") {
    return undefined;
  }
  return uri.path;
}

function isForm(text: string): text is Form {
  return forms.has(text);
}

function uriOf(text: string): URI | undefined {
  try {
    return URI.parse(text, true);
  } catch {
    // Not a URI at all: names no place.
    return undefined;
  }
}
