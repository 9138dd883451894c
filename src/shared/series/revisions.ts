import { type Day } from "../day";
import { finish } from "../finish";
import { areEqualValues, isSignFlip } from "./equalValues";
import { isVisibleChange, type Unit } from "./numberText";
import { nativeStepOf } from "./nativeStep";
import { type Observations, forEachDay } from "./observations";
import { correlationMatrix } from "./statistics";

/** The change of one day's value between two vintages or kinds of a series. */
export interface Revision {
  readonly day: Day;
  /** The second value minus the first, in the unit of the series. */
  readonly change: number;
}

/** How a day's value changed: both vintages have one, only the second, or only the first. */
export type RevisionKind = "revised" | "added" | "gone";

/** Consecutive days, of those that either vintage lists, with the same two values. */
export interface RevisionRun {
  readonly kind: RevisionKind;
  readonly first: Day;
  /** Inclusive. */
  readonly last: Day;
  /** The number of listed days, which may have gaps between them. */
  readonly days: number;
  /** The values of the first day; NaN in the vintage that has none. */
  readonly before: number;
  readonly after: number;
  /** The second value minus the first; NaN if one is missing. */
  readonly change: number;
}

/** How two vintages or kinds of one series differ, in days. */
export interface Revisions {
  /** Those for which both have a value. */
  readonly compared: number;
  /** Those for which only the second has a value. */
  readonly added: number;
  /** Those for which only the first has a value. */
  readonly gone: number;
  /** The number of compared ones whose difference is visible. */
  readonly revised: number;
  /** The number of compared ones that are not equal but whose difference is not visible. */
  readonly smaller: number;
  /** The number of revised ones with one value positive and the other negative. */
  readonly signFlips: number;
  /** The first one that is revised; null if none is. */
  readonly firstRevised: Day | null;
  /** The largest by absolute value, the earliest of equal ones; null if all values are equal. */
  readonly largest: Revision | null;
  /** The root of the mean square of the differences over all compared ones; NaN if there are none. */
  readonly rms: number;
  /** The largest absolute difference of equal values; 0 if they are identical. */
  readonly rounding: number;
}

/** How two vintages differ day by day, with every difference. */
export interface DailyRevisions extends Revisions {
  /** All differences, visible or not, by day. */
  readonly runs: readonly RevisionRun[];
}

/** How two vintages of one series differ day by day, with their correlation. */
export interface VintageRevisions extends DailyRevisions {
  /** The correlation of observations at the coarser step; NaN for too few, or if either is constant. */
  readonly correlation: number;
}

/** Compares two vintages or kinds day by day. */
export function revisionsBetween(
  first: Observations,
  second: Observations,
  unit: Unit,
): DailyRevisions {
  const counts = { compared: 0, added: 0, gone: 0, revised: 0, smaller: 0, signFlips: 0 };
  let [rounding, squares] = [0, 0];
  let firstRevised: Day | null = null;
  let largest: Revision | null = null;
  const runs = new Runs();
  const visits = forEachDay(first, second, (day, before, after) => {
    const kind = kindOf(before, after);
    if (kind === undefined) {
      runs.end();
      return;
    }
    if (kind !== "revised") {
      counts[kind]++;
      runs.add(day, kind, before, after);
      return;
    }
    counts.compared++;
    const change = after - before;
    squares += change * change;
    if (areEqualValues(before, after)) {
      rounding = Math.max(rounding, Math.abs(change));
      runs.end();
      return;
    }
    runs.add(day, kind, before, after);
    if (isVisibleChange(unit, change)) {
      counts.revised++;
      firstRevised ??= day;
      if (isSignFlip(before, after)) counts.signFlips++;
    } else counts.smaller++;
    if (Math.abs(change) > Math.abs(largest?.change ?? 0)) largest = { day, change };
  });
  finish(visits);
  const rms = Math.sqrt(squares / counts.compared);
  return { ...counts, firstRevised, largest, rms, rounding, runs: runs.all };
}

/** Compares two vintages of a series: day by day, and by the correlation of their observations. */
export function revisionsOfVintages(
  first: Observations,
  second: Observations,
  unit: Unit,
): VintageRevisions {
  const samples = [first, second].map((rows) => ({ step: nativeStepOf(rows), rows }));
  const [, correlation = Number.NaN] = finish(correlationMatrix(samples, "levels"));
  return { ...revisionsBetween(first, second, unit), correlation };
}

/** Sorts runs by the size of their change, the largest first, and those without a change last; equal ones by day. */
export function runsBySize<Run extends { readonly first: Day; readonly change: number }>(
  runs: readonly Run[],
): readonly Run[] {
  return runs.toSorted((a, b) => {
    const difference = Math.abs(b.change) - Math.abs(a.change);
    // NaN where either has no change.
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
    const order = +Number.isNaN(a.change) - +Number.isNaN(b.change);
    return order === 0 ? a.first - b.first : order;
  });
}

/** Undefined for two missing values, of which neither is compared. */
function kindOf(before: number, after: number): RevisionKind | undefined {
  if (Number.isNaN(before)) return Number.isNaN(after) ? undefined : "added";
  return Number.isNaN(after) ? "gone" : "revised";
}

/** Collects the days that differ as runs. */
class Runs {
  readonly all: RevisionRun[] = [];
  private isOpen = false;

  /** Continues the last run if its values are those of this day. */
  add(day: Day, kind: RevisionKind, before: number, after: number): void {
    const run = this.isOpen ? this.all.at(-1) : undefined;
    if (run !== undefined && areEqualValues(run.before, before) && areEqualValues(run.after, after))
      this.all[this.all.length - 1] = { ...run, last: day, days: run.days + 1 };
    else {
      const change = after - before;
      this.all.push({ kind, first: day, last: day, days: 1, before, after, change });
    }
    this.isOpen = true;
  }

  /** The next day that differs begins a run. */
  end(): void {
    this.isOpen = false;
  }
}
