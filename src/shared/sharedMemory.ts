/**
 * How much memory may be shared at a time, in bytes: what the cache of one service holds, and some that is no longer in
 * use but not yet collected.
 */
export const maxSharedBytes = 384 * 1024 * 1024;

let sharedNow = 0;
const collected = new FinalizationRegistry((length: number) => {
  sharedNow -= length;
});

/** Whether this thread may have memory of a length shared with it. */
export function mayShare(length: number): boolean {
  return sharedNow + length <= maxSharedBytes;
}

/** Counts memory that came from another thread, for as long as this one holds it. */
export function countShared(memory: SharedArrayBuffer): void {
  sharedNow += memory.byteLength;
  collected.register(memory, memory.byteLength);
}

/**
 * Bytes, all zero, in memory that threads share: posted to a worker, they are neither copied nor moved. The engine does
 * not count it, and so does not search an editor's whole heap for garbage after each few megabytes of it. For the same
 * reason there is a limit, beyond which the bytes are in ordinary memory, which posting copies.
 */
export function sharedBytes(length: number): Uint8Array {
  if (!mayShare(length)) return new Uint8Array(length);
  const memory = new SharedArrayBuffer(length);
  countShared(memory);
  return new Uint8Array(memory);
}
