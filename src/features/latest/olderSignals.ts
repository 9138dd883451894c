import { olderRecords } from "../../catalog/olderRecords";
import { type Frame } from "../../data/frame";
import { NotFoundError } from "../../service/errors";
import { type LatestSignals } from "../../service/latestSignals";
import { Slices } from "../../service/slices";
import { type Day } from "../../shared/day";
import { endOfDay, type Instant, msOfInstant } from "../../shared/instant";
import { type OlderValues, valueSources } from "./heatmap/protocol";
import { type Since } from "./model/since";
import { type SignalRef, signalRef } from "../../shared/reference";
import { referencePath } from "../../shared/referencePath";
import { type KeptAnswer } from "../../store/keptAnswer";
import { type DatedSeries } from "../../store/datedSeries";
import { defaultFreshness, freshnessOf } from "../../store/freshness";
import { type BatchItem, takenBatch } from "../../store/seriesBatch";
import { type LastRow } from "../../store/seriesStore";
import { failureText } from "../../editor/report/failureText";
import { maxUnaskedRequests } from "../../editor/unaskedRequests";
import { RecordVariants, type VersionedRecord, type RecordVariant } from "./latestTargets";
import { type ConnectedService } from "../../connect/connectedServices";

const dayMs = 86_400_000;

export interface OlderSignalsOptions {
  readonly generation: number;
  readonly records: LatestSignals;
  readonly since: Since;
  /** The day that `since` stands for. */
  readonly day: Day;
  readonly service: ConnectedService;
}

/** The shown records, and whether any number of requests may be made for them. */
interface Wanted {
  readonly records: Int32Array;
  readonly versions: Float64Array;
  readonly mayRequest: boolean;
}

export interface OlderRun {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, of: number) => void;
}

interface VintageItem extends BatchItem {
  readonly record: number;
  readonly reference: SignalRef;
}

/**
 * The older values of an answer, as known at the end of a day: from the last archived answer if it is at most a day
 * older, else from the vintages of the series, which often take a request each. Fetched values remain after a
 * cancellation.
 */
export class OlderSignals {
  private readonly sources: Uint8Array;
  private readonly days: Int32Array;
  private readonly scores: readonly [Float64Array, Float64Array, Float64Array];
  /** 1 for each record that needs no further look-up. */
  private readonly settled: Uint8Array;
  private readonly asOf: Instant;
  private readonly kept: Promise<void>;
  private keptAtMs: number | null = null;
  private missing = 0;
  private failed = 0;
  private failure: string | null = null;
  /** The number of requests that need no further consent. */
  private allowed = maxUnaskedRequests;

  constructor(private readonly options: OlderSignalsOptions) {
    const { length } = options.records;
    const column = (): Float64Array => new Float64Array(length).fill(Number.NaN);
    this.sources = new Uint8Array(length);
    this.settled = new Uint8Array(length);
    this.days = new Int32Array(length);
    this.scores = [column(), column(), column()];
    this.asOf = endOfDay(options.day);
    this.kept = this.takeKept();
  }

  /** Whether it is for this answer and this start. */
  isOf(generation: number, since: Since): boolean {
    return this.options.generation === generation && this.options.since === since;
  }

  get values(): OlderValues {
    const { generation, since, day } = this.options;
    const [level, momentum, aggregate] = this.scores;
    const { keptAtMs, sources, days, missing, failed, failure } = this;
    const columns = { sources, days, level, momentum, aggregate };
    return { generation, since, day, keptAtMs, ...columns, missing, failed, failure };
  }

  /**
   * Finds the older values of records: from the archive and the cache, and by requests if they are few or `mayRequest`
   * allows any number.
   *
   * @throws the signal's reason when it aborts; fetched values remain.
   */
  async find({ records, versions, mayRequest }: Wanted, run: OlderRun): Promise<void> {
    const { signal } = run;
    await this.kept;
    signal.throwIfAborted();
    [this.failed, this.failure] = [0, null];
    const { known, unknown } = await this.vintagesOf(this.unsettled(records, versions), signal);
    const items = await this.withoutCached(known, signal);
    const definitions = new Set(unknown.map(({ record, version }) => `${version} ${record.code}`));
    this.missing = items.length + unknown.length + definitions.size;
    if (mayRequest) this.allowed = Math.max(this.allowed, this.missing);
    if (this.missing === 0 || this.missing > this.allowed) return;
    await this.request(items, unknown, run);
  }

  private *unsettled(records: Int32Array, versions: Float64Array): Generator<Unsettled, void> {
    for (const [at, place] of records.entries()) {
      const record = this.settled[place] === 0 ? this.options.records.at(place) : undefined;
      if (record !== undefined) yield { at: place, record, version: versions[at] ?? 0 };
    }
  }

  private async request(
    items: readonly VintageItem[],
    unknown: readonly Unsettled[],
    { signal, onProgress }: OlderRun,
  ): Promise<void> {
    const of = this.missing;
    const note = (count: number): void => {
      this.missing -= count;
      // Consent to many requests does not extend to later ones.
      this.allowed = Math.max(maxUnaskedRequests, this.allowed - count);
      onProgress(of - this.missing, of);
    };
    note(0);
    const defined = await this.fetchDefinitions(unknown, signal, note);
    const all = [...items, ...defined];
    await takenBatch(all, (vintage) => this.rowOf(vintage), {
      signal,
      onSettled: ({ record }, row) => {
        note(1);
        if (row !== undefined) this.take(record, row, valueSources.vintage);
      },
    }).then(({ failed }) => {
      for (const { item, error } of failed) this.noteFailure(item.record, error);
    });
    this.missing = 0;
  }

