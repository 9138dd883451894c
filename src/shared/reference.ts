import { compareKeys } from "./compareTexts";
import { type AsOf } from "./instant";
import { isNameable } from "./segment";

/** SNAP: the whole series recalculated at each production. FIT: each day as first reported. */
export type DataKind = "SNAP" | "FIT";

export function otherKind(dataKind: DataKind): DataKind {
  return dataKind === "SNAP" ? "FIT" : "SNAP";
}

/** One value per tag kind; together they address one variant. */
export type TagValues = Readonly<Record<string, string>>;

/** Explicit values without duplicates, in the order given, or all values. */
export type TagSet = readonly string[] | "*";

/** What identifies a signal. */
export interface SignalId {
  readonly code: string;
  readonly version: number;
}

/** Which state of a series is asked for. */
export interface Vintage {
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

export interface SignalRef extends SignalId, Vintage {
  readonly family: "signal";
  readonly tags: TagValues;
}

/** A forecast series; the interface has no kind, as-of or hedging for it. */
export interface ForecastRef {
  readonly family: "forecast";
  readonly market: string;
  readonly currency: string;
  readonly horizon: string;
}

/** What identifies one series, however it is shown. */
export type SeriesRef = SignalRef | ForecastRef;

/** One signal over sets of tag values. At least one set is `*` or has several values; otherwise it is a series. */
export interface PanelRef extends SignalId, Vintage {
  readonly family: "panel";
  readonly tags: Readonly<Record<string, TagSet>>;
}

export type Reference = SeriesRef | PanelRef;

/**
 * A signal reference in normal form: texts in NFC, tag kinds in alphabetical order (by UTF-16 code unit).
 *
 * @throws RangeError for a text that cannot be encoded, or a version that is not a non-negative safe integer.
 */
export function signalRef(parts: Omit<SignalRef, "family">): SignalRef {
  return {
    family: "signal",
    code: named(parts.code),
    version: checkedVersion(parts.version),
    tags: sortedByKind(parts.tags, named),
    dataKind: parts.dataKind,
    asOf: parts.asOf,
  };
}

/**
 * A forecast reference in normal form.
 *
 * @throws RangeError for a text that cannot be encoded.
 */
export function forecastRef(parts: Omit<ForecastRef, "family">): ForecastRef {
  return {
    family: "forecast",
    market: named(parts.market),
    currency: named(parts.currency),
    horizon: named(parts.horizon),
  };
}

/**
 * A panel in normal form, or the series if every set is exactly one explicit value.
 *
 * @throws RangeError as {@link signalRef} does, and for an empty set.
 */
export function panelRef(parts: Omit<PanelRef, "family">): PanelRef | SignalRef {
  const tags = sortedByKind(parts.tags, normalSet);
  const single = Object.entries(tags).map(([kind, set]) => [kind, onlyValueOf(set)] as const);
  if (single.every((entry): entry is [string, string] => entry[1] !== undefined)) {
    return signalRef({ ...parts, tags: Object.fromEntries(single) });
  }
  return {
    family: "panel",
    code: named(parts.code),
    version: checkedVersion(parts.version),
    tags,
    dataKind: parts.dataKind,
    asOf: parts.asOf,
  };
}

function named(text: string): string {
  if (!isNameable(text)) throw new RangeError("a name contains NUL or half a surrogate pair");
  return text.normalize("NFC");
}

function checkedVersion(version: number): number {
  if (!Number.isSafeInteger(version) || version < 0) {
    throw new RangeError(`a version is a non-negative integer, not ${version}`);
  }
  return version === 0 ? 0 : version;
}

/** Whether a panel has several values of a tag kind. */
export function isVarying(set: TagSet): set is "*" | readonly [string, string] {
  return set === "*" || set.length > 1;
}

function normalSet(set: TagSet): TagSet {
  if (set === "*") return "*";
  const values = [...new Set(set.map(named))];
  if (values.length === 0) throw new RangeError("a set of tag values is empty");
  return values;
}

function onlyValueOf(set: TagSet): string | undefined {
  return set !== "*" && set.length === 1 ? set[0] : undefined;
}

/** `Object.fromEntries` defines own properties, so a kind named `__proto__` stays a kind. */
function sortedByKind<T>(
  tags: Readonly<Record<string, T>>,
  normal: (value: T) => T,
): Record<string, T> {
  const entries = Object.entries(tags).map(
    ([kind, value]) => [named(kind), normal(value)] as const,
  );
  return Object.fromEntries(entries.sort(compareKeys));
}
