import { type DayRange } from "../../../../shared/dayRange";
import { type Observations, standingRow } from "../../../../shared/series/observations";

/** The newest value in a range of days minus the first in it; NaN with fewer than two values there. */
export function changeInSight({ days, values }: Observations, { from, to }: DayRange): number {
  let first = standingRow(days, from - 1) + 1;
  let last = standingRow(days, to);
  while (first < last && Number.isNaN(values[first])) first++;
  while (last > first && Number.isNaN(values[last])) last--;
  return first < last ? (values[last] ?? Number.NaN) - (values[first] ?? Number.NaN) : Number.NaN;
}
