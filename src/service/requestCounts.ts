import { type RequestLogEntry } from "./requestLogEntry";

/** The outcomes of all finished attempts; cancelled ones count only as sent. */
export interface RequestCounts {
  /** Counts each attempt. */
  readonly sent: number;
  /** A complete answer with a 2xx status. */
  readonly answered: number;
  readonly failed: number;
  /** Attempts that were not the first of their request. */
  readonly retried: number;
}

/** The initial counts. */
export const noRequests: RequestCounts = { sent: 0, answered: 0, failed: 0, retried: 0 };

/** The counts including one more attempt. */
export function withAttempt(
  counts: RequestCounts,
  { attempt, outcome }: RequestLogEntry,
): RequestCounts {
  return {
    sent: counts.sent + 1,
    answered: counts.answered + Number(outcome === "ok"),
    failed: counts.failed + Number(outcome === "failed"),
    retried: counts.retried + Number(attempt > 1),
  };
}
