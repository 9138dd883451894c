/** Gathers the chunks of a body up to a limit; keeps what came when the body breaks off. */
export class ByteCollector {
  /** Where all of it goes that has been announced. */
  private readonly announced: Uint8Array;
  /** What came beyond that. */
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  private isCut = false;

  /**
   * @param announcedBytes - How many are said to come, not more than the limit: that much is copied as it comes, so that
   * a large body is not gathered all at once, and what it came in is free again. What is said need not be true.
   */
  constructor(
    private readonly limitBytes: number,
    announcedBytes = 0,
  ) {
    this.announced = ownArray(Math.min(announcedBytes, limitBytes));
  }

  /** Whether more came than the limit. */
  get isOverLimit(): boolean {
    return this.isCut;
  }

  /** Keeps the chunk, or what there is room for; false once the limit is passed: then nothing more is wanted. */
  readonly add = (chunk: Uint8Array): boolean => {
    const room = this.limitBytes - this.length;
    this.isCut = chunk.length > room;
    const part = this.isCut ? chunk.subarray(0, room) : chunk;
    const fits = Math.min(part.length, Math.max(this.announced.length - this.length, 0));
    if (fits > 0) this.announced.set(part.subarray(0, fits), this.length);
    if (fits < part.length) this.chunks.push(part.subarray(fits));
    this.length += part.length;
    return !this.isCut;
  };

  /** One array that owns its whole buffer: any other small `Buffer` shares one that belongs to others as well. */
  bytes(): Uint8Array {
    if (this.length === this.announced.length) return this.announced;
    const bytes = ownArray(this.length);
    let offset = Math.min(this.announced.length, this.length);
    bytes.set(this.announced.subarray(0, offset));
    for (const chunk of this.chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }
}

/** Not cleared: all of it is written before it is read. */
function ownArray(length: number): Uint8Array {
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}
