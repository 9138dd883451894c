import pLimit from "p-limit";

const maxAtOnce = 8;

interface PendingWrite {
  /** Starts the write, unless it has started. */
  readonly start: () => void;
  readonly ended: Promise<void>;
  /** Whether it does not take place after all; of no effect once it has started. */
  isDropped: boolean;
}

/**
 * Delayed writes to disk, so that what was fetched is shown first. Of the writes with the same key that have not started,
 * only the last one takes place. A write starts after a delay, or at once when something waits for it.
 */
export class PendingWrites {
  /** The last write of each key. */
  private readonly pending = new Map<string, PendingWrite>();
  private readonly limit = pLimit(maxAtOnce);
  private totalBytes = 0;

  constructor(private readonly delayMs = 500) {}

  /** The total size of the writes that have not ended, in bytes. */
  get sizeBytes(): number {
    return this.totalBytes;
  }

  /** @param write - Must not reject. */
  add(key: string, sizeBytes: number, write: () => Promise<void>): void {
    const earlier = this.pending.get(key);
    if (earlier !== undefined) drop(earlier);
    const earlierEnded = earlier?.ended;
    let start: () => void = () => undefined;
    const due = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.delayMs);
      start = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const run = async (): Promise<void> => {
      await due;
      await earlierEnded;
      try {
        await this.limit(async () => {
          if (!added.isDropped) await write();
        });
      } finally {
        this.totalBytes -= sizeBytes;
        if (this.pending.get(key) === added) this.pending.delete(key);
      }
    };
    const added: PendingWrite = { start, ended: run(), isDropped: false };
    this.totalBytes += sizeBytes;
    this.pending.set(key, added);
  }

  /** Starts the pending writes of a key and waits until they have ended. */
  async ended(key: string): Promise<void> {
    const last = this.pending.get(key);
    last?.start();
    await last?.ended;
  }

  /** Starts all pending writes and waits until they have ended. */
  async allEnded(): Promise<void> {
    await Promise.all([...this.pending.keys()].map((key) => this.ended(key)));
  }

  /** Drops all writes that have not started; those in progress complete. */
  clear(): void {
    for (const each of this.pending.values()) drop(each);
  }
}

function drop(write: PendingWrite): void {
  write.isDropped = true;
  write.start();
}
