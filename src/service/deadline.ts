import { type Clock } from "../shared/clock";

/** Why something ended before it was complete. */
export type Ending = "cancelled" | "expired" | "failed";

/** Ends a request, or one attempt of it, when it times out, is cancelled or fails, whichever comes first. */
export class Deadline {
  private readonly listeners = new Set<() => void>();
  private readonly unfollow: () => void;
  private firstEnding: Ending | undefined;
  private controller: AbortController | undefined;
  private expiresAtMs = Infinity;
  private stopTimer = (): void => undefined;

  /** @param outer - Its end cancels this deadline. There is no time limit until {@link expireAfter} sets one. */
  constructor(
    private readonly clock: Clock,
    outer: AbortSignal | Deadline | undefined,
  ) {
    const cancel = (): void => this.end("cancelled");
    this.unfollow = outer instanceof Deadline ? outer.onEnd(cancel) : onAbort(outer, cancel);
  }

  /** Aborts when the deadline ends. */
  get signal(): AbortSignal {
    // Created lazily: signals cost more garbage collection than all the rest of a request.
    if (this.controller === undefined) {
      const controller = new AbortController();
      this.controller = controller;
      this.onEnd(() => controller.abort(new Error("the exchange has ended")));
    }
    return this.controller.signal;
  }

  /** What ended it; undefined while it is pending. */
  get ending(): Ending | undefined {
    return this.firstEnding;
  }

  /** The remaining time in milliseconds; infinite without a limit. */
  get leftMs(): number {
    return this.expiresAtMs - this.clock.elapsed();
  }

  /** Sets the limit from now on, replacing any earlier one. */
  expireAfter(ms: number): void {
    this.lift();
    this.expiresAtMs = this.clock.elapsed() + ms;
    this.stopTimer = this.clock.after(ms, () => this.end("expired"));
  }

  /** Removes the limit. */
  lift(): void {
    this.stopTimer();
    this.expiresAtMs = Infinity;
  }

  /** The promise's result; rejects as soon as the deadline ends, even if the promise never settles. */
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

  /** Waits this long; rejects as soon as the deadline ends. */
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

  /** Ends the work, which closes the socket unless the answer is complete. */
  end(ending: Ending): void {
    this.firstEnding ??= ending;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Stops the timer and detaches from the outer deadline. */
  dispose(): void {
    this.lift();
    this.unfollow();
  }

  /** Calls back once, immediately if it has already ended. Returns a function that removes the listener. */
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
