import { type Day } from "../day";
import { dayOfInstant, type Instant } from "../instant";
import { areEqualValues, changeBetween } from "./equalValues";
import { isVisibleChange } from "./numberText";
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
  /**
   * `first`: the earliest of these vintages with a value, where FIT shows that it is the first print; `earliest`: the
   * same where FIT is unknown or differs; `smaller`: a change that the displayed digits do not show.
   */
  readonly kind: "absent" | "earliest" | "first" | "same" | "smaller" | "revised";
}

/** How the value of one day changed from vintage to vintage. */
export interface DayHistory {
  readonly day: Day;
  /** One for each vintage, the oldest first. */
  readonly steps: readonly DayVintage[];
  /** The oldest with a value; undefined without any. */
  readonly first: DayVintage | undefined;
  /**
   * The number of vintages whose value differs visibly from the previous one; a lower bound of the number of revisions,
   * because those between two vintages are not seen.
   */
  readonly revisions: number;
  /** The number of those whose value differs by less. */
  readonly smaller: number;
  /** Calendar days from the day to the as-of of {@link first}, an upper bound of its delay; undefined without it. */
  readonly delayDays: number | undefined;
  /** The day's value as first reported; NaN if unknown. */
  readonly fit: number;
  /** Whether {@link first} differs from what was first reported, so that the day was revised before that as-of. */
  readonly wasRevisedBefore: boolean;
}

/**
 * The history of a day of a score: its value in each vintage, from the last row on or before it, unless the vintage ends earlier.
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
    steps.push({ asOf: vintage.asOf, value, change, kind: kindOf(value, change, fit) });
    if (!Number.isNaN(value)) before = value;
  }
  const first = steps.find(({ kind }) => kind !== "absent");
  const countOf = (wanted: DayVintage["kind"]): number =>
    steps.filter(({ kind }) => kind === wanted).length;
  return {
    day,
    steps,
    first,
    revisions: countOf("revised"),
    smaller: countOf("smaller"),
    delayDays: first && Math.max(0, dayOfInstant(first.asOf) - day),
    fit,
    wasRevisedBefore: first?.kind === "earliest" && !Number.isNaN(fit),
  };
}

function kindOf(value: number, change: number, fit: number): DayVintage["kind"] {
  if (Number.isNaN(value)) return "absent";
  if (Number.isNaN(change)) return areEqualValues(value, fit) ? "first" : "earliest";
  if (change === 0) return "same";
  return isVisibleChange("score", change) ? "revised" : "smaller";
}
