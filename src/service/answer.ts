import { type Redaction } from "./redaction";

/** What every answer and every failure reports about its request. */
export interface RequestFacts {
  /** `GET /path?query` as it was sent; the key is never part of it. */
  readonly request: string;
  /** How often the request was sent; 0 if it was refused before. */
  readonly attempts: number;
}

/** A complete 2xx answer after content decoding. */
export interface Answer extends RequestFacts {
  readonly bytes: Uint8Array;
  /** The `Date` header, milliseconds since 1970-01-01 UTC. */
  readonly serverDateMs?: number;
  readonly isCloseDelimited: boolean;
  /** Removes the key from texts that quote the answer. */
  readonly redaction: Redaction;
}
