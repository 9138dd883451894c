import { type WireFormat } from "../shared/wireFormat";
import { type RequestFacts } from "./answer";
import { type Redaction } from "./redaction";

/** One time series as the service encoded it: complete, but not yet decoded into columns. */
export interface Body extends RequestFacts {
  /** After content decoding; in shared memory if its limit allows, so that a worker reads it without a copy. */
  readonly bytes: Uint8Array;
  /** Detected from the first bytes. */
  readonly format: WireFormat;
  /** The answer's `Date` header, milliseconds since 1970-01-01 UTC; absent if it is missing or malformed. */
  readonly serverDateMs?: number;
  /**
   * Whether only the end of the connection marked the end of the body: then the content alone shows whether it is
   * complete.
   */
  readonly isCloseDelimited: boolean;
  /**
   * Finds the key in compressed parts of the body. Absent if they were searched before caching, or if the key is
   * public.
   */
  readonly redaction?: Redaction;
  /**
   * Set if another format was requested: the error to report if the body cannot be decoded in its own format either.
   */
  readonly unexpected?: Error;
}
