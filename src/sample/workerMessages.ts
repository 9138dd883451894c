import { type Day } from "../shared/day";

/** The `workerData` of the service's worker thread. */
export interface SampleWorkerData {
  readonly apiKey: string;
  readonly knownKey?: string;
  readonly port?: number;
  readonly until?: Day;
  /** A fixed time; the machine's clock by default. */
  readonly nowMs?: number;
}

/** Sent once the thread answers requests. A thread that cannot start ends with its error. */
export interface ListeningMessage {
  readonly type: "listening";
  readonly url: string;
  readonly port: number;
}

/** Ends the thread gracefully. */
export interface CloseMessage {
  readonly type: "close";
}
