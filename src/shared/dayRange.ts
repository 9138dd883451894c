import { type Day } from "./day";

/** Days shown, both inclusive. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}
