/** Beyond it `setTimeout` fires at once instead of later. */
const longestTimerMs = 2 ** 31 - 1;

/** Why an exchange ended before its answer was complete. */
export type Ending = "cancelled" | "expired" | "failed";

/** Ends one exchange when its total time is over, when the caller cancels it, or when it failed: whichever is first. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly cancel = (): void => this.end("cancelled");
  private firstEnding: Ending | undefined;

  constructor(
    timeoutMs: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => this.end("expired"), Math.min(timeoutMs, longestTimerMs));
    if (caller?.aborted === true) this.cancel();
    else caller?.addEventListener("abort", this.cancel, { once: true });
  }

  /** Aborted when the exchange must end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** What ended the exchange; undefined while it may go on. */
  get ending(): Ending | undefined {
    return this.firstEnding;
  }

  /** What the promise gives; rejects as soon as the exchange ends, even when the promise hangs. */
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

  /** Ends the exchange, which closes its socket unless the answer is complete. */
  end(ending: Ending): void {
    this.firstEnding ??= ending;
    this.controller.abort(new Error(`the exchange has ${ending}`));
  }

  /** Stops the clock and forgets the caller. */
  dispose(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener("abort", this.cancel);
  }
}
