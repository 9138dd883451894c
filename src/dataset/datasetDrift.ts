import { type Frame } from "../data/frame";
import { type ChangesByKind, changesByKind, driftOf, isUnchanged } from "../data/frameDrift";
import { Urgency } from "../service/urgency";
import { type Day } from "../shared/day";
import { type AsOf, type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { referencePath, undatedPath } from "../shared/referencePath";
import { loadedAhead, seriesAhead } from "../store/loadedAhead";
import { type AbsenceReason, type DatasetLock, type HeldLine, type LockedSeries } from "./lock";
import { LockedRows } from "./lockedRows";
import { type PlannedTable, datasetPlan } from "./plan";
import { type SettledSeries, frameOfDigest, scoresOf, settledSeries } from "./settledSeries";
import { type DatasetSource, type DatasetWatch, expectService } from "./source";
import { type DatasetSpec } from "./spec";

/** A series of a dataset, with the as-of of now. */
export interface DriftSeries {
  readonly table: string;
  readonly reference: SeriesRef;
}

/** The largest difference between two values of a day. */
interface LargestChange {
  readonly column: string;
  readonly day: Day;
  readonly change: number;
}

/** A series whose values differ by more than rounding. */
export interface ChangedSeries extends DriftSeries {
  /** Counts of values; absent where the values of the lock are neither cached nor in its files. */
  readonly changes?: ChangesByKind;
  /** Absent too if only values were added or removed. */
  readonly largest?: LargestChange;
}

interface ExtendedSeries extends DriftSeries {
  /** Whether its as-of is later now, as with latest, or it is a forecast: then new days are no drift. */
  readonly isExpected: boolean;
}

/** How a dataset would be if it were fetched now. */
export interface DriftReport {
  readonly kind: "drift";
  readonly service: string;
  /** The instant of the lock, and of now. */
  readonly lockedAsOf?: Instant | undefined;
  readonly asOf?: Instant | undefined;
  /** All lists are in the order of the tables of the spec. */
  readonly changed: readonly ChangedSeries[];
  /** Series with values on later days only. */
  readonly extended: readonly ExtendedSeries[];
  readonly added: readonly DriftSeries[];
  readonly gone: readonly DriftSeries[];
  /** Series that could not be fetched, which is no drift. */
  readonly broken: readonly (DriftSeries & { readonly reason: AbsenceReason })[];
  /** Series whose digests differ and whose values are equal, and their largest difference. */
  readonly rounded: readonly (DriftSeries & { readonly largest: number })[];
  readonly same: number;
  /** How many of those that are now fetched can still change as of their instant. */
  readonly unsettled: number;
  readonly isDrift: boolean;
}

interface DatasetOnDisk {
  readonly root: string;
  readonly spec: DatasetSpec;
  readonly lock: DatasetLock;
}

type Found =
  | { readonly is: "same" | "extended" | "added" | "gone" }
  | { readonly is: "broken"; readonly reason: AbsenceReason }
  | { readonly is: "rounded"; readonly largest: number }
  | { readonly is: "changed"; readonly difference: Omit<ChangedSeries, keyof DriftSeries> };

interface Answer {
  readonly found: Found;
  readonly isUnsettled: boolean;
}

/** `mayGrow`: whether new days are no drift. */
type Compared = DriftSeries & Answer & { readonly mayGrow: boolean };

/**
 * Compares a lock with what a fetch of its spec would find now: `*` is expanded anew, latest is a new instant, and fixed
 * as-ofs are requested again without the cache.
 *
 * @throws as `fetchDataset` does before it writes.
 */
export async function datasetDrift(
  source: DatasetSource,
  { root, spec, lock }: DatasetOnDisk,
  { signal = new AbortController().signal, onProgress }: DatasetWatch = {},
): Promise<DriftReport> {
  expectService(source, spec.service);
  const plan = await datasetPlan(source, spec, { signal });
  const keys = new SeriesKeys(spec, lock.asOf, plan.asOf);
  const locked = new Map(lock.series.map((line) => [keys.ofLocked(line), line]));
  const planned = plan.tables.flatMap(seriesOfTable);
  const comparison = new Comparison(source, new LockedRows(source.worker, root, lock));
  const load = async (each: PlannedSeries, own: AbortSignal): Promise<Compared> => {
    const line = locked.get(keys.ofNow(each));
    const compared = await comparison.compared(each, line, own);
    return { ...compared, mayGrow: line !== undefined && isLaterNow(each, line) };
  };
  const all: Compared[] = [];
  onProgress?.(0, planned.length);
  for await (const each of loadedAhead(planned, seriesAhead, load, signal)) {
    all.push(each);
    onProgress?.(all.length, planned.length);
  }
  for (const each of planned) locked.delete(keys.ofNow(each));
  for (const line of locked.values()) {
    const { table, reference } = line;
    const isHeld = !("absent" in line);
    const none = { isUnsettled: false, mayGrow: false };
    if (isHeld) all.push({ table, reference, found: { is: "gone" }, ...none });
  }
  const { service } = spec;
  return reportOf({ service, lockedAsOf: lock.asOf, asOf: plan.asOf }, all);
}

function reportOf(
  head: {
    readonly service: string;
    readonly lockedAsOf: Instant | undefined;
    readonly asOf: Instant | undefined;
  },
  all: readonly Compared[],
): DriftReport {
  const lists = {
    changed: [] as ChangedSeries[],
    extended: [] as ExtendedSeries[],
    added: [] as DriftSeries[],
    gone: [] as DriftSeries[],
  };
  const broken: DriftReport["broken"][number][] = [];
  const rounded: DriftReport["rounded"][number][] = [];
  let same = 0;
  for (const { table, reference, found, mayGrow } of all) {
    const series = { table, reference };
    if (found.is === "same") same += 1;
    else if (found.is === "broken") broken.push({ ...series, reason: found.reason });
    else if (found.is === "rounded") rounded.push({ ...series, largest: found.largest });
    else if (found.is === "changed") lists.changed.push({ ...series, ...found.difference });
    else if (found.is === "extended") lists.extended.push({ ...series, isExpected: mayGrow });
    else lists[found.is].push(series);
  }
  const drifted = [lists.extended.filter((each) => !each.isExpected), lists.changed, lists.added];
  const isDrift = [...drifted, lists.gone].some(({ length }) => length > 0);
  const unsettled = all.filter(({ isUnsettled }) => isUnsettled).length;
  return { kind: "drift", ...head, ...lists, broken, rounded, same, unsettled, isDrift };
}

/** A series as it would be requested now. */
interface PlannedSeries extends DriftSeries {
  readonly isVintage: boolean;
}

function seriesOfTable(table: PlannedTable): readonly PlannedSeries[] {
  const own = { table: table.name, isVintage: table.kind === "vintages" };
  if (table.kind === "series") return table.members.map((reference) => ({ ...own, reference }));
  return table.asOfs.flatMap((asOf) =>
    table.members.map((member) => ({ ...own, reference: { ...member, asOf } })),
  );
}

/** Keys that are equal for a series now and in the lock: the instants of the spec's as-of and of latest are not part of them. */
class SeriesKeys {
  private readonly vintages: ReadonlySet<string>;
  /** The as-ofs that references of the spec have of their own. */
  private readonly fixed: ReadonlySet<AsOf>;

  constructor(
    { tables, asOf: main }: DatasetSpec,
    private readonly lockedAsOf: Instant | undefined,
    private readonly asOf: Instant | undefined,
  ) {
    const own = tables.filter(({ kind }) => kind === "vintages");
    this.vintages = new Set(own.map(({ name }) => name));
    const asOfs = tables.flatMap((table) => {
      if (table.kind === "vintages") return [];
      const members = table.kind === "set" ? table.members : [table.member];
      return members.flatMap((each) => (each.family === "forecast" ? [] : [each.asOf]));
    });
    this.fixed = new Set(asOfs.filter((each) => each !== "latest" && each !== main));
  }

  ofLocked(series: DriftSeries): string {
    return this.keyOf(series, this.lockedAsOf);
  }

  ofNow(series: DriftSeries): string {
    return this.keyOf(series, this.asOf);
  }

  private keyOf({ table, reference }: DriftSeries, instant: Instant | undefined): string {
    const isDated =
      reference.family === "forecast" ||
      this.vintages.has(table) ||
      (reference.asOf !== instant && this.fixed.has(reference.asOf));
    if (isDated) return `${table} ${referencePath(reference)}`;
    return `${table} ${undatedPath(reference)}${reference.asOf === instant ? "" : " latest"}`;
  }
}

class Comparison {
  private readonly urgency = new Urgency("bulk");
  private readonly answers = new Map<string, Promise<Answer>>();

  constructor(
    private readonly source: DatasetSource,
    private readonly rows: LockedRows,
  ) {}

  async compared(
    planned: PlannedSeries,
    line: LockedSeries | undefined,
    signal: AbortSignal,
  ): Promise<DriftSeries & Answer> {
    const { table, reference, isVintage } = planned;
    const held = line === undefined || "absent" in line ? undefined : line;
    // A series of two tables is requested once: its new answer replaces the cached values of the lock.
    const key = `${referencePath(reference)} ${held?.values ?? ""} ${isVintage}`;
    const answer = this.answers.get(key) ?? this.comparedOnce(planned, held, signal);
    this.answers.set(key, answer);
    return { ...(await answer), table, reference };
  }

  private async comparedOnce(
    { reference, isVintage }: PlannedSeries,
    held: HeldLine | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    const cached = held && (await this.cachedFrame(held));
    const now = await settledSeries(this.source.series, reference, {
      ...{ signal, urgency: this.urgency },
      // A series that was absent may be there now.
      isRefresh: held === undefined || isSameInstant(held.reference, reference),
    });
    const found = await this.found(held, now, cached, isVintage, signal);
    return { found, isUnsettled: !("absent" in now) && !now.isSettled };
  }

  private async found(
    held: HeldLine | undefined,
    now: SettledSeries,
    cached: Frame | undefined,
    isVintage: boolean,
    signal: AbortSignal,
  ): Promise<Found> {
    if ("absent" in now) {
      if (now.absent !== 404) return { is: "broken", reason: now.absent };
      return { is: held === undefined ? "same" : "gone" };
    }
    if (held === undefined) return { is: "added" };
    if (frameOfDigest(now.frame, held.values) !== undefined) return { is: "same" };
    const before = cached ?? (await this.frameBefore(held, now, signal));
    const after = isVintage ? scoresOf(now.frame) : now.frame;
    return before === undefined
      ? { is: "changed", difference: {} }
      : differenceOf(before, after, held);
  }

  /** The values that the lock was written with, from the cache. */
  private async cachedFrame({ reference, values }: HeldLine): Promise<Frame | undefined> {
    const { series } = this.source;
    const cached = await series.openCached(reference, { urgency: this.urgency });
    return cached && frameOfDigest(cached.frame, values);
  }

  /** The values that the lock was written with: as of its instant, or from the files. */
  private async frameBefore(
    held: HeldLine,
    now: { readonly reference: SeriesRef; readonly frame: Frame },
    signal: AbortSignal,
  ): Promise<Frame | undefined> {
    const { reference, values } = held;
    if (reference.family === "signal" && !isSameInstant(reference, now.reference)) {
      const then = await settledSeries(this.source.series, reference, {
        signal,
        urgency: this.urgency,
      });
      const frame = "absent" in then ? undefined : frameOfDigest(then.frame, values);
      if (frame !== undefined) return frame;
    }
    return this.rows.frameOf(held, now.frame, signal);
  }
}

/** Whether the as-of of a series is later than in the lock; a forecast is always as of now. */
function isLaterNow({ reference: now }: DriftSeries, { reference: then }: DriftSeries): boolean {
  if (now.family === "forecast" || then.family === "forecast") return true;
  return then.asOf < now.asOf;
}

function isSameInstant(one: SeriesRef, other: SeriesRef): boolean {
  return referencePath(one) === referencePath(other);
}

function differenceOf(before: Frame, after: Frame, { reference, last }: HeldLine): Found {
  const unit = reference.family === "forecast" ? "fraction" : "score";
  const drift = driftOf(before, after, unit);
  if (isUnchanged(drift)) return { is: "rounded", largest: drift.rounding };
  const isColumnSame = drift.columnsAdded.length + drift.columnsGone.length === 0;
  const isLater = drift.rows.every((row) => row.before === null && row.day > (last ?? -Infinity));
  if (isColumnSame && isLater && drift.daysGone.length === 0) return { is: "extended" };
  const largest = drift.columns
    .flatMap(({ name, largest: own }) => (own === null ? [] : [{ column: name, ...own }]))
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change))[0];
  const changes = changesByKind(drift.rows, unit);
  return { is: "changed", difference: { changes, ...(largest && { largest }) } };
}
