import { type Day } from "../day";
import { dayOfInstant, type Instant } from "../instant";
import { areEqualValues, changeBetween } from "./equalValues";
import { drawnValue, type Observations } from "./observations";

/** One vintage of a series. */
export interface VintageOfSeries extends Observations {
  /** For latest, the instant that it resolved to. */
  readonly asOf: Instant;
}

/** A day's value in one vintage. */
export interface DayVintage {
  readonly asOf: Instant;
  /** NaN if the vintage ends before the day, or has no value for it. */
  readonly value: number;
  /** The value minus that of the previous vintage with a value; 0 for equal values, NaN if either is missing. */
  readonly change: number;
  /** `earlier`: the oldest vintage already has a value; `first`: the first value, after vintages without one. */
  readonly kind: "absent" | "earlier" | "first" | "same" | "revised";
}

/** How the value of one day changed from vintage to vintage. */
export interface DayHistory {
  readonly day: Day;
  /** One for each vintage, the oldest first. */
  readonly steps: readonly DayVintage[];
  /** The oldest with a value; undefined without any. */
  readonly first: DayVintage | undefined;
  /** The number of vintages whose value differs from the previous one. */
  readonly revisions: number;
  /** Calendar days from the day to the as-of of {@link first}, an upper bound of its delay; undefined without it. */
  readonly delayDays: number | undefined;
  /** The day's value as first reported; NaN if unknown. */
  readonly fit: number;
  /** Whether {@link first} differs from what was first reported, so that the day was revised before that as-of. */
  readonly wasRevisedBefore: boolean;
}

/**
 * The history of a day: its value in each vintage, from the last row on or before it, unless the vintage ends earlier.
 *
 * @param vintages - In any order; each as-of once.
 * @param fit - The day's value as first reported, from the series of kind FIT; NaN if unknown.
 */
export function dayHistory(
  vintages: readonly VintageOfSeries[],
  day: Day,
  fit = Number.NaN,
): DayHistory {
  const steps: DayVintage[] = [];
  let before = Number.NaN;
  for (const vintage of vintages.toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1))) {
    const value = drawnValue(vintage, day);
    const change = changeBetween(before, value);
    steps.push({ asOf: vintage.asOf, value, change, kind: kindOf(value, change, steps) });
    if (!Number.isNaN(value)) before = value;
  }
  const first = steps.find(({ kind }) => kind !== "absent");
  const isKnown = first !== undefined && !Number.isNaN(fit);
  return {
    day,
    steps,
    first,
    revisions: steps.filter(({ kind }) => kind === "revised").length,
    delayDays: first && Math.max(0, dayOfInstant(first.asOf) - day),
    fit,
    wasRevisedBefore: isKnown && !areEqualValues(first.value, fit),
  };
}

function kindOf(value: number, change: number, before: readonly DayVintage[]): DayVintage["kind"] {
  if (Number.isNaN(value)) return "absent";
  if (Number.isNaN(change)) return before.length === 0 ? "earlier" : "first";
  return change === 0 ? "same" : "revised";
}
