import { type freeMemory } from "../shared/freeMemory";
import { sharedMemory } from "../shared/sharedMemory";

/** Where the bytes of a body come from and go to. */
interface BodyMemory {
  /** Called with the memory of each chunk that has been copied whole; absent if chunks may have other readers. */
  readonly free?: typeof freeMemory | undefined;
  /** Whether the body is in memory of its own; by default it is in shared memory if the limit of that allows. */
  readonly isUnshared?: boolean;
}

/** Collects the chunks of a body up to a limit, and keeps what arrived if the body breaks off. */
export class ByteCollector {
  /** Holds all of the announced bytes. */
  private readonly announced: Uint8Array;
  /** Bytes beyond the announced length. */
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  private isCut = false;
  /** The previous chunk, if all of it has been copied. */
  private copied: Uint8Array | undefined;

  /**
   * @param announcedBytes - The announced length, at most the limit. That much is allocated at once and filled as
   * chunks arrive, so that a large body is not copied again at its end. It may be wrong.
   */
  constructor(
    private readonly limitBytes: number,
    announcedBytes = 0,
    private readonly memory: BodyMemory = {},
  ) {
    this.announced = this.allocated(Math.min(announcedBytes, limitBytes));
  }

  /** Whether more bytes than the limit arrived. */
  get isOverLimit(): boolean {
    return this.isCut;
  }

  /** Keeps the chunk as far as the limit allows; returns false once the limit is exceeded, to stop reading. */
  readonly add = (chunk: Uint8Array): boolean => {
    const waitForCapacity = this.limitBytes - this.length;
    this.isCut = chunk.length > waitForCapacity;
    const part = this.isCut ? chunk.subarray(0, waitForCapacity) : chunk;
    const fits = Math.min(part.length, Math.max(this.announced.length - this.length, 0));
    if (fits > 0) this.announced.set(part.subarray(0, fits), this.length);
    if (fits < part.length) this.chunks.push(part.subarray(fits));
    this.length += part.length;
    // The sender may use a chunk until it delivers the next one.
    this.freeCopied();
    this.copied = fits === chunk.length ? chunk : undefined;
    return !this.isCut;
  };

  /** The whole body as one array. Call once, after the last chunk. */
  bytes(): Uint8Array {
    this.freeCopied();
    if (this.length === this.announced.length) return this.announced;
    const bytes = this.allocated(this.length);
    let offset = Math.min(this.announced.length, this.length);
    bytes.set(this.announced.subarray(0, offset));
    for (const chunk of this.chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }

  private allocated(length: number): Uint8Array {
    return this.memory.isUnshared === true ? new Uint8Array(length) : sharedMemory.bytes(length);
  }

  /**
   * Frees the memory of the previous chunk if nothing else can be in it. Otherwise the chunks of many bodies pile up
   * until V8 collects the whole heap.
   */
  private freeCopied(): void {
    const { copied } = this;
    this.copied = undefined;
    if (copied === undefined) return;
    const { buffer, byteOffset, byteLength } = copied;
    // Anything before it in the buffer is the response's head, already parsed. Small buffers come from a shared pool.
    const isAlone = byteOffset + byteLength === buffer.byteLength && byteLength > Buffer.poolSize;
    if (isAlone && buffer instanceof ArrayBuffer) this.memory.free?.(buffer);
  }
}
