import { type Clock } from "../shared/clock";

/** Why something ended before it was complete. */
export type Ending = "cancelled" | "expired" | "failed";

/** Ends a request, or one attempt of it, when its time is over, when it is cancelled, or when it failed: whichever is first. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly cancel = (): void => this.end("cancelled");
  private firstEnding: Ending | undefined;
  private expiresAtMs = Infinity;
  private stopTimer = (): void => undefined;

  /** @param outer - Whose abort cancels this one. There is no time limit until {@link expireAfter} sets one. */
  constructor(
    private readonly clock: Clock,
    private readonly outer: AbortSignal | undefined,
  ) {
    if (outer?.aborted === true) this.cancel();
    else outer?.addEventListener("abort", this.cancel, { once: true });
  }

  /** Aborted when all must end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** What ended it; undefined while it may go on. */
  get ending(): Ending | undefined {
    return this.firstEnding;
  }

  /** What is left of the time, in milliseconds; infinite without a limit. */
  get leftMs(): number {
    return this.expiresAtMs - this.clock.elapsed();
  }

  /** Sets the limit, counted from now, in place of any earlier one. */
  expireAfter(ms: number): void {
    this.lift();
    this.expiresAtMs = this.clock.elapsed() + ms;
    this.stopTimer = this.clock.after(ms, () => this.end("expired"));
  }

  /** Takes the limit away. */
  lift(): void {
    this.stopTimer();
    this.expiresAtMs = Infinity;
  }

  /** What the promise gives; rejects as soon as this ends, even when the promise hangs. */
  async until<T>(pending: Promise<T>): Promise<T> {
    const { signal } = this.controller;
    let stop = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      stop = () => reject(new Error("the exchange has ended"));
    });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([pending, ended]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Waits for this time; rejects as soon as this ends. */
  async wait(ms: number): Promise<void> {
    let stop = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      stop = this.clock.after(ms, resolve);
    });
    try {
      await this.until(over);
    } finally {
      stop();
    }
  }

  /** Ends it, which closes the socket unless the answer is complete. */
  end(ending: Ending): void {
    this.firstEnding ??= ending;
    this.controller.abort(new Error(`the exchange has ${ending}`));
  }

  /** Stops the clock and forgets the outer signal. */
  dispose(): void {
    this.lift();
    this.outer?.removeEventListener("abort", this.cancel);
  }
}
