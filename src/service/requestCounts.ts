import { type RequestLogEntry } from "./requestLogEntry";

/** What became of the attempts that are over; cancelled ones count as sent alone. */
export interface RequestCounts {
  /** Each attempt is one. */
  readonly sent: number;
  /** A whole answer with a status of 2xx came. */
  readonly answered: number;
  readonly failed: number;
  /** Those of the sent ones that were not their request's first. */
  readonly retried: number;
}

/** Before anything is sent. */
export const noRequests: RequestCounts = { sent: 0, answered: 0, failed: 0, retried: 0 };

/** The counts with one attempt more. */
export function withAttempt(
  counts: RequestCounts,
  { attempt, outcome }: Pick<RequestLogEntry, "attempt" | "outcome">,
): RequestCounts {
  return {
    sent: counts.sent + 1,
    answered: counts.answered + Number(outcome === "ok"),
    failed: counts.failed + Number(outcome === "failed"),
    retried: counts.retried + Number(attempt > 1),
  };
}
