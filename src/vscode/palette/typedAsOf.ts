import { type AsOf, type InstantProblem, instantOfTyped, msOfInstant } from "../../shared/instant";

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
