import { EventEmitter, once } from "node:events";

/** What comes in any order, for those who want it in the order in which it was asked for. */
export class Arrivals<T> {
  private readonly settled = new Map<number, T | undefined>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private hasEnded = false;

  /** @param at - The place in the order. @param came - Undefined for what does not come. */
  settle(at: number, came: T | undefined): void {
    this.settled.set(at, came);
    this.changes.emit("change");
  }

  /** Nothing more is settled. */
  end(): void {
    this.hasEnded = true;
    this.changes.emit("change");
  }

  /**
   * What came, each as soon as all before it are settled; up to the first that never was.
   *
   * @throws the signal's reason when it aborts.
   */
  async *inOrder(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    for (let at = 0; ; at++) {
      while (!this.settled.has(at)) {
        signal?.throwIfAborted();
        if (this.hasEnded) return;
        await this.change(signal);
      }
      const came = this.settled.get(at);
      if (came !== undefined) yield came;
    }
  }

  private async change(signal: AbortSignal | undefined): Promise<void> {
    try {
      await once(this.changes, "change", signal === undefined ? {} : { signal });
    } catch (error) {
      // An error of its own tells of the abort.
      signal?.throwIfAborted();
      throw error;
    }
  }
}
