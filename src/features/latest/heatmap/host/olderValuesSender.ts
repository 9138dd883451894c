import { type FromLatest } from "../messages";
import { type LatestSignals } from "../../../../service/latestSignals";
import { type ToLatest } from "../protocol";
import { sinceDay } from "../../model/since";
import { type Disposable } from "../../../../editor/disposables";
import { OlderSignals } from "../../olderSignals";
import { type ConnectedService } from "../../../../connect/connectedServices";

interface ComparedAnswer {
  readonly generation: number;
  readonly records: LatestSignals;
  readonly fetchedAtMs: number;
}

export interface OlderValuesOptions {
  readonly connected: () => Promise<ConnectedService>;
  readonly post: (message: Extract<ToLatest, { readonly type: "older" | "olderProgress" }>) => void;
}

/** The abort reason when the user cancels. */
const stopped = new DOMException("cancelled by the user", "AbortError");

/** Sends the page the older values of its answer. A new request replaces the one before it. */
export class OlderValuesSender implements Disposable {
  private answer: ComparedAnswer | undefined;
  private older: OlderSignals | undefined;
  private finding = new AbortController();

  constructor(private readonly options: OlderValuesOptions) {}

  /** When the answer was fetched; undefined while there is none. */
  get answerMs(): number | undefined {
    return this.answer?.fetchedAtMs;
  }

  /** Call when the page shows another answer, or none. */
  about(answer: ComparedAnswer | undefined): void {
    this.finding.abort();
    this.answer = answer;
    this.older = undefined;
  }

  async show(asked: Extract<FromLatest, { readonly type: "compare" }>): Promise<void> {
    const { answer } = this;
    const { generation, since } = asked;
    // The page has another answer by now.
    if (answer?.generation !== generation) return;
    const day = sinceDay(since, answer.fetchedAtMs);
    if (day === undefined) return;
    this.finding.abort();
    const finding = new AbortController();
    this.finding = finding;
    const { signal } = finding;
    const service = await this.options.connected();
    if (finding.signal.aborted) return;
    if (this.older?.isOf(generation, since) !== true) {
      const { records } = answer;
      this.older = new OlderSignals({ generation, records, since, day, service });
    }
    const { older } = this;
    const onProgress = (done: number, of: number): void => {
      if (signal.aborted) return;
      this.options.post({ type: "olderProgress", progress: { generation, since, done, of } });
    };
    try {
      await older.find(asked, { signal, onProgress });
    } catch (error) {
      if (!signal.aborted) throw error;
      // After Cancel, the fetched values are shown; a new request shows its own.
      if (signal.reason !== stopped) return;
    }
    if (this.isShown(older)) this.tell(older);
  }

  /** Cancels the requests; fetched values remain. */
  stop(): void {
    this.finding.abort(stopped);
  }

  dispose(): void {
    this.about(undefined);
  }

  /** False once another answer or another comparison is shown. */
  private isShown(older: OlderSignals): boolean {
    return this.older === older;
  }

  private tell(older: OlderSignals): void {
    this.options.post({ type: "older", older: older.values });
  }
}
