import { type Day } from "../day";
import { type Observations, forEachDay } from "./observations";

/** The change of one day's value between two vintages or kinds of a series. */
export interface Revision {
  readonly day: Day;
  /** The second value minus the first, in the unit of the series. */
  readonly change: number;
}

/** How two vintages or kinds of one series differ. */
export interface Revisions {
  /** Days on which both have a value. */
  readonly compared: number;
  /** Days on which only one has a value, so that no revision is known. */
  readonly onlyInOne: number;
  /** Compared days on which the values differ. */
  readonly revised: number;
  /** Compared days on which one value is positive and the other negative. */
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
