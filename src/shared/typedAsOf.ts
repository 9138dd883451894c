import { type Day, isoOfDay, minDay } from "./day";
import {
  type AsOf,
  endOfDay,
  type Instant,
  type InstantProblem,
  instantOfMs,
  instantOfTyped,
  msOfInstant,
} from "./instant";
import { monthsBefore, monthStart } from "./months";

/** A frequently used as-of. */
export interface AsOfPreset {
  readonly name: "month" | "quarter" | "year" | "production";
  readonly asOf: Instant;
}

const msPerDay = 86_400_000;

/**
 * The ends of the last full month and quarter, and the same day a year ago, each at the end of its UTC day; and the
 * second before the newest production, if that is known.
 *
 * @param nowMs - Milliseconds since 1970-01-01 UTC.
 * @param newestProduction - The `point_in_time` of the newest production.
 */
export function asOfPresets(nowMs: number, newestProduction?: Instant): readonly AsOfPreset[] {
  const today = dayOf(nowMs);
  const before = newestProduction && instantOfMs(msOfInstant(newestProduction) - 1000);
  return [
    { name: "month", asOf: endOfDay(lastPeriodEnd(today, 1)) },
    { name: "quarter", asOf: endOfDay(lastPeriodEnd(today, 3)) },
    { name: "year", asOf: endOfDay(monthsBefore(today, 12)) },
    ...(before === undefined ? [] : [{ name: "production" as const, asOf: before }]),
  ];
}

/** Why a typed as-of is invalid; `future` means after the service's present. */
export type AsOfProblem = InstantProblem | "future";

type TypedAsOf =
  | { readonly ok: true; readonly asOf: AsOf }
  | { readonly ok: false; readonly problem: AsOfProblem };

/**
 * Parses an as-of that a person typed: a date, an instant, nothing or `latest` for the newest data, or a day relative to
 * today: `-10d`, `-2w`, `-3m`, `-1y`, and `eom`, `eoq`, `eoy` for the last month, quarter and year that have ended. A day
 * means its end in UTC.
 *
 * @param latestMs - The last as-of that is not in the future, milliseconds since 1970-01-01 UTC.
 */
export function typedAsOf(text: string, latestMs: number): TypedAsOf {
  const typed = text.trim().toLowerCase();
  if (typed === "" || typed === "latest") return { ok: true, asOf: "latest" };
  const relative = relativeDay(typed, dayOf(latestMs));
  if (relative === undefined) return { ok: false, problem: "impossible" };
  const found =
    relative === "other"
      ? instantOfTyped(text.trim().replace(compactDay, "$1-$2-$3"))
      : { ok: true as const, instant: endOfDay(relative) };
  if (!found.ok) return found;
  return msOfInstant(found.instant) <= latestMs
    ? { ok: true, asOf: found.instant }
    : { ok: false, problem: "future" };
}

const compactDay = /^(\d{4})(\d{2})(\d{2})$/;
const relativeForm = /^[-−](\d{1,5})([dwmy])$/;
/** The length in months of each period whose last end has a name. */
const periodMonths: ReadonlyMap<string, number> = new Map([
  ["eom", 1],
  ["eoq", 3],
  ["eoy", 12],
]);

/** `other` if the text is not in a relative form; undefined if the day is before the year 0. */
function relativeDay(typed: string, today: Day): Day | "other" | undefined {
  const months = periodMonths.get(typed);
  if (months !== undefined) return lastPeriodEnd(today, months);
  const match = relativeForm.exec(typed);
  if (match === null) return "other";
  const count = Number(match[1]);
  const unit = match[2];
  const day =
    unit === "d" || unit === "w"
      ? today - (unit === "d" ? count : 7 * count)
      : monthsBefore(today, unit === "m" ? count : 12 * count);
  return day <= minDay ? undefined : day;
}

/** The last day of the last full period of this many months: 1, 3 or 12. */
function lastPeriodEnd(today: Day, months: number): Day {
  const [year = 0, month = 1] = isoOfDay(today).split("-").map(Number);
  const monthsSinceZero = year * 12 + month - 1;
  return monthStart(monthsSinceZero - (monthsSinceZero % months)) - 1;
}

function dayOf(ms: number): Day {
  return Math.floor(ms / msPerDay);
}
