import { type Clock, systemClock } from "../shared/clock";
import { untilAborted } from "../shared/untilAborted";
import { HttpError } from "./errors";

/** Longer waits are ignored: a person who retries anyway has a reason. */
const longestWaitMs = 60_000;

/** How long a person's next try must wait because of the service's `Retry-After`. */
export class RetryWait {
  private untilMs = 0;

  constructor(private readonly clock: Clock = systemClock) {}

  /** Records the wait that a failure asks for; the longest applies. */
  note(error: unknown): void {
    const askedMs = error instanceof HttpError ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = askedMs > longestWaitMs ? 0 : askedMs;
    this.untilMs = Math.max(this.untilMs, this.clock.elapsed() + waitMs);
  }

  /** The remaining wait in milliseconds. */
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
