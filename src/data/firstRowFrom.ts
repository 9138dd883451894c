import { type Day } from "../shared/day";

/**
 * The index of the first of ascending days that is not before `day`, by binary search; their length if there is none.
 */
export function firstRowFrom(days: Int32Array, day: Day): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
