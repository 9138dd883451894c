import { URI } from "vscode-uri";
import { placeName } from "./placeName";
import { type PanelRef, type Reference, type SeriesRef } from "./reference";
import { referencePath, splitReference } from "./referencePath";
import { type Slice, isSlice, sliceOfSegments, sliceSegments } from "./slice";

/** How a tab shows a reference; also the extension of its path. */
export type Form = "csv" | "json" | "chart";

/** A series or a panel, and the connection that it comes from. */
export interface Target<R extends Reference = Reference> {
  /** Satisfies {@link isConnectionId}; never an address. */
  readonly connectionId: string;
  readonly reference: R;
}

export type SeriesTarget = Target<SeriesRef>;
export type PanelTarget = Target<PanelRef>;

/** The canonical text of a connection's series or panel: `acme/signals/INFL/2/country_iso=US/SNAP/latest`. */
export function targetPath({ connectionId, reference }: Target): string {
  return `${connectionId}/${referencePath(reference)}`;
}

/** What a tab shows. */
export interface Place extends Target {
  readonly slice?: Slice;
  readonly form: Form;
}

export const scheme = "macro-signals";
/** The scheme of pages that explain why the text of {@link scheme} with the same path could not be read. */
export const failedScheme = "macro-signals-failed";

/** The connection id of the embedded sample service, whose origin varies. */
export const sampleConnection = "sample";

const forms: ReadonlySet<string> = new Set<Form>(["csv", "json", "chart"]);

/** Whether a text is a valid connection id: 1 to 32 characters out of `a-z`, `0-9` and `-`. */
export function isConnectionId(text: string): boolean {
  return /^[a-z0-9-]{1,32}$/.test(text);
}

/**
 * The canonical path of a place: `/acme/signals/INFL/2/country_iso=US/SNAP/latest/INFL US.csv`.
 *
 * @throws RangeError for an invalid connection id, or a slice that ends before it starts or repeats a column.
 */
export function placePath(place: Place): string {
  const { connectionId, reference, slice = {} } = place;
  if (!isConnectionId(connectionId)) throw new RangeError("a connection has no such id");
  if (!isSlice(slice)) throw new RangeError("a slice runs backwards or repeats a column");
  const path = [connectionId, referencePath(reference), ...sliceSegments(slice), placeTitle(place)];
  return ["", ...path].join("/");
}

/** The tab title of a place. A panel's wide text has a different title from its long text. */
export function placeTitle(place: Place): string {
  const { connectionId, reference, form } = place;
  const wide = form === "chart" ? undefined : wideColumnOf(place);
  return `${placeName(reference, connectionId === sampleConnection, wide)}.${form}`;
}

/** The column of a panel that a wide layout shows, one table column per variant; undefined for the long layout. */
export function wideColumnOf({ reference, slice }: Place): string | undefined {
  const [column, ...others] = slice?.columns ?? [];
  return reference.family === "panel" && others.length === 0 ? column : undefined;
}

/** The place that a path names; undefined unless it is a canonical path. */
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

/** The URI of a place: its path, percent-encoded once more by the editor's own rules. */
export function placeUri(place: Place): string {
  return URI.from({ scheme, path: placePath(place) }).toString();
}

/**
 * The place that a URI names; undefined for another scheme, for an authority, query or fragment, and for any other
 * path.
 */
export function placeOfUri(text: string): Place | undefined {
  const path = pathOfUri(text);
  return path === undefined ? undefined : placeOfPath(path);
}

/** The path of a URI of our scheme, whether or not it names a place; undefined for any other text. */
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
    // Not a URI.
    return undefined;
  }
}

/** The parts of a URI. */
interface UriOnDisk {
  readonly scheme: string;
  readonly path: string;
}

/**
 * Whether a place on disk may be, by its name, a saved table of vintages that code can read; its content decides. A CSV
 * for spreadsheets is none, since its texts are changed.
 */
export function mayBeVintages({ scheme: own, path }: UriOnDisk): boolean {
  return own === "file" && /vintages[^/]*\/?$/i.test(path) && !path.endsWith(".spreadsheet.csv");
}
