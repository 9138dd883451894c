import { type DelayedProgressOptions, type ReportProgress, withDelayedProgress } from "./progress";

/** The work under way for one key. */
interface Group {
  readonly cancelled: AbortController;
  /** All work that has joined, in order. */
  readonly outcomes: Set<Promise<unknown>>;
  /** Reports the progress, once it is shown. */
  report: ReportProgress;
}

/** Shows all work for one key as one progress, whose Cancel aborts all of it. */
export class SharedProgress {
  private readonly groups = new Map<string, Group>();

  constructor(private readonly show: typeof withDelayedProgress = withDelayedProgress) {}

  /** Starts the work at once and joins the progress of work with the same key. Rejects as the work does. */
  run<T>(
    key: string,
    title: string,
    work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
    options: DelayedProgressOptions = {},
  ): Promise<T> {
    const known = this.groups.get(key);
    const group = known ?? newGroup();
    const outcome = work(group.cancelled.signal, (message) => group.report(message));
    group.outcomes.add(outcome);
    if (known === undefined) {
      this.groups.set(key, group);
      const whole = (signal: AbortSignal, report: ReportProgress): Promise<void> => {
        group.report = report;
        return this.whole(key, group, signal);
      };
      void this.show(title, whole, options);
    }
    return outcome;
  }

  /** Settles when all work that joins has ended; work started after a Cancel does not join. */
  private async whole(key: string, group: Group, signal: AbortSignal): Promise<void> {
    const end = (): void => {
      if (this.groups.get(key) === group) this.groups.delete(key);
    };
    signal.addEventListener("abort", () => {
      end();
      group.cancelled.abort(signal.reason);
    });
    for (const outcome of group.outcomes) await Promise.allSettled([outcome]);
    end();
  }
}

function newGroup(): Group {
  return { cancelled: new AbortController(), outcomes: new Set(), report: () => undefined };
}
