import { allTexts, noText } from "../../../../../shared/columns";
import { type LatestColumns } from "../../../../../shared/latestColumns";
import { tagStem } from "../../../../../shared/tagKind";

/** A signal as the service lists it. */
export interface SignalName {
  readonly code: string;
  readonly version: number;
  readonly name: string;
}

/** A signal that has records. */
export interface PlacedSignal extends SignalName {
  /** One record for each variant. */
  readonly records: readonly number[];
}

/** One value of one tag kind; the value is an index into the texts of the records. */
interface Dimension {
  readonly stem: string;
  readonly value: number;
}

/** The signal and the variant of each record, by its own fields. */
export interface Placement {
  readonly columns: LatestColumns;
  readonly texts: readonly string[];
  /** In the order of the listing; unlisted signals follow, by code. */
  readonly signals: readonly PlacedSignal[];
  /** Records without a code, which are counted and listed but have no row. */
  readonly withoutCode: readonly number[];
  /** Records of version 0 that are shown as the highest version of their code, which has no version 0. */
  readonly assumed: ReadonlySet<number>;
  /** The tags that address a record's variant, in the order of the stems. */
  readonly dimensionsOf: (record: number) => readonly Dimension[];
  /** The region that a record has beside its other tags; undefined for none. */
  readonly regionOf: (record: number) => number | undefined;
  /** The readable name of a value of a tag kind. */
  readonly labelOf: (stem: string, value: number) => string;
}

const regionStem = "region";

/** Assigns the records to signals and variants. Of two records for one variant the later production counts. */
export function placementOf(columns: LatestColumns, listed: readonly SignalName[]): Placement {
  const texts = allTexts(columns);
  const tags = new RecordTags(columns, texts);
  const versions = versionsByCode(columns, texts, listed);
  const assumed = new Set<number>();
  const withoutCode: number[] = [];
  const bySignal = new Map<string, Map<string, number>>();
  for (let record = 0; record < columns.codes.length; record++) {
    const code = texts[columns.codes[record] ?? noText];
    if (code === undefined) {
      withoutCode.push(record);
      continue;
    }
    const own = columns.versions[record] ?? 0;
    const version = own === 0 ? (versions.get(code) ?? 0) : own;
    if (version !== own) assumed.add(record);
    const variants = entryOf(
      bySignal,
      placedSignalKey(code, version),
      () => new Map<string, number>(),
    );
    const variant = tags.keyOf(record);
    const known = variants.get(variant);
    if (known === undefined || isBetter(columns, assumed, record, known)) {
      variants.set(variant, record);
    }
  }
  const labels = labelsOf(columns, texts);
  return {
    columns,
    texts,
    signals: orderedSignals(bySignal, listed),
    withoutCode,
    assumed,
    dimensionsOf: (record) => tags.dimensionsOf(record),
    regionOf: (record) => tags.regionOf(record),
    labelOf: (stem, value) => labels.get(`${stem} ${value}`) ?? texts[value] ?? "",
  };
}

/** Identifies one version of a signal. */
export function placedSignalKey(code: string, version: number): string {
  return `${version} ${code}`;
}

function partsOfKey(key: string): readonly [code: string, version: number] {
  const blank = key.indexOf(" ");
  return [key.slice(blank + 1), Number(key.slice(0, blank))];
}

function byCode(one: string, other: string): number {
  const [[code, version], [otherCode, otherVersion]] = [partsOfKey(one), partsOfKey(other)];
  return code === otherCode ? version - otherVersion : code < otherCode ? -1 : 1;
}

/** The version that 0 stands for, by code: 0 itself if the code has it, else the highest listed or recorded version. */
function versionsByCode(
  { codes, versions }: LatestColumns,
  texts: readonly string[],
  listed: readonly SignalName[],
): ReadonlyMap<string, number> {
  const highest = new Map<string, number>();
  const note = (code: string, version: number): void => {
    highest.set(code, Math.max(highest.get(code) ?? 0, version));
  };
  for (const { code, version } of listed) note(code, version);
  for (let record = 0; record < codes.length; record++) {
    const code = texts[codes[record] ?? noText];
    if (code !== undefined) note(code, versions[record] ?? 0);
  }
  for (const { code, version } of listed) if (version === 0) highest.set(code, 0);
  return highest;
}

