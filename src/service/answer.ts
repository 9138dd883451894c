import { type RequestFacts } from "./requestFacts";
import { type Redaction } from "./redaction";

/** A complete 2xx answer, its content encodings undone. */
export interface Answer extends RequestFacts {
  readonly bytes: Uint8Array;
  /** The `Date` header, milliseconds since 1970-01-01 UTC. */
  readonly serverDateMs?: number;
  readonly isCloseDelimited: boolean;
  /** Removes the key from texts that quote the answer. */
  readonly redaction: Redaction;
}
