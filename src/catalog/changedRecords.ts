import { type LatestSignals } from "../service/latestSignals";
import { type Day } from "../shared/day";
import {
  type ChangedRecords,
  type ChangedSignal,
  changeScores,
  type LoneRecord,
  type ScoreColumns,
  type SignalChanges,
} from "../shared/changes";
import { type LatestSignal } from "../shared/latestColumns";
import { changeBetween, isSignFlip } from "../shared/series/equalValues";
import { isVisibleChange } from "../shared/series/numberText";
import { HashTable, hashWith, none, seed } from "./hashTable";
import { olderRecords } from "./olderRecords";

/** An answer and when it was fetched. */
export interface DatedSignals {
  readonly records: LatestSignals;
  readonly fetchedAtMs: number;
}

/** Readable names. */
export interface RecordNames {
  readonly signal: (code: string, version: number) => string;
  readonly variant: (record: LatestSignal) => string;
}

/** Keeps the page readable whatever the service sends; the largest known answers have fewer variants. */
const maxLone = 5_000;

interface MadeSignal extends ChangedSignal {
  /** The signal's index among all signals. */
  readonly index: number;
  matched: number;
  newestDay: Day;
  producedMs: number | null;
  olderNewestDay: Day;
  olderProducedMs: number | null;
}

/** The changes from an older answer to a newer one. Restated scores are still NaN. May pause. */
export function* changedRecords(
  newer: DatedSignals,
  older: DatedSignals,
  names: RecordNames,
): Generator<void, SignalChanges> {
  const found = yield* olderRecords(newer.records.columns, older.records.columns);
  const signals = new Signals(newer.records, names);
  const entries: Entry[] = [];
  const appeared: LoneRecord[] = [];
  for (const [at, olderAt] of found.entries()) {
    yield;
    const record = newer.records.at(at);
    if (record?.code === undefined) continue;
    const signal = signals.of(at, record);
    note(signal, record);
    const before = olderAt === none ? undefined : older.records.at(olderAt);
    if (before === undefined) {
      if (appeared.length < maxLone) appeared.push(loneRecord(record, at, names));
      continue;
    }
    signal.matched += 1;
    signal.olderNewestDay = Math.max(signal.olderNewestDay, before.day);
    signal.olderProducedMs = laterOf(signal.olderProducedMs, before.pointInTimeMs);
    entries.push({ at, record, before, signal });
  }
  const stale: LoneRecord[] = [];
  const changed: Entry[] = [];
  for (const entry of entries) {
    yield;
    const { record, before, signal, at } = entry;
    const wasNewest = before.day === signal.olderNewestDay;
    if (wasNewest && record.day < signal.newestDay && stale.length < maxLone) {
      stale.push(loneRecord(record, at, names));
    }
    if (record.day !== before.day || differs(record, before)) changed.push(entry);
  }
  const vanished = yield* vanishedRecords(newer.records, older.records, names);
  return {
    olderMs: older.fetchedAtMs,
    newerMs: newer.fetchedAtMs,
    signals: yield* signals.all(),
    changed: yield* columnsOf(changed, names),
    appeared,
    vanished,
    stale,
  };
}

interface Entry {
  readonly at: number;
  readonly record: LatestSignal;
  readonly before: LatestSignal;
  readonly signal: MadeSignal;
}

/** The signals of the newer answer, in its order. */
class Signals {
  private readonly made: MadeSignal[] = [];
  /** The first record of each signal; `table` finds the signal by the hash of that record. */
  private readonly firstRecords: number[] = [];
  private readonly table: HashTable;

  constructor(
    private readonly records: LatestSignals,
    private readonly names: RecordNames,
  ) {
    this.table = new HashTable(records.length);
  }

