/** Gathers the chunks of a body up to a limit; keeps what came when the body breaks off. */
export class ByteCollector {
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  private isCut = false;

  constructor(private readonly limitBytes: number) {}

  /** Whether more came than the limit. */
  get isOverLimit(): boolean {
    return this.isCut;
  }

  /** Keeps the chunk, or what there is room for; false once the limit is passed: then nothing more is wanted. */
  readonly add = (chunk: Uint8Array): boolean => {
    const room = this.limitBytes - this.length;
    this.isCut = chunk.length > room;
    const part = this.isCut ? chunk.subarray(0, room) : chunk;
    this.chunks.push(part);
    this.length += part.length;
    return !this.isCut;
  };

  /** One array that owns its whole buffer: any other small `Buffer` shares one that belongs to others as well. */
  bytes(): Uint8Array {
    // Not cleared first: all of it is written below.
    const bytes = new Uint8Array(Buffer.allocUnsafeSlow(this.length).buffer);
    let offset = 0;
    for (const chunk of this.chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return bytes;
  }
}
