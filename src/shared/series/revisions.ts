import { type Day } from "../day";
import { type Observations, forEachDay } from "./observations";

/** The change of one day's value between two vintages or kinds of a series. */
export interface Revision {
  readonly day: Day;
  /** The second value less the first, in the unit of the series. */
  readonly change: number;
}

/** How two vintages or kinds of one series differ. */
export interface Revisions {
  /** Days on which both have a value. */
  readonly compared: number;
  /** Days on which only one has: no revision of them is known. */
  readonly onlyInOne: number;
  /** Days compared on which the values are not the same number. */
  readonly revised: number;
  /** Days compared on which one value is above zero and the other below. */
  readonly signFlips: number;
  /** The first of the largest in size; null where nothing was revised. */
  readonly largest: Revision | null;
}

/** Compares two vintages or kinds day by day; exactly, since one series served twice is the same to the last bit. */
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
