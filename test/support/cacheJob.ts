import { signalRef } from "../../src/shared/reference";

/** What a program writes into the cache. */
export interface CacheJob {
  /** The extension's folder. */
  readonly folder: string;
  /** The body is this letter, many times. */
  readonly letter: string;
  readonly sizeBytes: number;
  /** How often it is written. */
  readonly count: number;
  /** Whether it is kept offline. */
  readonly isOffline?: boolean;
}

/** What is written, always under the same name. */
export const jobReference = signalRef({
  code: "INFL",
  version: 2,
  tags: {},
  dataKind: "SNAP",
  asOf: "latest",
});