/** Prefers the later production, and in one production the record that names its version. */
function isBetter(
  { pointInTimeMs }: LatestColumns,
  assumed: ReadonlySet<number>,
  one: number,
  other: number,
): boolean {
  const [own = NaN, others = NaN] = [pointInTimeMs[one], pointInTimeMs[other]].map((ms = NaN) =>
    Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms,
  );
  return own > others || (own === others && assumed.has(other) && !assumed.has(one));
}

function orderedSignals(
  bySignal: ReadonlyMap<string, ReadonlyMap<string, number>>,
  listed: readonly SignalName[],
): readonly PlacedSignal[] {
  const named = new Map(listed.map((each) => [placedSignalKey(each.code, each.version), each]));
  const nameOfCode = new Map(listed.map(({ code, name }) => [code, name]));
  const others = [...bySignal.keys()].filter((key) => !named.has(key)).sort(byCode);
  const placed = (key: string): readonly PlacedSignal[] => {
    const variants = bySignal.get(key);
    if (variants === undefined) return [];
    const [code, version] = partsOfKey(key);
    const name = named.get(key)?.name ?? nameOfCode.get(code) ?? code;
    return [{ code, version, name, records: [...variants.values()] }];
  };
  return successorsFirst([...named.keys(), ...others].flatMap(placed));
}

/** Moves all versions of a code to the position of the first one, with the newest version first. */
function successorsFirst(signals: readonly PlacedSignal[]): readonly PlacedSignal[] {
  const byCode = new Map<string, PlacedSignal[]>();
  for (const signal of signals) entryOf(byCode, signal.code, () => []).push(signal);
  return [...byCode.values()].flatMap((versions) =>
    versions.toSorted((a, b) => b.version - a.version),
  );
}

/** The tags of records by the stems of their fields. */
class RecordTags {
  private readonly stems = new Map<number, string>();

  constructor(
    private readonly columns: LatestColumns,
    private readonly texts: readonly string[],
  ) {}

  keyOf(record: number): string {
    return this.dimensionsOf(record)
      .map(({ stem, value }) => `${value} ${stem}`)
      .join("\n");
  }

  dimensionsOf(record: number): readonly Dimension[] {
    const all = this.allOf(record);
    return all.length > 1 ? all.filter(({ stem }) => stem !== regionStem) : all;
  }

  regionOf(record: number): number | undefined {
    const all = this.allOf(record);
    return all.length > 1 ? all.find(({ stem }) => stem === regionStem)?.value : undefined;
  }

  /** The tags of a record. When it has a code and a name for one dimension, the code counts. */
  private allOf(record: number): readonly Dimension[] {
    const { tagStarts, tagFields, tagValues } = this.columns;
    const found: Dimension[] = [];
    const end = tagStarts[record + 1] ?? 0;
    for (let at = tagStarts[record] ?? end; at < end; at++) {
      const [field = noText, value = noText] = [tagFields[at], tagValues[at]];
      const stem = this.stemOf(field);
      const same = found.findIndex((each) => each.stem === stem);
      if (same < 0) found.push({ stem, value });
      else if (this.texts[field]?.endsWith("_iso") === true) found[same] = { stem, value };
    }
    return found.length < 2 ? found : found.sort((a, b) => (a.stem < b.stem ? -1 : 1));
  }

  private stemOf(field: number): string {
    return entryOf(this.stems, field, () => tagStem(this.texts[field] ?? ""));
  }
}

function labelsOf(
  { labels }: LatestColumns,
  texts: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(
    labels.map(({ field, value, label }) => [`${tagStem(texts[field] ?? "")} ${value}`, label]),
  );
}

export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
