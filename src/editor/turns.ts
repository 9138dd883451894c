/** Runs work with the same key one piece after the other. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Starts when all earlier work with the key has settled. */
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
  // The caller of the work handles its failure.
}
