/** The log record of one attempt: no headers, no bodies, never the key. */
export interface RequestLogEntry {
  readonly method: "GET";
  /** Path and query as sent. */
  readonly target: string;
  /** Absent if there was no answer. */
  readonly status?: number;
  /** From sending the request to the last byte. */
  readonly ms: number;
  /** The size of the body as received, before content decoding. */
  readonly bytes: number;
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: "ok" | "failed" | "cancelled";
  /** The delay before the same request is sent again; absent if it is not. */
  readonly retryInMs?: number;
}
