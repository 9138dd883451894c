import { type AsOf, instantOfText } from "./instant";
import {
  type PanelRef,
  type Reference,
  type SignalRef,
  type TagSet,
  forecastRef,
  panelRef,
} from "./reference";
import { decodeSegment, encodeSegment } from "./segment";

/**
 * The number of segments of each family: `signals/code/version/tags/kind/as-of`, `forecasts/market/currency/horizon`.
 */
const segmentCounts = new Map([
  ["signals", 6],
  ["forecasts", 4],
]);

/**
 * The canonical text of a reference, without connection, slice and form: `signals/INFL/2/country_iso=US/FIT/latest`.
 */
export function referencePath(reference: Reference): string {
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    return ["forecasts", ...[market, currency, horizon].map(encodeSegment)].join("/");
  }
  const { code, version, dataKind, asOf } = reference;
  const tags = tagsSegment(tagTexts(reference));
  return ["signals", encodeSegment(code), version, tags, dataKind, asOf].join("/");
}

/** The path of a reference without its as-of: `signals/INFL/2/country_iso=US/FIT`. */
export function undatedPath(reference: Reference): string {
  const path = referencePath(reference);
  return reference.family === "forecast" ? path : path.slice(0, path.lastIndexOf("/"));
}

/** The reference at the start of a list of segments, and the segments after it; undefined if there is none. */
export function splitReference(
  segments: readonly string[],
): { readonly reference: Reference; readonly rest: readonly string[] } | undefined {
  const count = segmentCounts.get(segments[0] ?? "");
  if (count === undefined || segments.length < count) return undefined;
  const own = segments.slice(0, count);
  const reference = count === 4 ? forecastOf(own) : signalOf(own);
  // Formatting it again rejects what is not canonical: kinds out of order, a set of one value, version `02`.
  if (reference === undefined || referencePath(reference) !== own.join("/")) return undefined;
  return { reference, rest: segments.slice(count) };
}

/** The reference that a canonical text names; undefined for any other text. */
export function referenceOfPath(path: string): Reference | undefined {
  const found = splitReference(path.split("/"));
  return found?.rest.length === 0 ? found.reference : undefined;
}

function forecastOf(segments: readonly string[]): Reference | undefined {
  const values = segments.slice(1).map(decodeSegment);
  const [market, currency, horizon] = values;
  if (market === undefined || currency === undefined || horizon === undefined) return undefined;
  return forecastRef({ market, currency, horizon });
}

function signalOf(segments: readonly string[]): Reference | undefined {
  const [, codeText = "", versionText = "", tagsText = "", dataKind = "", asOfText = ""] = segments;
  const code = decodeSegment(codeText);
  const tags = tagsOf(tagsText);
  const asOf: AsOf | undefined = asOfText === "latest" ? "latest" : instantOfText(asOfText);
  const version = /^\d{1,16}$/.test(versionText) ? Number(versionText) : Number.NaN;
  if (code === undefined || tags === undefined || asOf === undefined) return undefined;
  if (!Number.isSafeInteger(version) || (dataKind !== "SNAP" && dataKind !== "FIT"))
    return undefined;
  return panelRef({ code, version, tags, dataKind, asOf });
}

/** The tags segment of a signal without tags. */
const noTags = /* @__PURE__ */ encodeSegment("");

function tagsSegment(tags: readonly (readonly [kind: string, text: string])[]): string {
  if (tags.length === 0) return noTags;
  return tags.map(([kind, text]) => `${encodeSegment(kind)}=${text}`).join(",");
}

/** The wildcard is a bare asterisk; a value that is an asterisk is written `%2A`. */
function tagTexts(reference: SignalRef | PanelRef): [kind: string, text: string][] {
  if (reference.family === "signal") {
    return Object.entries(reference.tags).map(([kind, value]) => [kind, encodeSegment(value)]);
  }
  return Object.entries(reference.tags).map(([kind, set]) => [
    kind,
    set === "*" ? "*" : set.map(encodeSegment).join("+"),
  ]);
}

/** Whether a reference is the same signal with another as-of. */
export function isOtherVintage(one: Reference, other: SignalRef): one is SignalRef {
  if (one.family !== "signal" || one.asOf === other.asOf) return false;
  return referencePath({ ...one, asOf: other.asOf }) === referencePath(other);
}

function tagsOf(segment: string): Record<string, TagSet> | undefined {
  if (segment === noTags) return {};
  const pairs = segment.split(",").map((pair) => {
    const [kind, values, ...more] = pair.split("=");
    if (kind === undefined || values === undefined || more.length > 0) return undefined;
    const name = decodeSegment(kind);
    const set = setOf(values);
    return name === undefined || set === undefined ? undefined : ([name, set] as const);
  });
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined;
}

function setOf(text: string): TagSet | undefined {
  if (text === "*") return "*";
  const values = text.split("+").map(decodeSegment);
  return values.every((value) => value !== undefined) ? values : undefined;
}
