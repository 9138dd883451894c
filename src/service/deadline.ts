import { type Clock } from "../shared/clock";

/** Why something ended before it was complete. */
export type Ending = "cancelled" | "expired" | "failed";

/**
 * Ends a request, or one attempt of it, when its time is over, when it is cancelled, or when it failed: whichever is
 * first.
 */
export class Deadline {
  private readonly listeners = new Set<() => void>();
  private readonly unfollow: () => void;
  private firstEnding: Ending | undefined;
  private controller: AbortController | undefined;
  private expiresAtMs = Infinity;
  private stopTimer = (): void => undefined;

  /** @param outer - Whose end cancels this one. There is no time limit until {@link expireAfter} sets one. */
  constructor(
    private readonly clock: Clock,
    outer: AbortSignal | Deadline | undefined,
  ) {
    const cancel = (): void => this.end("cancelled");
    this.unfollow = outer instanceof Deadline ? outer.onEnd(cancel) : onAbort(outer, cancel);
  }

  /** Aborted when all must end. */
  get signal(): AbortSignal {
    // Made when it is wanted: signals cost the garbage collector more than all the rest of a request.
    if (this.controller === undefined) {
      const controller = new AbortController();
      this.controller = controller;
      this.onEnd(() => controller.abort(new Error("the exchange has ended")));
    }
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
    let stop = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      stop = this.onEnd(() => reject(new Error("the exchange has ended")));
    });
    try {
      return await Promise.race([pending, ended]);
    } finally {
      stop();
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
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Stops the clock and forgets the outer one. */
  dispose(): void {
    this.lift();
    this.unfollow();
  }

  /** Calls back once, at once when it has ended already; calling what it returns stops that. */
  private onEnd(listener: () => void): () => void {
    if (this.firstEnding === undefined) this.listeners.add(listener);
    else listener();
    return () => this.listeners.delete(listener);
  }
}

function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted === true) listener();
  else signal?.addEventListener("abort", listener, { once: true });
  return () => signal?.removeEventListener("abort", listener);
}
