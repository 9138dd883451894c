/**
 * Finds any of several texts in bytes: much faster than one search for each, and without a string as large as the bytes.
 * The algorithm is that of Wu and Manber, "A fast algorithm for multi-pattern searching", 1994, with blocks of two bytes.
 */
export class ByteSearch {
  private readonly patterns: readonly Uint8Array[];
  /** Of the shortest pattern: so much of each is searched for first. */
  private readonly length: number;
  /** For each block of two bytes, how far it is at least from the end of that. */
  private readonly shifts: Uint8Array;

  /** @param texts - Of Latin-1 characters, none of them empty. */
  constructor(texts: readonly string[]) {
    this.patterns = texts.map((text) => Buffer.from(text, "latin1"));
    this.length = Math.min(...this.patterns.map((pattern) => pattern.length));
    this.shifts = shiftsOf(this.patterns, this.length);
  }

  /** Whether one of the texts is in the bytes. */
  isIn(bytes: Uint8Array): boolean {
    const { patterns, length, shifts } = this;
    // The last byte of where a pattern's first `length` bytes may stand.
    for (let at = length - 1; at < bytes.length;) {
      const shift = shifts[blockAt(bytes, at)] ?? 0;
      if (shift === 0 && patterns.some((pattern) => standsAt(bytes, at - length + 1, pattern)))
        return true;
      at += Math.max(shift, 1);
    }
    return false;
  }
}

function shiftsOf(patterns: readonly Uint8Array[], length: number): Uint8Array {
  const longest = Math.min(Math.max(length - 1, 0), 255);
  const shifts = new Uint8Array(2 ** 16).fill(longest);
  for (const pattern of patterns) {
    for (let at = 1; at < length; at++) {
      const block = blockAt(pattern, at);
      shifts[block] = Math.min(shifts[block] ?? 0, length - 1 - at);
    }
  }
  return shifts;
}

/** The byte at a position, and the one before it. */
function blockAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at - 1] ?? 0);
}

function standsAt(bytes: Uint8Array, start: number, pattern: Uint8Array): boolean {
  return pattern.every((byte, index) => bytes[start + index] === byte);
}
