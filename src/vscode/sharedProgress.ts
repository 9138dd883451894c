import { type DelayedProgressOptions, type ReportProgress, withDelayedProgress } from "./progress";

/** What is under way for one thing. */
interface Group {
  readonly cancelled: AbortController;
  /** All that has joined, in its order. */
  readonly outcomes: Set<Promise<unknown>>;
  /** Says how far it is, once there is a progress for it. */
  report: ReportProgress;
}

/** Shows all work for one thing as one progress: its Cancel ends all of it. */
export class SharedProgress {
  private readonly groups = new Map<string, Group>();

  constructor(private readonly show: typeof withDelayedProgress = withDelayedProgress) {}

  /** Starts the work at once; what is under way for the same key already shows it, too. Rejects as the work does. */
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

  /** Until all has ended that joins meanwhile; what starts after a Cancel does not join. */
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
