/**
 * Searches bytes for any of several texts in one pass, without decoding the bytes to a string first. The algorithm is that
 * of Wu and Manber, "A fast algorithm for multi-pattern searching", 1994, with blocks of two bytes.
 */
export class ByteSearch {
  private readonly patterns: readonly Uint8Array[];
  /** The length of the shortest pattern: so many first bytes of each are searched for; the rest is then compared. */
  private readonly windowBytes: number;
  /** By the hash of a block of two bytes, how far the window may move: the least distance of such a block from its end. */
  private readonly shifts: Uint8Array;

  /** @param texts - Of Latin-1 characters, none of them empty. */
  constructor(texts: readonly string[]) {
    this.patterns = texts.map((text) => Buffer.from(text, "latin1"));
    this.windowBytes = Math.min(...this.patterns.map((pattern) => pattern.length));
    this.shifts = shiftsOf(this.patterns, this.windowBytes);
  }

  /** Whether any of the texts occurs in the bytes. */
  isIn(bytes: Uint8Array): boolean {
    const { windowBytes, shifts } = this;
    // The last byte of the window.
    for (let at = windowBytes - 1; at < bytes.length;) {
      const shift = shifts[blockAt(bytes, at)] ?? 0;
      if (shift === 0 && this.matchesAt(bytes, at - windowBytes + 1)) return true;
      at += Math.max(shift, 1);
    }
    return false;
  }

  /** Kept out of the loop, where the closure would allocate on every iteration. */
  private matchesAt(bytes: Uint8Array, start: number): boolean {
    return this.patterns.some((pattern) => isAt(bytes, start, pattern));
  }
}

function shiftsOf(patterns: readonly Uint8Array[], length: number): Uint8Array {
  const largestShift = Math.min(Math.max(length - 1, 0), 255);
  const shifts = new Uint8Array(blockMask + 1).fill(largestShift);
  for (const pattern of patterns) {
    for (let at = 1; at < length; at++) {
      const block = blockAt(pattern, at);
      shifts[block] = Math.min(shifts[block] ?? 0, length - 1 - at);
    }
  }
  return shifts;
}

/** A small table stays in the cache of the processor. */
const blockMask = 0xfff;

/** A hash of the byte at a position and the one before it. */
function blockAt(bytes: Uint8Array, at: number): number {
  return (((bytes[at] ?? 0) << 5) ^ (bytes[at - 1] ?? 0)) & blockMask;
}

function isAt(bytes: Uint8Array, start: number, pattern: Uint8Array): boolean {
  return pattern.every((byte, index) => bytes[start + index] === byte);
}