  of(record: number, { code = "", version }: LatestSignal): MadeSignal {
    const { codes, versions } = this.records.columns;
    const ofCode = hashWith(hashWith(seed, codes[record] ?? none), version);
    const place = this.table.placeOf(hashWith(ofCode, version / 2 ** 32), (index) => {
      const first = this.firstRecords[index] ?? none;
      return codes[first] === codes[record] && versions[first] === version;
    });
    const known = this.made[this.table.at(place)];
    if (known !== undefined) return known;
    const index = this.made.length;
    const signal: MadeSignal = {
      index,
      code,
      version,
      name: this.names.signal(code, version),
      matched: 0,
      newestDay: Number.NEGATIVE_INFINITY,
      producedMs: null,
      isNew: false,
      olderNewestDay: Number.NEGATIVE_INFINITY,
      olderProducedMs: null,
    };
    this.table.set(place, index);
    this.firstRecords.push(record);
    this.made.push(signal);
    return signal;
  }

  *all(): Generator<void, readonly ChangedSignal[]> {
    const all: ChangedSignal[] = [];
    for (const { index: _, olderNewestDay, olderProducedMs, ...signal } of this.made) {
      yield;
      const { matched, newestDay, producedMs } = signal;
      const isNew =
        matched > 0 &&
        (producedMs === null || olderProducedMs === null
          ? newestDay > olderNewestDay
          : producedMs > olderProducedMs);
      all.push({ ...signal, isNew });
    }
    return all;
  }
}

function note(signal: MadeSignal, { day, pointInTimeMs }: LatestSignal): void {
  signal.newestDay = Math.max(signal.newestDay, day);
  signal.producedMs = laterOf(signal.producedMs, pointInTimeMs);
}

function laterOf(one: number | null, other: number | undefined): number | null {
  if (other === undefined) return one;
  return one === null ? other : Math.max(one, other);
}

/** Also true if a value appeared or vanished. */
function differs(record: LatestSignal, before: LatestSignal): boolean {
  return changeScores.some((score) => {
    const size = Math.abs(changeBetween(before[score], record[score]));
    return Number.isNaN(size)
      ? Number.isNaN(record[score]) !== Number.isNaN(before[score])
      : isVisibleChange("score", size) || isSignFlip(before[score], record[score]);
  });
}

function* vanishedRecords(
  newer: LatestSignals,
  older: LatestSignals,
  names: RecordNames,
): Generator<void, readonly LoneRecord[]> {
  const found = yield* olderRecords(older.columns, newer.columns);
  const vanished: LoneRecord[] = [];
  for (const [at, newerAt] of found.entries()) {
    yield;
    const record = newerAt === none && vanished.length < maxLone ? older.at(at) : undefined;
    if (record?.code !== undefined) vanished.push(loneRecord(record, at, names));
  }
  return vanished;
}

function loneRecord(record: LatestSignal, at: number, names: RecordNames): LoneRecord {
  const { code = "", version, day, level, momentum, aggregate } = record;
  return {
    signal: names.signal(code, version),
    variant: names.variant(record),
    code,
    version,
    record: at,
    day,
    scores: { level, momentum, aggregate },
  };
}

function* columnsOf(
  entries: readonly Entry[],
  names: RecordNames,
): Generator<void, ChangedRecords> {
  const { length } = entries;
  const columns = (): ScoreColumns => ({
    aggregate: new Float64Array(length).fill(Number.NaN),
    level: new Float64Array(length).fill(Number.NaN),
    momentum: new Float64Array(length).fill(Number.NaN),
  });
  const variants: string[] = [];
  const changed: ChangedRecords = {
    signals: new Int32Array(length),
    variants,
    records: new Int32Array(length),
    olderDays: new Int32Array(length),
    days: new Int32Array(length),
    before: columns(),
    now: columns(),
    restated: columns(),
  };
  for (const [entry, { at, record, before, signal }] of entries.entries()) {
    yield;
    changed.signals[entry] = signal.index;
    changed.records[entry] = at;
    changed.olderDays[entry] = before.day;
    changed.days[entry] = record.day;
    variants.push(names.variant(record));
    for (const score of changeScores) {
      changed.before[score][entry] = before[score];
      changed.now[score][entry] = record[score];
    }
  }
  return changed;
}
