import { type Day, dayOfCivil, isoOfDay } from "../../../shared/day";
import {
  type Instant,
  endOfDay,
  type AsOf,
  type InstantProblem,
  instantOfTyped,
  msOfInstant,
} from "../../../shared/instant";

/** A frequently used as-of. */
export interface AsOfPreset {
  readonly name: "month" | "quarter" | "year";
  readonly asOf: Instant;
}

const msPerDay = 86_400_000;

/**
 * The ends of the last full month and quarter, and the same day a year ago, each at the end of its UTC day.
 *
 * @param nowMs - Milliseconds since 1970-01-01 UTC.
 */
export function asOfPresets(nowMs: number): readonly AsOfPreset[] {
  const today = Math.floor(nowMs / msPerDay);
  const [year = 0, month = 1, dayOfMonth = 1] = isoOfDay(today).split("-").map(Number);
  const quarter = month - ((month - 1) % 3);
  return [
    { name: "month", asOf: endOfDay(firstDay(year, month) - 1) },
    { name: "quarter", asOf: endOfDay(firstDay(year, quarter) - 1) },
    { name: "year", asOf: endOfDay(sameDay(year - 1, month, dayOfMonth)) },
  ];
}

/** The same day a year ago; 28 February for 29 February. */
function sameDay(year: number, month: number, dayOfMonth: number): Day {
  return dayOfCivil(year, month, dayOfMonth) ?? sameDay(year, month, dayOfMonth - 1);
}

function firstDay(year: number, month: number): Day {
  return sameDay(year, month, 1);
}

/** Why a typed as-of is invalid, or still in the future for the service. */
export type AsOfProblem = InstantProblem | "future";

type TypedAsOf =
  | { readonly ok: true; readonly asOf: AsOf }
  | { readonly ok: false; readonly problem: AsOfProblem };

/**
 * Parses an as-of that a person typed: a date, an instant, or nothing or `latest` for the newest data.
 *
 * @param latestMs - The last as-of that is not in the future, milliseconds since 1970-01-01 UTC.
 */
export function typedAsOf(text: string, latestMs: number): TypedAsOf {
  const typed = text.trim();
  if (typed === "" || typed.toLowerCase() === "latest") return { ok: true, asOf: "latest" };
  const found = instantOfTyped(typed);
  if (!found.ok) return found;
  return msOfInstant(found.instant) <= latestMs
    ? { ok: true, asOf: found.instant }
    : { ok: false, problem: "future" };
}
