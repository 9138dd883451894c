import { type DataKind, type Reference } from "./reference";
import { referencePath, splitReference } from "./referencePath";
import { decodeSegment, encodeSegment, isNameable } from "./segment";
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

/** A file of a chart in the workspace; `path` is relative to its folder, in NFC, with `/` between its names. */
export interface OpenableChart {
  readonly kind: "savedChart";
  readonly path: string;
}

/** What can be opened of a service, by a link for example. */
export type ServiceOpenable = OpenableReference | OpenableProfile | OpenablePage;

/** What can be pinned: something of a service, or a saved chart. */
export type Openable = ServiceOpenable | OpenableChart;

/** The suffix of the names of saved charts. */
export const chartEnding = ".macrochart.json";

/**
 * The canonical text: that of a reference line, `signals/INFL/2/country_iso=US/FIT/latest`,
 * `profiles/country_iso=US/FIT`, `pages/latest` or `charts/research/inflation.macrochart.json`.
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
    case "savedChart":
      return ["charts", ...openable.path.split("/").map(encodeSegment)].join("/");
  }
}

/** What a canonical text names; undefined for any other text. */
export function openableOfPath(path: string): Openable | undefined {
  const segments = path.split("/");
  const openable =
    pageOf(segments) ?? profileOf(segments) ?? savedChartOf(segments) ?? referenceOf(segments);
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

/** Never absolute, and never above the folder. */
export function isSavedChartPath(path: string): boolean {
  const isName = (name: string): boolean =>
    !["", ".", ".."].includes(name) && !name.includes("\\") && isNameable(name);
  return path.endsWith(chartEnding) && path.split("/").every(isName);
}

function savedChartOf([family, ...names]: readonly string[]): OpenableChart | undefined {
  if (family !== "charts") return undefined;
  const decoded = names.map(decodeSegment);
  if (decoded.some((name) => name === undefined || name.includes("/"))) return undefined;
  const path = decoded.join("/");
  return isSavedChartPath(path) ? { kind: "savedChart", path } : undefined;
}

function referenceOf(segments: readonly string[]): OpenableReference | undefined {
  const found = splitReference(segments);
  const slice = found && sliceOfSegments(found.rest);
  if (found === undefined || slice === undefined) return undefined;
  const part = found.rest.length === 0 ? {} : { slice };
  return { kind: "reference", reference: found.reference, ...part };
}
