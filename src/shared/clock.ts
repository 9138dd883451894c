/** The time source of everything that waits or times out; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: () => number;
  /** Milliseconds since an arbitrary start; never runs backwards. */
  readonly elapsed: () => number;
  /**
   * Calls back once, no earlier than after `ms`, which is capped at 2^31 − 1. Returns a function that cancels the
   * timer.
   */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** With a longer delay `setTimeout` fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** This computer's clock. */
export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};
