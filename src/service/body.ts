import { type WireFormat } from "../shared/wireFormat";
import { type RequestFacts } from "./answer";
import { type Redaction } from "./redaction";

/** One time series as the service encoded it; complete, but not yet decoded into columns. */
export interface Body extends RequestFacts {
  /** After content decoding; owns its whole buffer, so that it can be transferred to a worker. */
  readonly bytes: Uint8Array;
  /** What the first bytes look like. */
  readonly format: WireFormat;
  /** The answer's `Date` header, milliseconds since 1970-01-01 UTC; absent when there was none that could be read. */
  readonly serverDateMs?: number;
  /** Only the connection's end marked the body's end: whether it is complete shows in the content alone. */
  readonly isCloseDelimited: boolean;
  /**
   * Finds the key in what the body holds compressed. Absent where it was searched before it was kept, and where the key
   * is no secret.
   */
  readonly redaction?: Redaction;
  /** Where another format was asked for: what is wrong with the body if it is no series in its own format either. */
  readonly unexpected?: Error;
}
