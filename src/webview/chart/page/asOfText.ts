import { isoOfDay } from "../../../shared/day";
import { asOfParameter, dayOfInstant, instantOfText, isEndOfDay } from "../../../shared/instant";

/** An as-of for a control: `latest`, the day alone when it is all of that day, else with its time in UTC. */
export function asOfText(asOf: string): string {
  const instant = instantOfText(asOf);
  if (instant === undefined) return asOf;
  if (isEndOfDay(instant)) return isoOfDay(dayOfInstant(instant));
  return `${asOfParameter(instant).replace("T", " ")} UTC`;
}
