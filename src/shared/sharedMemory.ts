/** Anything that reports its size in bytes. */
interface SizedCache {
  readonly calculatedSize: number;
}

/**
 * Memory that threads share. Posting it to a worker neither copies nor moves it. V8 does not count such memory, so
 * allocating it never triggers a garbage collection of the extension host's whole heap. That is also why it has a limit.
 */
export class SharedMemory {
  private heldBytes = 0;
  private readonly collected = new FinalizationRegistry((length: number) => {
    this.heldBytes -= length;
  });

  private readonly caches = new Set<WeakRef<SizedCache>>();

  /** @param spareBytes - The limit for what no cache holds; by default there is only that for all of it. */
  constructor(
    private readonly limitBytes: number,
    private readonly spareBytes = limitBytes,
  ) {}

  /** Whether the limits allow so many more bytes to be shared. */
  allows(length: number): boolean {
    let limit = this.spareBytes;
    for (const cache of this.caches) {
      const known = cache.deref();
      if (known === undefined) this.caches.delete(cache);
      else limit += known.calculatedSize;
    }
    return this.heldBytes + length <= Math.min(limit, this.limitBytes);
  }

  /** Adds a cache that holds shared memory, for as long as it exists. */
  withCache<C extends SizedCache>(cache: C): C {
    this.caches.add(new WeakRef(cache));
    return cache;
  }

  /** Counts memory that another thread allocated, until this thread no longer holds it. */
  count(memory: SharedArrayBuffer): void {
    this.heldBytes += memory.byteLength;
    this.collected.register(memory, memory.byteLength);
  }

  /** Zeroed bytes: shared if the limit allows, otherwise in ordinary memory, which posting copies. */
  bytes(length: number): Uint8Array {
    if (!this.allows(length)) return new Uint8Array(length);
    const memory = new SharedArrayBuffer(length);
    this.count(memory);
    return new Uint8Array(memory);
  }
}

/** This thread's limits: the cache of one service, and 32 MiB that are no longer in use but not yet collected. */
export const sharedMemory = new SharedMemory(384 * 1024 * 1024, 32 * 1024 * 1024);
