import {
  type AsOf,
  type InstantProblem,
  instantOfTyped,
  isEndOfDay,
  msOfInstant,
} from "../../shared/instant";

/** Why a typed as-of is none, or none that the service can know yet. */
export type AsOfProblem = InstantProblem | "future";

export type TypedAsOf =
  | { readonly ok: true; readonly asOf: AsOf }
  | { readonly ok: false; readonly problem: AsOfProblem };

/**
 * The as-of that a person typed: a date, an instant, or nothing or `latest` for the newest data.
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

/** `latest`, a date where the as-of is the end of that day, else date and time in UTC; {@link typedAsOf} reads it back. */
export function asOfText(asOf: AsOf): string {
  if (asOf === "latest") return asOf;
  const form = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
  return asOf.replace(form, isEndOfDay(asOf) ? "$1-$2-$3" : "$1-$2-$3 $4:$5:$6Z");
}
