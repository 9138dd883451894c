import { type LatestSignals } from "../service/latestSignals";
import { type SignalDefinition } from "../service/parseDefinition";
import { noText, textAt, textCount } from "../shared/columns";
import { type Day } from "../shared/day";
import { type LatestSignal } from "../shared/latestColumns";
import { type TagValues } from "../shared/reference";
import { hashOfText, HashTable, hashWith, none, seed } from "./hashTable";
import { VariantFinder, variantIndex } from "./variantIndex";

/** The newest values of one variant. */
export interface NewestValues {
  readonly latest: LatestSignal;
  /** The record says version 0, which its code does not have: it was taken for the highest. */
  readonly isVersionAssumed: boolean;
}

/**
 * The records of one answer by signal. Whatever takes long is a generator that may pause after each record, since an answer
 * may have some 100,000 of them.
 */
export class LatestRecords {
  /** The texts that are codes. */
  private readonly codes: HashTable;
  /** The first record of each text that is a code, and for each record the next one of the same code. */
  private readonly first: Int32Array;
  private readonly next: Int32Array;
  private readonly counts: Int32Array;

  constructor(private readonly records: LatestSignals) {
    const count = textCount(records.columns);
    this.codes = new HashTable(Math.min(count, records.length));
    this.first = new Int32Array(count).fill(none);
    this.counts = new Int32Array(count);
    this.next = new Int32Array(records.length).fill(none);
  }

  /** Reads the records, once. Those without a code belong to no signal. */
  *read(): Generator<void, void> {
    const { columns } = this.records;
    for (let record = this.records.length - 1; record >= 0; record--) {
      yield;
      const code = columns.codes[record] ?? noText;
      const later = this.first[code];
      if (later === undefined) continue;
      if (later === none) this.codes.set(this.placeOf(textAt(columns, code) ?? ""), code);
      this.next[record] = later;
      this.first[code] = record;
      this.counts[code] = (this.counts[code] ?? 0) + 1;
    }
  }

  /**
   * Finds the newest values of a signal's variants. Of two records for one variant the later production wins.
   *
   * @param versions - All versions of the signal's code that the service lists.
   */
  *valuesOf(signal: SignalDefinition, versions: readonly number[]): Generator<void, SignalValues> {
    const { columns } = this.records;
    const code = this.codes.at(this.placeOf(signal.code));
    const index = yield* variantIndex(signal);
    const finder = new VariantFinder(index, columns);
    const values = new SignalValues(this.records, signal.version, finder, this.counts[code] ?? 0);
    const isHighest = !versions.includes(0) && versions.every((each) => each <= signal.version);
    for (let record = this.first[code] ?? none; record >= 0; record = this.next[record] ?? none) {
      yield;
      const version = columns.versions[record];
      const isOwn = version === signal.version || (version === 0 && isHighest);
      if (isOwn) values.add(record);
    }
    yield* values.readDays();
    return values;
  }

  private placeOf(code: string): number {
    const { columns } = this.records;
    return this.codes.placeOf(hashOfText(code), (text) => textAt(columns, text) === code);
  }
}

/** How many places are read between two pauses. */
const placesRead = 1_000;

/** The newest values of one signal. */
export class SignalValues {
  /** The record that counts for each variant. */
  private readonly table: HashTable;
  /** The variant that a place is sought for. */
  private readonly wanted: Int32Array;
  private newest: Day | undefined;
  private newestMs: number | undefined;
  private known = 0;

  constructor(
    private readonly records: LatestSignals,
    private readonly version: number,
    private readonly finder: VariantFinder,
    mostRecords: number,
  ) {
    this.table = new HashTable(mostRecords);
    this.wanted = finder.positions.slice();
  }

  /** The newest day of all its variants; undefined when it has none. */
  get newestDay(): Day | undefined {
    return this.newest;
  }

  /** When the newest of its values was produced; undefined when no record states that. */
  get producedMs(): number | undefined {
    return this.newestMs;
  }

  /** The number of its variants that have values. */
  get count(): number {
    return this.known;
  }

  /** The newest values of a variant; undefined where there are none. */
  of(tags: TagValues): NewestValues | undefined {
    if (!this.finder.findOwn(tags)) return undefined;
    const latest = this.records.at(this.table.at(this.placeOfFound()));
    return latest && { latest, isVersionAssumed: latest.version !== this.version };
  }

  /** Keeps a record, unless it names no variant or a better one is known. */
  add(record: number): void {
    if (!this.findVariantOf(record)) return;
    const place = this.placeOfFound();
    const known = this.table.at(place);
    if (known === none || this.isBetter(record, known)) this.table.set(place, record);
  }

  /** Reads the days and times of the records that count. May pause. */
  *readDays(): Generator<void, void> {
    const { days, pointInTimeMs } = this.records.columns;
    for (let place = 0; place < this.table.size; place++) {
      if (place % placesRead === 0) yield;
      const record = this.table.at(place);
      const day = days[record];
      if (day === undefined) continue;
      this.known++;
      this.newest = Math.max(this.newest ?? day, day);
      const ms = pointInTimeMs[record] ?? Number.NaN;
      if (!Number.isNaN(ms)) this.newestMs = Math.max(this.newestMs ?? ms, ms);
    }
  }

  private findVariantOf(record: number): boolean {
    const { tagStarts } = this.records.columns;
    return this.finder.find(tagStarts[record] ?? 0, tagStarts[record + 1] ?? 0);
  }

  /** The place of the variant that was found last: that of its record, or the free one for it. */
  private placeOfFound(): number {
    const { finder, wanted } = this;
    const { address } = finder;
    wanted.set(finder.positions);
    return this.table.placeOf(
      wanted.reduce(hashWith, hashWith(seed, address)),
      (record) =>
        this.findVariantOf(record) &&
        finder.address === address &&
        finder.positions.every((position, at) => position === wanted[at]),
    );
  }

  /** The later production wins; of one production, the record that names its version. */
  private isBetter(one: number, other: number): boolean {
    const { pointInTimeMs, versions } = this.records.columns;
    const [own, others] = [producedAt(pointInTimeMs[one]), producedAt(pointInTimeMs[other])];
    const isNamed = (record: number): boolean => versions[record] === this.version;
    return own > others || (own === others && isNamed(one) && !isNamed(other));
  }
}

function producedAt(ms = Number.NaN): number {
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms;
}
