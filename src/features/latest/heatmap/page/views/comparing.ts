import { type FromLatest } from "../../messages";
import { type LatestAnswer, type OlderProgress, type OlderValues } from "../../protocol";
import { type Since } from "../../../model/since";
import { type Changes, changesOf } from "../model/scoreChanges";
import { type HeatView } from "../model/heatView";
import { type Placement } from "../model/placement";

interface Compared {
  readonly view: HeatView;
  readonly answer: LatestAnswer;
}

/** Requests older values from the editor and holds those that it sent. */
export class Comparing {
  private older: OlderValues | undefined;
  private running: OlderProgress | undefined;
  /** Whether other values of further tags, such as other sectors, were requested too. */
  private isAskedElsewhere = false;
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

  /** Whether values elsewhere were requested. They are requested only after all shown values. */
  get isElsewhere(): boolean {
    return this.isAskedElsewhere;
  }

  /** Requests the older values of the shown cells. Without `mayRequest`, only a few requests are made. */
  ask(shown: Compared | undefined, since: Since | null, mayRequest: boolean): void {
    if (shown === undefined) return;
    if (since === null) {
      this.stop();
      return;
    }
    // Consent applies only to the values missing from the last request.
    this.isAskedElsewhere &&= mayRequest;
    this.send(shown, since, mayRequest);
  }

  /** Also requests the values elsewhere, such as those of other sectors, once all shown values are fetched. */
  askElsewhere(shown: Compared | undefined, since: Since | null): void {
    const { older, isAskedElsewhere } = this;
    if (shown === undefined || since === null || isAskedElsewhere) return;
    const { view, answer } = shown;
    const isComplete =
      older?.generation === answer.generation &&
      older.since === since &&
      older.missing + older.failed === 0;
    if (!isComplete || !view.hasOnlyFlips || view.elsewhereRecords().size === 0) return;
    this.isAskedElsewhere = true;
    this.send(shown, since, false);
  }

  /** Cancels running requests; fetched values remain. The rest is requested when the same changes are shown again. */
  stop(): void {
    if (this.running === undefined) return;
    this.running = undefined;
    this.post({ type: "stopComparing" });
  }

  private send(
    { view, answer: { generation } }: Compared,
    since: Since,
    mayRequest: boolean,
  ): void {
    const elsewhere = this.isAskedElsewhere ? view.elsewhereRecords() : [];
    const records = new Map([...view.candidateRecords(), ...elsewhere]);
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

  take(older: OlderValues): void {
    this.older = older;
    this.running = undefined;
  }

  note(progress: OlderProgress): void {
    this.running = progress;
  }
}
