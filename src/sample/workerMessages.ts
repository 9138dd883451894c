import { type Day } from "../shared/day";

/** What a worker thread of the service is started with, as its `workerData`. */
export interface SampleWorkerData {
  readonly apiKey: string;
  readonly knownKey?: string;
  readonly port?: number;
  readonly until?: Day;
  /** A clock that stands still; absent: the machine's clock. */
  readonly nowMs?: number;
}

/** What the thread tells once it answers requests. A thread that cannot start ends with its error. */
export interface ListeningMessage {
  readonly type: "listening";
  readonly url: string;
  readonly port: number;
}

/** What ends the thread in good order. */
export interface CloseMessage {
  readonly type: "close";
}
