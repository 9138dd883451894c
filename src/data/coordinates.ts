import { compareTexts } from "../shared/compareTexts";
import { type SeriesRef } from "../shared/reference";

/** A series and the service it comes from. */
export interface ServiceSeries {
  readonly reference: SeriesRef;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
}

/** A series' value for one coordinate; null if its kind of series has no such coordinate. */
export type Coordinate = string | number | null;

/** A coordinate that distinguishes the series of a table. */
export interface CoordinateName {
  readonly name: string;
  /** Versions are integers. */
  readonly type: "text" | "integer";
}

/** The series of a table, in order. */
export interface ArrangedSeries<T extends ServiceSeries> {
  readonly names: readonly CoordinateName[];
  /** Sorted by their coordinates in the order of `names`; one value per name. */
  readonly series: readonly { readonly item: T; readonly coordinates: readonly Coordinate[] }[];
}

/**
 * Sorts series by their coordinates: code and version, tag kinds, kind and as-of, then market, currency and horizon of
 * forecasts, and the service. Tag kinds and the coordinates of forecasts are always included; the others only if they
 * differ.
 *
 * Texts are compared by UTF-16 code unit; missing values sort first. Different series have different coordinates.
 */
export function arrangedSeries<T extends ServiceSeries>(items: readonly T[]): ArrangedSeries<T> {
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

/** The arrangement without the coordinates that are the same in all series. */
export function distinctCoordinates<T extends ServiceSeries>({
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
  /** Unique, even if a tag kind has the name of another coordinate. */
  readonly key: string;
  readonly isAlways: boolean;
  readonly value: string | number;
}

function entriesOf({ reference, service }: ServiceSeries): Entry[] {
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

/** The names of all coordinates in order; tag kinds sorted by code unit. */
function namesOf(all: readonly Entry[][]): Entry[] {
  const byKey = new Map(all.flat().map((entry) => [entry.key, entry]));
  const rank = ({ key }: Entry): number => {
    const at = keyOrder.indexOf(key.startsWith("tag ") ? "tag" : key);
    return at === -1 ? keyOrder.length : at;
  };
  return [...byKey.values()].sort((a, b) =>
    rank(a) === rank(b) ? compareTexts(a.key, b.key) : rank(a) - rank(b),
  );
}

/** Forecasts have no version, kind or as-of to compare with a signal's; the missing code distinguishes them. */
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
      : compareTexts(String(a), String(b));
  }
  return 0;
}
