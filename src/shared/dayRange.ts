import { type Day } from "./day";

/** A range of days, both ends inclusive. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}
