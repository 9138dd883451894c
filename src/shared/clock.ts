/** Time as the parts see it that wait and give up; tests move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly now: () => number;
  /** Milliseconds from an unknown start, never running backwards. */
  readonly elapsed: () => number;
  /** Calls back once, at the earliest after this time; at most 2^31 − 1 ms count. Calling what it returns stops it. */
  readonly after: (ms: number, callback: () => void) => () => void;
}

/** Beyond it `setTimeout` fires at once instead of later. */
const longestTimerMs = 2 ** 31 - 1;

/** This computer's time. */
export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};
