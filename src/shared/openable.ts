import { type DataKind, type Reference } from "./reference";
import { referencePath, splitReference } from "./referencePath";
import { decodeSegment, encodeSegment } from "./segment";
import { type Slice, sliceOfSegments, sliceSegments } from "./slice";

/** A series or a panel, whole or in part. */
export interface OpenableReference {
  readonly kind: "reference";
  readonly reference: Reference;
  readonly slice?: Slice;
}

/** The series of all signals that have a tag value; both names are in NFC. */
export interface OpenableProfile {
  readonly kind: "profile";
  readonly tagKind: string;
  readonly value: string;
  readonly dataKind: DataKind;
}

const pages = ["latest", "explorer", "changes"] as const;

export interface OpenablePage {
  readonly kind: "page";
  readonly page: (typeof pages)[number];
}

/** What can be opened of a service, by a link for example. */
export type Openable = OpenableReference | OpenableProfile | OpenablePage;

/**
 * The canonical text: that of a reference line, `signals/INFL/2/country_iso=US/FIT/latest`, or
 * `profiles/country_iso=US/FIT` or `pages/latest`.
 */
export function openablePath(openable: Openable): string {
  switch (openable.kind) {
    case "reference": {
      const { reference, slice = {} } = openable;
      return [referencePath(reference), ...sliceSegments(slice)].join("/");
    }
    case "profile": {
      const { tagKind, value, dataKind } = openable;
      return ["profiles", `${encodeSegment(tagKind)}=${encodeSegment(value)}`, dataKind].join("/");
    }
    case "page":
      return `pages/${openable.page}`;
  }
}

/** What a canonical text names; undefined for any other text. */
export function openableOfPath(path: string): Openable | undefined {
  const segments = path.split("/");
  const openable = pageOf(segments) ?? profileOf(segments) ?? referenceOf(segments);
  return openable !== undefined && openablePath(openable) === path ? openable : undefined;
}

function pageOf([family, ...names]: readonly string[]): OpenablePage | undefined {
  const page = pages.find((each) => each === names.join("/"));
  return family !== "pages" || page === undefined ? undefined : { kind: "page", page };
}

function profileOf([family, tag = "", dataKind]: readonly string[]): OpenableProfile | undefined {
  if (family !== "profiles" || (dataKind !== "SNAP" && dataKind !== "FIT")) return undefined;
  const [tagKind, value, ...more] = tag.split("=").map(decodeSegment);
  if (tagKind === undefined || value === undefined || more.length > 0) return undefined;
  return { kind: "profile", tagKind, value, dataKind };
}

function referenceOf(segments: readonly string[]): OpenableReference | undefined {
  const found = splitReference(segments);
  const slice = found && sliceOfSegments(found.rest);
  if (found === undefined || slice === undefined) return undefined;
  const part = found.rest.length === 0 ? {} : { slice };
  return { kind: "reference", reference: found.reference, ...part };
}
