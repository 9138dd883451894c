import { setImmediate as nextTurn } from "node:timers/promises";
import { type Clock, systemClock } from "../shared/clock";

/** Well below the 16 ms between two frames: one overlong step or a pause of the garbage collector does not block the editor. */
const sliceMs = 5;

/** Divides work on the main thread into time slices, between which the editor can run. */
export class Slices {
  private startMs: number;

  /** @param signal - Ends the work between two slices. */
  constructor(
    private readonly signal?: AbortSignal,
    private readonly clock: Clock = systemClock,
  ) {
    this.startMs = clock.elapsed();
  }

  /** Whether it is time for {@link next}. */
  get isOver(): boolean {
    return this.clock.elapsed() - this.startMs >= sliceMs;
  }

  /**
   * Waits for the next slice.
   *
   * @throws the signal's reason when it aborts.
   */
  async next(): Promise<void> {
    await nextTurn();
    this.signal?.throwIfAborted();
    this.startMs = this.clock.elapsed();
  }

  /**
   * Runs all steps of some work and returns its result.
   *
   * @throws the signal's reason when it aborts.
   */
  async run<T>(steps: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (this.isOver) await this.next();
    }
  }
}
