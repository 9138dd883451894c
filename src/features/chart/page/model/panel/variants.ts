import { type ShownUnit } from "../../../../../shared/series/numberText";
import { type CrossSort, type PanelSort } from "../../../model/viewState";
import { type Day } from "../../../../../shared/day";
import { type DayRange } from "../../../../../shared/dayRange";
import { newestValue } from "../newest";
import { type Line, type Pane } from "../pane";
import {
  compareValues,
  lastKnownRow,
  type Observations,
  rowAMonthBefore,
  standingRow,
} from "../../../../../shared/series/observations";

/** One row of a panel's cross-section. */
export interface Variant {
  /** The id of its part and its pane. */
  readonly id: string;
  readonly name: string;
  /** Replaces a name that does not fit; equal to it if there is no shorter one. */
  readonly shortName: string;
  /** Its first line; null if it has none, or could not be fetched. */
  readonly line: Line | null;
  readonly unit: ShownUnit;
  /** The newest value of its line; NaN without one. */
  readonly value: number;
  readonly day: Day | null;
  /** Whole percent of its own history at or below the newest value. */
  readonly percentile: number | null;
  /** As {@link changeInSight}. */
  readonly change: number;
  /** As {@link changeOverMonth}. */
  readonly month: number;
  /** Whether its newest value is older than that of another variant. */
  readonly isUneven: boolean;
}

/** The variants of a panel by their panes, in the same order. */
export function panelVariantsOf(panes: readonly Pane[], range: DayRange): readonly Variant[] {
  const all = panes.map((pane) => variantOf(pane, range));
  const lastDay = all.reduce((last, { day }) => Math.max(last, day ?? last), -Infinity);
  return all.map((each) => ({ ...each, isUneven: each.day !== null && each.day < lastDay }));
}

function variantOf({ id, title: name, shortTitle = name, lines }: Pane, range: DayRange): Variant {
  const [line] = lines;
  const newest = line === undefined ? undefined : newestValue(line);
  return {
    id,
    name,
    shortName: shortTitle,
    line: line ?? null,
    unit: line?.unit ?? "score",
    value: newest?.value ?? Number.NaN,
    day: newest?.day ?? null,
    percentile: newest?.percentile ?? null,
    change: line === undefined ? Number.NaN : changeInSight(line, range),
    month: line === undefined ? Number.NaN : changeOverMonth(line),
    isUneven: false,
  };
}

/**
 * Sorts variants by name, or the largest first and those without a value last; equal ones by name.
 *
 * @param byName - The variants in the order in which the editor sorts them by name.
 */
export function sortPanelVariants(byName: readonly Variant[], sort: PanelSort): readonly Variant[] {
  if (sort === "name") return byName;
  const key = sort === "newest" ? "value" : "change";
  return byName.toSorted((one, other) => compareValues(one[key], other[key], false));
}

/** Sorts variants in the order of the cross-section: those without a value last either way, equal ones by name. */
export function crossSorted(
  byName: readonly Variant[],
  { column, isAscending }: CrossSort,
): readonly Variant[] {
  if (column === "name") return isAscending ? byName : byName.toReversed();
  const keyOf = (each: Variant): number =>
    column === "newest" ? each.value : (each[column] ?? Number.NaN);
  return byName.toSorted((one, other) => compareValues(keyOf(one), keyOf(other), isAscending));
}

/** The newest value in a range of days minus the first in it; NaN with fewer than two values there. */
export function changeInSight({ days, values }: Observations, { from, to }: DayRange): number {
  let first = standingRow(days, from - 1) + 1;
  let last = standingRow(days, to);
  while (first < last && Number.isNaN(values[first])) first++;
  while (last > first && Number.isNaN(values[last])) last--;
  return first < last ? (values[last] ?? Number.NaN) - (values[first] ?? Number.NaN) : Number.NaN;
}

/** The newest value minus the one in force a calendar month before its day; NaN if either is missing. */
export function changeOverMonth({ days, values }: Observations): number {
  const newest = lastKnownRow(values);
  const before = rowAMonthBefore({ days, values });
  return (values[newest] ?? Number.NaN) - (values[before] ?? Number.NaN);
}
