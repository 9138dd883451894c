import { type Day } from "../day";
import { type DayRange } from "../dayRange";
import { finish } from "../finish";
import { areEqualValues, isSignFlip } from "./equalValues";
import { isVisibleChange, type Unit } from "./numberText";
import { coarser, type NativeStep, nativeStepOf, observeAt, type Observed } from "./nativeStep";
import { type Observations, forEachDay, rowsIn, standingRow } from "./observations";

/** The change of one day's value between two vintages or kinds of a series. */
export interface Revision {
  readonly day: Day;
  /** The second value minus the first, in the unit of the series. */
  readonly change: number;
}

/** How two vintages or kinds of one series differ. */
export interface Revisions {
  /** Days, or observations, for which both have a value. */
  readonly compared: number;
  /** Those for which only one has a value, so that no revision is known. */
  readonly onlyInOne: number;
  /** The number of compared observations whose difference is visible. */
  readonly revised: number;
  /** The number of compared observations that are not equal but whose difference is not visible. */
  readonly smaller: number;
  /** The number of revised observations with one value positive and the other negative. */
  readonly signFlips: number;
  /** The largest by absolute value, the earliest of equal ones; null if all values are equal. */
  readonly largest: Revision | null;
  /** The largest absolute difference of equal values; 0 if they are identical. */
  readonly rounding: number;
}

/** Compares two vintages or kinds day by day. */
export function revisionsBetween(first: Observations, second: Observations, unit: Unit): Revisions {
  let [compared, onlyInOne, revised, smaller, signFlips, rounding] = [0, 0, 0, 0, 0, 0];
  let largest: Revision | null = null;
  const visits = forEachDay(first, second, (day, before, after) => {
    if (Number.isNaN(before) || Number.isNaN(after)) {
      if (!Number.isNaN(before) || !Number.isNaN(after)) onlyInOne++;
      return;
    }
    compared++;
    const change = after - before;
    if (areEqualValues(before, after)) {
      rounding = Math.max(rounding, Math.abs(change));
      return;
    }
    if (isVisibleChange(unit, change)) {
      revised++;
      if (isSignFlip(before, after)) signFlips++;
    } else smaller++;
    if (Math.abs(change) > Math.abs(largest?.change ?? 0)) largest = { day, change };
  });
  finish(visits);
  return { compared, onlyInOne, revised, smaller, signFlips, largest, rounding };
}

/**
 * The same for observations, at the coarser step of the two: what changes once a month counts once a month. Values are
 * compared over the days that both cover; the day of the largest revision is the first on which both values stand.
 */
export function revisionsOfObservations(
  first: Observations,
  second: Observations,
  unit: Unit,
): Revisions {
  const step = coarser(nativeStepOf(first), nativeStepOf(second));
  const range = commonRange(first, second);
  const a = coveredPart(first, range, step);
  const b = coveredPart(second, range, step);
  const found = revisionsBetween(atEnds(a.observed), atEnds(b.observed), unit);
  const onlyInOne = found.onlyInOne + a.outside + b.outside;
  if (found.largest === null) return { ...found, onlyInOne };
  const end = found.largest.day;
  const day = Math.max(startOf(a, end), startOf(b, end));
  return { ...found, onlyInOne, largest: { ...found.largest, day } };
}

/** A series within the days that another one covers too. */
interface CoveredPart {
  readonly rows: Observations;
  readonly observed: Observed;
  /** How many observations of the series lie outside those days. */
  readonly outside: number;
}

function coveredPart(series: Observations, range: DayRange, step: NativeStep): CoveredPart {
  const rows = rowsIn(series, range);
  const observed = observeAt(rows, step);
  const outside = observeAt(series, step).values.length - observed.values.length;
  return { rows, observed, outside };
}

function commonRange(first: Observations, second: Observations): DayRange {
  const all = [first.days, second.days];
  return {
    from: Math.max(...all.map((days) => days.at(0) ?? Number.POSITIVE_INFINITY)),
    to: Math.min(...all.map((days) => days.at(-1) ?? Number.NEGATIVE_INFINITY)),
  };
}

function atEnds({ ends, values }: Observed): Observations {
  return { days: ends, values };
}

/** The first day of the observation whose period ends on a day. */
function startOf({ rows, observed: { ends, starts } }: CoveredPart, end: Day): Day {
  return rows.days[starts[standingRow(ends, end)] ?? 0] ?? end;
}
