import { noText } from "../shared/columns";
import { type SignalColumns } from "../shared/latestColumns";
import { HashTable, hashWith, none, seed } from "./hashTable";
import { textsIn } from "./textIndex";

/**
 * For each record of an answer, the record of the same variant in an older answer, or {@link none}: same code, version and
 * tags. If there are two, the later production counts. May pause.
 */
export function* olderRecords(
  newer: SignalColumns,
  older: SignalColumns,
): Generator<void, Int32Array> {
  const texts = yield* textsIn(newer, older);
  const table = new HashTable(older.codes.length);
  const ofNewer = new Variants(newer, (text) => text);
  const ofOlder = new Variants(older, (text) => texts[text] ?? noText);
  for (let record = 0; record < older.codes.length; record++) {
    yield;
    if (ofOlder.codeOf(record) === noText) continue;
    const place = table.placeOf(ofOlder.hashOf(record), (other) =>
      ofOlder.isSame(record, ofOlder, other),
    );
    const known = table.at(place);
    if (known === none || producedAt(older, record) > producedAt(older, known)) {
      table.set(place, record);
    }
  }
  const found = new Int32Array(newer.codes.length).fill(none);
  for (let record = 0; record < found.length; record++) {
    yield;
    if (ofNewer.codeOf(record) === noText) continue;
    const place = table.placeOf(ofNewer.hashOf(record), (other) =>
      ofNewer.isSame(record, ofOlder, other),
    );
    found[record] = table.at(place);
  }
  return found;
}

function producedAt({ pointInTimeMs }: SignalColumns, record: number): number {
  const ms = pointInTimeMs[record] ?? Number.NaN;
  return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms;
}

/** The variants of the records of one answer, with texts numbered across both answers. */
class Variants {
  constructor(
    private readonly columns: SignalColumns,
    private readonly textOf: (index: number) => number,
  ) {}

  codeOf(record: number): number {
    const code = this.columns.codes[record] ?? noText;
    return code === noText ? noText : this.textOf(code);
  }

  /** Independent of the order of tags. */
  hashOf(record: number): number {
    let tags = 0;
    const [start, end] = this.rangeOf(record);
    for (let at = start; at < end; at++) {
      tags += hashWith(hashWith(seed, this.fieldAt(at)), this.valueAt(at));
    }
    const version = this.columns.versions[record] ?? 0;
    const ofCode = hashWith(seed, this.codeOf(record));
    // A version has up to 53 bits, of which a hash takes 32 at a time.
    return hashWith(hashWith(hashWith(ofCode, version), version / 2 ** 32), tags);
  }

  isSame(record: number, others: Variants, other: number): boolean {
    const isOfSignal =
      this.codeOf(record) === others.codeOf(other) &&
      this.columns.versions[record] === others.columns.versions[other];
    const [start, end] = this.rangeOf(record);
    const [otherStart, otherEnd] = others.rangeOf(other);
    if (!isOfSignal || end - start !== otherEnd - otherStart) return false;
    for (let at = start; at < end; at++) {
      if (!others.hasTag(otherStart, otherEnd, this.fieldAt(at), this.valueAt(at))) return false;
    }
    return true;
  }

  private hasTag(start: number, end: number, field: number, value: number): boolean {
    for (let at = start; at < end; at++) {
      if (this.fieldAt(at) === field && this.valueAt(at) === value) return true;
    }
    return false;
  }

  private rangeOf(record: number): readonly [start: number, end: number] {
    const { tagStarts } = this.columns;
    return [tagStarts[record] ?? 0, tagStarts[record + 1] ?? 0];
  }

  private fieldAt(at: number): number {
    return this.textOf(this.columns.tagFields[at] ?? noText);
  }

  private valueAt(at: number): number {
    return this.textOf(this.columns.tagValues[at] ?? noText);
  }
}
