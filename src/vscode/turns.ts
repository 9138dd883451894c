/** Work of which pieces with the same key run one after another. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Begins when all work with the key that was asked for before is over, however it ended. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const own = before.then(work);
    const end = own.then(nothing, nothing);
    this.last.set(key, end);
    try {
      return await own;
    } finally {
      if (this.last.get(key) === end) this.last.delete(key);
    }
  }
}

function nothing(): void {
  // What comes of the work is told to whoever asked for it.
}
