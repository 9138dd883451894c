import { type Day } from "./day";
import { changeBetween, isSignFlip } from "./series/equalValues";
import { isVisibleChange } from "./series/numberText";

/**
 * The changes between an older and a newer answer. Texts are plain and on one line, scores dimensionless, forecasts decimal
 * fractions. NaN means no value, null means absent.
 */

export const changeScores = ["aggregate", "level", "momentum"] as const;
export type ChangeScore = (typeof changeScores)[number];

/** Scores of records, one column each. */
export type ScoreColumns = Readonly<Record<ChangeScore, Float64Array>>;

/** A signal of the newer answer. */
export interface ChangedSignal {
  readonly code: string;
  readonly version: number;
  readonly name: string;
  /** How many of its variants both answers have. */
  readonly matched: number;
  /** Its newest day in the newer answer. */
  readonly newestDay: Day;
  /** When its newest values were produced, milliseconds since 1970-01-01 UTC; null if the service does not say. */
  readonly producedMs: number | null;
  /** Whether the older answer did not have this production yet. */
  readonly isNew: boolean;
}

/** The variants in both answers whose day or scores differ. All columns have one entry per variant. */
export interface ChangedRecords {
  /** Indices of the signals. */
  readonly signals: Int32Array;
  readonly variants: readonly string[];
  /** Records of the newer answer. */
  readonly records: Int32Array;
  readonly olderDays: Int32Array;
  readonly days: Int32Array;
  readonly before: ScoreColumns;
  readonly now: ScoreColumns;
  /** The older day's scores in the newer data; NaN if the series is not in memory. */
  readonly restated: ScoreColumns;
}

/** A variant that only one answer has, or one that went stale: its signal has newer days. */
export interface LoneRecord {
  /** `Inflation` and `United States`. */
  readonly signal: string;
  readonly variant: string;
  readonly code: string;
  readonly version: number;
  /** Its record in the newer answer, or in the older one if it vanished. */
  readonly record: number;
  readonly day: Day;
  readonly scores: Readonly<Record<ChangeScore, number>>;
}

export interface SignalChanges {
  readonly olderMs: number;
  readonly newerMs: number;
  readonly signals: readonly ChangedSignal[];
  readonly changed: ChangedRecords;
  readonly appeared: readonly LoneRecord[];
  readonly vanished: readonly LoneRecord[];
  readonly stale: readonly LoneRecord[];
}

/** Kinds of change: `revision` of the same day, `newDay` if it cannot be split, `withdrawn` if the newest day is gone. */
export type ChangeMark = "news" | "revision" | "newDay" | "withdrawn";

/** The change of one score of a variant. */
export interface Move {
  /** An entry of the columns of {@link ChangedRecords}. */
  readonly entry: number;
  readonly before: number;
  readonly now: number;
  readonly change: number;
  readonly mark: ChangeMark;
  /** The parts of the change due to the new day and to the revision of the old one; null if it cannot be split. */
  readonly news: number | null;
  readonly revision: number | null;
}

/** The changes of a score, largest first: sign flips and the others. */
export interface Moves {
  readonly flips: readonly Move[];
  readonly others: readonly Move[];
}

export function movesOf(changed: ChangedRecords, score: ChangeScore): Moves {
  const flips: Move[] = [];
  const others: Move[] = [];
  // Sorts by a typed array of sizes: comparing objects takes twice as long.
  const sizes = new Float64Array(changed.records.length);
  for (const entry of changed.records.keys()) {
    const move = moveOf(changed, entry, score);
    if (move === undefined) continue;
    sizes[entry] = Math.abs(move.change);
    if (isFlip(move)) flips.push(move);
    else if (isMoved(move)) others.push(move);
  }
  const bySize = (one: Move, other: Move): number => {
    const difference = (sizes[other.entry] ?? 0) - (sizes[one.entry] ?? 0);
    return difference === 0 ? one.entry - other.entry : difference;
  };
  return { flips: flips.sort(bySize), others: others.sort(bySize) };
}

/** Whether a score changed sign. */
export function isFlip({ before, now }: Move): boolean {
  return isSignFlip(before, now);
}

/** Whether a score changed by enough to count. */
export function isMoved({ change }: Move): boolean {
  return isVisibleChange("score", change);
}

/** A production that only the newer answer has. */
export interface Production {
  readonly signal: ChangedSignal;
  /** How many of its variants have a newer day, and how many were revised. */
  readonly news: number;
  readonly revised: number;
  /** The mean absolute change of a score over all variants in both answers; NaN if there are none. */
  readonly meanSize: number;
}

/** Newest first. */
export function productionsOf(
  { signals, changed }: SignalChanges,
  score: ChangeScore,
): readonly Production[] {
  const counts = signals.map(() => ({ news: 0, revised: 0, size: 0 }));
  for (const entry of changed.records.keys()) {
    const count = counts[changed.signals[entry] ?? -1];
    const move = moveOf(changed, entry, score);
    if (count === undefined) continue;
    if ((changed.days[entry] ?? 0) > (changed.olderDays[entry] ?? 0)) count.news += 1;
    if (move === undefined) continue;
    count.size += Math.abs(move.change);
    const revision = move.mark === "revision" ? move.change : (move.revision ?? 0);
    if (isVisibleChange("score", revision)) count.revised += 1;
  }
  return signals
    .flatMap((signal, at) => {
      const { news = 0, revised = 0, size = 0 } = counts[at] ?? {};
      return signal.isNew ? [{ signal, news, revised, meanSize: size / signal.matched }] : [];
    })
    .sort((one, other) => (other.signal.producedMs ?? 0) - (one.signal.producedMs ?? 0));
}

/** Undefined if the score has no value before or now. */
export function moveOf(
  { before, now, restated, days, olderDays }: ChangedRecords,
  entry: number,
  score: ChangeScore,
): Move | undefined {
  const [from, to] = [before[score][entry] ?? Number.NaN, now[score][entry] ?? Number.NaN];
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  const ahead = (days[entry] ?? 0) - (olderDays[entry] ?? 0);
  const then = ahead > 0 ? (restated[score][entry] ?? Number.NaN) : Number.NaN;
  const isSplit = !Number.isNaN(then);
  const news = isSplit ? changeBetween(then, to) : null;
  const revision = isSplit ? changeBetween(from, then) : null;
  const mark = markOf(ahead, news, revision);
  return { entry, before: from, now: to, change: changeBetween(from, to), mark, news, revision };
}

/** @param ahead - How many days the newer record is ahead of the older one. */
function markOf(ahead: number, news: number | null, revision: number | null): ChangeMark {
  if (ahead === 0) return "revision";
  if (ahead < 0) return "withdrawn";
  if (news === null || revision === null) return "newDay";
  // The larger part decides; both parts are given.
  return Math.abs(revision) > Math.abs(news) ? "revision" : "news";
}
