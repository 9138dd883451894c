type OnProgress = (done: number, of: number) => void;

/** The progress of work that several may wait for: each is told, who comes later the last count at once. */
export class SharedCounts {
  private readonly counts = new Map<string, Count>();

  /** Listens to the work of a key. What it returns stops that; with the last who listened the count is forgotten. */
  join(key: string, onProgress: OnProgress = () => undefined): () => void {
    const count = this.counts.get(key) ?? { listeners: new Set(), last: undefined };
    this.counts.set(key, count);
    // Each has a function of its own, whatever it was given.
    const listener: OnProgress = (done, of) => onProgress(done, of);
    count.listeners.add(listener);
    if (count.last !== undefined) listener(...count.last);
    return () => {
      count.listeners.delete(listener);
      if (count.listeners.size === 0 && this.counts.get(key) === count) this.counts.delete(key);
    };
  }

  tell(key: string, done: number, of: number): void {
    const count = this.counts.get(key);
    if (count === undefined) return;
    count.last = [done, of];
    for (const listener of count.listeners) listener(done, of);
  }
}

interface Count {
  readonly listeners: Set<OnProgress>;
  last: Parameters<OnProgress> | undefined;
}
