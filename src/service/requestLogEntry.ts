/** What is logged of one request: no headers, no bodies, never the key. */
export interface RequestLogEntry {
  readonly method: "GET";
  /** Path and query as they were sent. */
  readonly target: string;
  /** Absent when no answer came. */
  readonly status?: number;
  /** From reading the key to the last byte. */
  readonly ms: number;
  /** Of the body as it travelled, content encodings included. */
  readonly bytes: number;
  /** 1 for the first. */
  readonly attempt: number;
  readonly outcome: "ok" | "failed" | "cancelled";
}
