/** How long a write waits, in milliseconds: what was fetched is shown first. */
const patienceMs = 500;

interface PendingWrite {
  /** Begins it unless it has begun. */
  readonly begin: () => void;
  readonly ended: Promise<void>;
}

/**
 * Writes to disk by key; those of one key take place in the order in which they were added. Each begins a moment after it
 * was added, or at once when something waits for it.
 */
export class PendingWrites {
  /** The last one of each key. */
  private readonly pending = new Map<string, PendingWrite>();
  private totalBytes = 0;

  /** Of those that have not ended. */
  get sizeBytes(): number {
    return this.totalBytes;
  }

  /** @param write - Never rejects. */
  add(key: string, sizeBytes: number, write: () => Promise<void>): void {
    const before = this.pending.get(key);
    let begin: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      begin = () => {
        clearTimeout(timer);
        before?.begin();
        resolve();
      };
    });
    const run = async (): Promise<void> => {
      await isTime;
      await before?.ended;
      await write();
      this.totalBytes -= sizeBytes;
      if (this.pending.get(key) === added) this.pending.delete(key);
    };
    const added: PendingWrite = { begin, ended: run() };
    this.totalBytes += sizeBytes;
    this.pending.set(key, added);
  }

  /** Waits for the writes of a key, which begin now. */
  async ended(key: string): Promise<void> {
    const last = this.pending.get(key);
    last?.begin();
    await last?.ended;
  }
}
