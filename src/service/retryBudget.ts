import { type Clock } from "../shared/clock";

/** What a budget has at first, and never more than. */
const budgetRetries = 20;
/** What each whole answer gives back: one retry for five of them. */
const retriesPerAnswer = 0.2;
/** Without any answer, one retry comes back in this time. */
const refillMs = 10_000;

/**
 * What all requests of one client may repeat together, a token bucket: a service that is down is not asked three times
 * as often. In any span of time there are at most {@link budgetRetries} retries, and {@link retriesPerAnswer} more for
 * each answer, and one more for each {@link refillMs}: 50 downloads that all fail at once are sent 70 times, not 150.
 */
export class RetryBudget {
  private tokens = budgetRetries;
  private seenMs: number;

  constructor(private readonly clock: Pick<Clock, "elapsed">) {
    this.seenMs = clock.elapsed();
  }

  /** Takes one retry; false when there is none left. */
  take(): boolean {
    this.refill();
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  /** A whole answer came. */
  deposit(): void {
    this.add(retriesPerAnswer);
  }

  private refill(): void {
    const nowMs = this.clock.elapsed();
    this.add((nowMs - this.seenMs) / refillMs);
    this.seenMs = nowMs;
  }

  private add(tokens: number): void {
    this.tokens = Math.min(budgetRetries, this.tokens + tokens);
  }
}
