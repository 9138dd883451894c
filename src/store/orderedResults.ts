import { EventEmitter, once } from "node:events";

/** Results that arrive in any order, for readers that need them in the order of the requests. */
export class OrderedResults<T> {
  private readonly settled = new Map<number, T | undefined>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  /** How many results each reader has taken. */
  private readonly readers = new Set<{ taken: number }>();
  private hasEnded = false;

  /**
   * @param at - The position in the order.
   * @param came - Undefined if there is no result.
   */
  settle(at: number, came: T | undefined): void {
    this.settled.set(at, came);
    this.changes.emit("change");
  }

  /** Call when no more results follow. */
  end(): void {
    this.hasEnded = true;
    this.changes.emit("change");
  }

  /**
   * Resolves when at most `max` results wait for the slowest reader; immediately if there is no reader.
   *
   * @throws the signal's reason when it aborts.
   */
  async waitForCapacity(max: number, signal?: AbortSignal): Promise<void> {
    const isCrowded = (): boolean =>
      [...this.readers].some(({ taken }) => this.settled.size - taken > max);
    while (isCrowded()) await this.change(signal);
  }

  /**
   * The results, each as soon as all before it are settled; ends at the first that never was.
   *
   * @throws the signal's reason when it aborts.
   */
  async *inOrder(signal?: AbortSignal): AsyncGenerator<T, void, void> {
    const reader = { taken: 0 };
    this.readers.add(reader);
    try {
      for (; ; reader.taken++) {
        while (!this.settled.has(reader.taken)) {
          signal?.throwIfAborted();
          if (this.hasEnded) return;
          await this.change(signal);
        }
        this.changes.emit("change");
        const came = this.settled.get(reader.taken);
        if (came !== undefined) yield came;
      }
    } finally {
      this.readers.delete(reader);
      this.changes.emit("change");
    }
  }

  private async change(signal: AbortSignal | undefined): Promise<void> {
    try {
      await once(this.changes, "change", signal === undefined ? {} : { signal });
    } catch (error) {
      // `once` rejects with an error of its own, so throw the reason.
      signal?.throwIfAborted();
      throw error;
    }
  }
}
