import { isUnreachable } from "../../../service/errors";
import { LaterThanAsOfError } from "../../../store/asOfGate";

/** Why a fetch failed, which decides when it is retried. */
export type FailedFetch =
  /** It may succeed when the service answers again. */
  | "outage"
  /** It is later than the window's as-of, and may succeed when that changes. */
  | "refused"
  | "other";

export function failedFetch(error: unknown): FailedFetch {
  if (error instanceof LaterThanAsOfError) return "refused";
  return isUnreachable(error) ? "outage" : "other";
}
