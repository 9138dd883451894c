/**
 * Memory that threads share. Posting it to a worker neither copies nor moves it. V8 does not count such memory, so
 * allocating it never triggers a garbage collection of the extension host's whole heap. That is also why it has a limit.
 */
export class SharedMemory {
  private heldBytes = 0;
  private readonly collected = new FinalizationRegistry((length: number) => {
    this.heldBytes -= length;
  });

  constructor(private readonly limitBytes: number) {}

  /** Whether the limit allows so many more bytes to be shared. */
  allows(length: number): boolean {
    return this.heldBytes + length <= this.limitBytes;
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

/** This thread's limit: the cache of one service, and memory that is no longer in use but not yet collected. */
export const sharedMemory = new SharedMemory(384 * 1024 * 1024);
