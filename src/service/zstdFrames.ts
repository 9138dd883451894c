/** The next part of a zstd stream. */
interface Part {
  readonly bytes: number;
  /** Whether the stream may end before it. */
  readonly mayEnd?: boolean;
}

const frameMagic = 0xfd2fb528;
/** The first of the sixteen magic numbers of skippable frames. */
const skippableMagic = 0x184d2a50;

/**
 * Follows the frames of a zstd stream (RFC 8878 §3.1) without decoding them, to detect truncation: before Node 24 the
 * decoder accepts a truncated stream (https://github.com/nodejs/node/issues/64592).
 */
export class ZstdFrames {
  private readonly parts = partsOfFrames();
  private part: Part | undefined = this.parts.next().value;
  private seenBytes = 0;
  private value = 0;

  /** Whether the stream may end here; also true before its first byte, and within bytes that are not a frame. */
  get isWhole(): boolean {
    return this.part === undefined || (this.part.mayEnd === true && this.seenBytes === 0);
  }

  /** Takes the next bytes of the stream. */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (this.part !== undefined && at < chunk.length) {
      const taken = chunk.subarray(at, at + this.part.bytes - this.seenBytes);
      this.take(taken);
      at += taken.length;
      if (this.seenBytes === this.part.bytes) this.advance();
    }
  }

  private take(bytes: Uint8Array): void {
    // Numbers have at most four bytes, little-endian.
    for (const [i, byte] of bytes.subarray(0, Math.max(0, 4 - this.seenBytes)).entries()) {
      this.value += byte * 2 ** (8 * (this.seenBytes + i));
    }
    this.seenBytes += bytes.length;
  }

  /** Advances to the next part that is not empty. */
  private advance(): void {
    do {
      this.part = this.parts.next(this.value).value;
      this.seenBytes = 0;
      this.value = 0;
    } while (this.part?.bytes === 0);
  }
}

/** Yields the parts of one frame after another and receives their values; ends at anything that is not a frame. */
function* partsOfFrames(): Generator<Part, undefined, number> {
  for (;;) {
    const magic = yield { bytes: 4, mayEnd: true };
    if (magic >= skippableMagic && magic < skippableMagic + 16) {
      yield { bytes: yield { bytes: 4 } };
    } else if (magic === frameMagic) {
      yield* partsOfFrame();
    } else {
      return undefined;
    }
  }
}

function* partsOfFrame(): Generator<Part, void, number> {
  const descriptor = yield { bytes: 1 };
  yield { bytes: headerBytes(descriptor) };
  for (let isLast = false; !isLast;) {
    const block = yield { bytes: 3 };
    const isRepeated = ((block >> 1) & 3) === 1;
    yield { bytes: isRepeated ? 1 : block >> 3 };
    isLast = (block & 1) === 1;
  }
  const hasChecksum = (descriptor & 4) !== 0;
  if (hasChecksum) yield { bytes: 4 };
}

/** The bytes of window, dictionary id and content size, according to the descriptor (RFC 8878 §3.1.1.1). */
function headerBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  return (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
}
