import { type Clock, systemClock } from "../shared/clock";
import { untilAborted } from "../shared/untilAborted";
import { HttpError } from "./errors";

/** Longer waits are ignored: a person who tries again all the same has a reason. */
const longestWaitMs = 60_000;

/** How long a person's next try has to wait, because the service asked for that with `Retry-After`. */
export class RetryWait {
  private untilMs = 0;

  constructor(private readonly clock: Pick<Clock, "elapsed" | "after"> = systemClock) {}

  /** Notes how long to wait after a failure; of several, the longest wait counts. */
  note(error: unknown): void {
    const askedMs = error instanceof HttpError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = askedMs > longestWaitMs ? 0 : askedMs;
    this.untilMs = Math.max(this.untilMs, this.clock.elapsed() + waitMs);
  }

  /** Milliseconds that are left. */
  get leftMs(): number {
    return Math.max(0, this.untilMs - this.clock.elapsed());
  }

  /** @throws the signal's reason when it aborts. */
  async end(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.leftMs === 0) return;
    let stop = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      stop = this.clock.after(this.leftMs, resolve);
    });
    try {
      await untilAborted(over, signal);
    } finally {
      stop();
    }
  }
}
