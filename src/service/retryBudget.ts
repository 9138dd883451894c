import { type Clock } from "../shared/clock";

/** The initial and maximum budget. */
const budgetRetries = 20;
/** What each complete answer adds: one retry per five answers. */
const retriesPerAnswer = 0.2;
/** Without answers, one retry is added per interval. */
const refillMs = 10_000;

/**
 * A token bucket that limits the retries of all requests of one client together, so that a service that is down does
 * not get three times the load. In any span of time there are at most {@link budgetRetries} retries, and {@link
 * retriesPerAnswer} more for each answer, and one more for each {@link refillMs}: 50 downloads that all fail at once
 * are sent 70 times, not 150.
 */
export class RetryBudget {
  private tokens = budgetRetries;
  private seenMs: number;

  constructor(private readonly clock: Clock) {
    this.seenMs = clock.elapsed();
  }

  /** Takes one retry; returns false if none is left. */
  take(): boolean {
    this.refill();
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }

  /** Call after each complete answer. */
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
