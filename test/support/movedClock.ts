import { type Clock } from "../../src/shared/clock";

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class MovedClock implements Clock {
  private elapsedMs = 0;
  private readonly timers = new Set<Timer>();

  constructor(private readonly startMs = Date.UTC(2026, 10, 20, 12)) {}

  readonly now = (): number => this.startMs + this.elapsedMs;
  readonly elapsed = (): number => this.elapsedMs;

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { atMs: this.elapsedMs + ms, callback };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  /** How long each timer still has to run, in milliseconds, the shortest first. */
  get waiting(): readonly number[] {
    return [...this.timers].map(({ atMs }) => atMs - this.elapsedMs).sort((a, b) => a - b);
  }

  /** Moves the clock on; timers fire in the order of their time, each at its own time. */
  advance(ms: number): void {
    const untilMs = this.elapsedMs + ms;
    for (;;) {
      const next = [...this.timers].sort((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > untilMs) break;
      this.timers.delete(next);
      this.elapsedMs = Math.max(this.elapsedMs, next.atMs);
      next.callback();
    }
    this.elapsedMs = untilMs;
  }
}
