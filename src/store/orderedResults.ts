import { EventEmitter, once } from "node:events";

/** What comes in any order, for those who want it in the order in which it was asked for. */
export class OrderedResults<T> {
  private readonly settled = new Map<number, T | undefined>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  /** How many each of those who read has taken. */
  private readonly readers = new Set<{ taken: number }>();
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
   * Resolves when no more than so many wait for the slowest of those who read; at once when nobody does.
   *
   * @throws the signal's reason when it aborts.
   */
  async waitForCapacity(max: number, signal?: AbortSignal): Promise<void> {
    const isCrowded = (): boolean =>
      [...this.readers].some(({ taken }) => this.settled.size - taken > max);
    while (isCrowded()) await this.change(signal);
  }

  /**
   * What came, each as soon as all before it are settled; up to the first that never was.
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
      // An error of its own tells of the abort.
      signal?.throwIfAborted();
      throw error;
    }
  }
}
