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

/** What the editor told of older values, and what it is asked for. */
export class Comparing {
  private older: OlderValues | undefined;
  private running: OlderProgress | undefined;
  /** What the changes were made of last: they are made once. */
  private made: Changes | undefined;

  constructor(private readonly post: (message: FromLatest) => void) {}

  /** Of the requests that are under way; undefined where there are none. */
  get progress(): OlderProgress | undefined {
    return this.running;
  }

  /** Undefined where the values themselves are shown. */
  changesOf(values: Placement, answer: LatestAnswer, since: Since | null): Changes | undefined {
    if (since === null) return undefined;
    const isOf = this.older?.generation === answer.generation && this.older.since === since;
    const older = isOf ? this.older : undefined;
    if (this.made?.values !== values || this.made.older !== older) {
      this.made = changesOf(values, older);
    }
    return this.made;
  }

  /** Asks for what the shown values were; few requests are made without being allowed. */
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
   * Ends the requests, if there are any; what has come stays. They go on once the same changes are asked for again. Nobody
   * can cancel them while the values themselves are shown.
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
