import { type SeriesRef } from "../shared/reference";

/** A series and who gives it. */
export interface SeriesIdentity {
  readonly reference: SeriesRef;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
}

/** What a series has for one coordinate; null for one that its kind of series does not have. */
export type Coordinate = string | number | null;

/** A coordinate by which the series of a table are told apart. */
export interface CoordinateName {
  readonly name: string;
  /** Versions are whole numbers. */
  readonly type: "text" | "integer";
}

/** Series as a table holds them. */
export interface ArrangedSeries<T extends SeriesIdentity> {
  readonly names: readonly CoordinateName[];
  /** Sorted by their coordinates, in the order of the names; one value for each name. */
  readonly series: readonly { readonly item: T; readonly coordinates: readonly Coordinate[] }[];
}

/**
 * Sorts series by what tells them apart: code and version, the tag kinds, kind and as-of, then market, currency and
 * horizon of forecasts, and the service. Tag kinds and what names a forecast always stand; the rest where it differs.
 *
 * Texts are compared by UTF-16 code unit; what a series does not have comes first. Different series have different
 * coordinates.
 */
export function arrangedSeries<T extends SeriesIdentity>(items: readonly T[]): ArrangedSeries<T> {
  const all = items.map(entriesOf);
  const names = namesOf(all).filter(({ key, isAlways }) => isAlways || differs(key, all));
  const series = items.map((item, at) => ({
    item,
    coordinates: names.map(({ key }) => valueOf(all[at] ?? [], key)),
  }));
  return {
    names: names.map(({ name, type }) => ({ name, type })),
    series: series.sort((a, b) => compared(a.coordinates, b.coordinates)),
  };
}

/** The arrangement without the coordinates in which no two series differ. */
export function distinctCoordinates<T extends SeriesIdentity>({
  names,
  series,
}: ArrangedSeries<T>): ArrangedSeries<T> {
  const valuesAt = (at: number): Set<unknown> => {
    return new Set(series.map(({ coordinates }) => coordinates[at]));
  };
  const kept = new Set([...names.keys()].filter((at) => valuesAt(at).size > 1));
  return {
    names: names.filter((_, at) => kept.has(at)),
    series: series.map(({ item, coordinates }) => ({
      item,
      coordinates: coordinates.filter((_, at) => kept.has(at)),
    })),
  };
}

interface Entry extends CoordinateName {
  /** Tag kinds may have the name of another coordinate. */
  readonly key: string;
  readonly isAlways: boolean;
  readonly value: string | number;
}

function entriesOf({ reference, service }: SeriesIdentity): Entry[] {
  const text = (name: string, value: string, isAlways = false): Entry => ({
    ...{ key: name, name, type: "text", isAlways, value },
  });
  const last = text("service", service);
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    const named = { market, currency, horizon };
    return [...Object.entries(named).map(([name, value]) => text(name, value, true)), last];
  }
  const { code, version, tags, dataKind, asOf } = reference;
  return [
    text("code", code),
    { key: "version", name: "version", type: "integer", isAlways: false, value: version },
    ...Object.entries(tags).map(([kind, value]) => ({
      ...text(kind, value, true),
      key: `tag ${kind}`,
    })),
    text("kind", dataKind),
    text("as_of", asOf),
    last,
  ];
}

const keyOrder = ["code", "version", "tag", "kind", "as_of", "market", "currency", "horizon"];

/** All that any series has, in their order; tag kinds sorted by code unit. */
function namesOf(all: readonly Entry[][]): Entry[] {
  const byKey = new Map(all.flat().map((entry) => [entry.key, entry]));
  const rank = ({ key }: Entry): number => {
    const at = keyOrder.indexOf(key.startsWith("tag ") ? "tag" : key);
    return at === -1 ? keyOrder.length : at;
  };
  return [...byKey.values()].sort((a, b) =>
    rank(a) === rank(b) ? comparedTexts(a.key, b.key) : rank(a) - rank(b),
  );
}

/** Forecasts have no version, kind and as-of that could differ from a signal's; that they have no code tells them apart. */
function differs(key: string, all: readonly Entry[][]): boolean {
  const values = new Set(all.map((entries) => valueOf(entries, key)));
  if (key !== "code") values.delete(null);
  return values.size > 1;
}

function valueOf(entries: readonly Entry[], key: string): Coordinate {
  return entries.find((entry) => entry.key === key)?.value ?? null;
}

function compared(one: readonly Coordinate[], other: readonly Coordinate[]): number {
  for (const [at, a] of one.entries()) {
    const b = other[at] ?? null;
    if (a === b) continue;
    if (a === null) return -1;
    if (b === null) return 1;
    return typeof a === "number" && typeof b === "number"
      ? a - b
      : comparedTexts(String(a), String(b));
  }
  return 0;
}

function comparedTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