  private rowOf({ reference, frame, retrievedAt }: DatedSeries): LastRow {
    const row = lastRow(frame);
    const times = { fetchedAtMs: Date.now(), serverDateMs: msOfInstant(retrievedAt) };
    const freshness = freshnessOf(reference, times, times.fetchedAtMs, defaultFreshness);
    const { lastRows } = this.options.service.series;
    if (freshness === "final") lastRows.set(referencePath(reference), row);
    return row;
  }

  /** A series that does not exist is settled; after any other failure, the record is tried again next time. */
  private noteFailure(record: number, error: unknown): void {
    if (error instanceof NotFoundError) {
      this.settled[record] = 1;
      return;
    }
    this.failed += 1;
    this.failure ??= failureText(error);
  }

  /** The vintages of records whose definitions have to be fetched first. */
  private async fetchDefinitions(
    unknown: readonly Unsettled[],
    signal: AbortSignal,
    note: (count: number) => void,
  ): Promise<readonly VintageItem[]> {
    const { catalog } = this.options.service;
    const errors = new Map<string, unknown>();
    const variants = new RecordVariants(async (listed) => {
      const key = `${listed.version} ${listed.code}`;
      if (errors.has(key)) throw errors.get(key);
      try {
        return await catalog.definition(listed, { signal });
      } catch (error) {
        errors.set(key, error);
        throw error;
      } finally {
        note(1);
      }
    });
    const items: VintageItem[] = [];
    for (const each of unknown) {
      signal.throwIfAborted();
      try {
        const variant = await variants.of(each);
        if (typeof variant !== "string") items.push(this.itemOf(each.at, variant));
        else {
          this.settled[each.at] = 1;
          note(1);
        }
      } catch (error) {
        signal.throwIfAborted();
        this.noteFailure(each.at, error);
        note(1);
      }
    }
    return items;
  }

  /** Uses stored definitions only; makes no requests. */
  private async vintagesOf(
    wanted: Iterable<Unsettled>,
    signal: AbortSignal,
  ): Promise<{ readonly known: readonly VintageItem[]; readonly unknown: readonly Unsettled[] }> {
    const { catalog } = this.options.service;
    const variants = new RecordVariants((listed) => catalog.storedDefinition(listed));
    const known: VintageItem[] = [];
    const unknown: Unsettled[] = [];
    const slices = new Slices(signal);
    for (const each of wanted) {
      if (slices.isOver) await slices.next();
      const variant = await variants.of(each);
      if (variant === "no definition") unknown.push(each);
      else if (variant === "no such variant") this.settled[each.at] = 1;
      else known.push(this.itemOf(each.at, variant));
    }
    return { known, unknown };
  }

  private itemOf(record: number, variant: RecordVariant): VintageItem {
    const { client, series } = this.options.service;
    const reference = signalRef({ ...variant, dataKind: "SNAP", asOf: this.asOf });
    return { record, source: { client, series }, reference };
  }

  /** Applies the cached vintages and returns the other items. */
  private async withoutCached(
    items: readonly VintageItem[],
    signal: AbortSignal,
  ): Promise<readonly VintageItem[]> {
    const { series } = this.options.service;
    const others: VintageItem[] = [];
    const slices = new Slices(signal);
    for (const item of items) {
      if (slices.isOver) await slices.next();
      const row = series.lastRows.get(referencePath(item.reference));
      if (row !== undefined) {
        this.take(item.record, row, valueSources.vintage);
        continue;
      }
      const cached = await series.cachedBody(item.reference);
      signal.throwIfAborted();
      const opened =
        cached === undefined || cached.isOld
          ? undefined
          : await series.openCached(item.reference, { signal });
      if (opened === undefined) others.push(item);
      else this.take(item.record, lastRow(opened.frame), valueSources.vintage);
    }
    return others;
  }

  private async takeKept(): Promise<void> {
    const { archive } = this.options.service;
    const latestMs = msOfInstant(this.asOf) + 1_000;
    const usable = (await archive.list("signals")).filter(
      ({ fetchedAtMs, seenAtMs }) => fetchedAtMs < latestMs && seenAtMs >= latestMs - dayMs,
    );
    for (const kept of usable.toReversed()) if (await this.takeAnswer(kept)) return;
  }

  /** False if it can no longer be opened. */
  private async takeAnswer(kept: KeptAnswer): Promise<boolean> {
    const { records, service } = this.options;
    const older = await service.archive.signals(kept);
    if (older === undefined) return false;
    const slices = new Slices();
    const found = await slices.run(olderRecords(records.columns, older.columns));
    const { days, level, momentum, aggregate } = older.columns;
    for (const [record, other] of found.entries()) {
      if (other < 0) continue;
      const scores = [level, momentum, aggregate].map((score) => score[other] ?? Number.NaN);
      this.take(record, { days: days.subarray(other, other + 1), scores }, valueSources.keptAnswer);
      if (slices.isOver) await slices.next();
    }
    this.keptAtMs = kept.fetchedAtMs;
    return true;
  }

  private take(record: number, { days, scores }: LastRow, source: number): void {
    this.settled[record] = 1;
    const day = days.at(-1);
    if (day === undefined) return;
    this.sources[record] = source;
    this.days[record] = day;
    for (const [at, column] of this.scores.entries()) column[record] = scores[at] ?? Number.NaN;
  }
}

/** A record whose older values are not known yet. */
interface Unsettled extends VersionedRecord {
  readonly at: number;
}

const scoreNames = ["Level", "Momentum", "Aggregate"];

function lastRow({ days, columns }: Frame): LastRow {
  const scores = scoreNames.map((name) => {
    const column = columns.find((each) => each.name === name);
    return column?.type === "number" ? (column.values.at(-1) ?? Number.NaN) : Number.NaN;
  });
  return { days: days.slice(-1), scores };
}
