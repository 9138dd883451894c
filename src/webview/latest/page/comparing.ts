import {
  type FromLatest,
  type LatestAnswer,
  type OlderProgress,
  type OlderValues,
} from "../../../shared/latest/latestProtocol";
import { type Since } from "../../../shared/latest/since";
import { type Changes, changesOf } from "../model/changes";
import { type HeatView } from "../model/heatView";
import { type Placement } from "../model/placement";

/** Requests older values from the editor and holds those that it sent. */
export class Comparing {
  private older: OlderValues | undefined;
  private running: OlderProgress | undefined;
  /** The last result of {@link changesOf}, which is computed once. */
  private made: Changes | undefined;

  constructor(private readonly post: (message: FromLatest) => void) {}

  /** Progress of the running requests; undefined if there are none. */
  get progress(): OlderProgress | undefined {
    return this.running;
  }

  /** Undefined while the values themselves are shown. */
  changesOf(values: Placement, answer: LatestAnswer, since: Since | null): Changes | undefined {
    if (since === null) return undefined;
    const isOf = this.older?.generation === answer.generation && this.older.since === since;
    const older = isOf ? this.older : undefined;
    if (this.made?.values !== values || this.made.older !== older) {
      this.made = changesOf(values, older);
    }
    return this.made;
  }

  /** Asks for the older values of what is shown. Without `mayRequest`, only a few requests are made. */
  ask(view: HeatView, { generation }: LatestAnswer, since: Since, mayRequest: boolean): void {
    const records = view.candidateRecords();
    this.running = undefined;
    this.post({
      type: "compare",
      generation,
      since,
      mayRequest,
      records: Int32Array.from(records.keys()),
      versions: Float64Array.from(records.values()),
    });
  }

  /**
   * Cancels the requests, if there are any; values that have arrived stay. The rest is requested once the same changes are
   * shown again.
   */
  stop(): void {
    if (this.running === undefined) return;
    this.running = undefined;
    this.post({ type: "stopComparing" });
  }

  take(older: OlderValues): void {
    this.older = older;
    this.running = undefined;
  }

  note(progress: OlderProgress): void {
    this.running = progress;
  }
}
