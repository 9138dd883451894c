/** What is logged of one attempt: no headers, no bodies, never the key. */
export interface RequestLogEntry {
  readonly method: "GET";
  /** Path and query as they were sent. */
  readonly target: string;
  /** Absent when no answer came. */
  readonly status?: number;
  /** From sending the request to the last byte. */
  readonly ms: number;
  /** Of the body as it travelled, content encodings included. */
  readonly bytes: number;
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: "ok" | "failed" | "cancelled";
  /** How long the client waits before it sends the same request again; absent when it does not. */
  readonly retryInMs?: number;
}
