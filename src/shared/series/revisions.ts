import { type Day } from "../day";
import { type DayRange } from "../dayRange";
import { nativeStepOf, observeAt, type Observed } from "./nativeStep";
import { type Observations, forEachDay, standingRow } from "./observations";
import { coarser, rowsIn } from "./statistics";

/** The change of one day's value between two vintages or kinds of a series. */
export interface Revision {
  readonly day: Day;
  /** The second value minus the first, in the unit of the series. */
  readonly change: number;
}

/** How two vintages or kinds of one series differ. */
export interface Revisions {
  /** Days, or observations, of which both have a value. */
  readonly compared: number;
  /** Those of which only one has a value, so that no revision is known. */
  readonly onlyInOne: number;
  /** Compared ones that differ. */
  readonly revised: number;
  /** Compared ones of which one is positive and the other negative. */
  readonly signFlips: number;
  /** The largest by absolute value, the earliest of equal ones; null if nothing was revised. */
  readonly largest: Revision | null;
}

/** Compares two vintages or kinds day by day. Exact: a series that is served twice is bit-identical. */
export function revisionsBetween(first: Observations, second: Observations): Revisions {
  let [compared, onlyInOne, revised, signFlips] = [0, 0, 0, 0];
  let largest: Revision | null = null;
  forEachDay(first, second, (day, before, after) => {
    if (Number.isNaN(before) || Number.isNaN(after)) {
      if (!Number.isNaN(before) || !Number.isNaN(after)) onlyInOne++;
      return;
    }
    compared++;
    if (before === after) return;
    revised++;
    if (Math.sign(before) * Math.sign(after) < 0) signFlips++;
    const change = after - before;
    if (Math.abs(change) > Math.abs(largest?.change ?? 0)) largest = { day, change };
  });
  return { compared, onlyInOne, revised, signFlips, largest };
}

/**
 * The same for observations, at the coarser step of the two: what changes once a month counts once a month. Only the days that
 * both cover are compared; the day of the largest revision is the first on which both values stand.
 */
export function revisionsOfObservations(first: Observations, second: Observations): Revisions {
  const step = coarser(nativeStepOf(first), nativeStepOf(second));
  const range = commonRange(first, second);
  const both = [first, second].map((series) => {
    const rows = rowsIn(series, range);
    return { rows, whole: observeAt(series, step), observed: observeAt(rows, step) };
  });
  const [a, b] = both;
  if (a === undefined || b === undefined) throw new RangeError("two series are compared");
  const found = revisionsBetween(atEnds(a.observed), atEnds(b.observed));
  const outside = both.reduce(
    (sum, { whole, observed }) => sum + whole.values.length - observed.values.length,
    0,
  );
  const { largest } = found;
  const day = Math.max(...both.map(({ rows, observed }) => startOf(rows, observed, largest?.day)));
  return {
    ...found,
    onlyInOne: found.onlyInOne + outside,
    largest: largest === null ? null : { ...largest, day },
  };
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
function startOf({ days }: Observations, { ends, starts }: Observed, end = 0): Day {
  return days[starts[standingRow(ends, end)] ?? 0] ?? end;
}
