/**
 * Bytes in memory that threads share: posted to a worker, they are neither copied nor moved. All zero at first. The engine
 * does not count their memory, so hold them only with what it does count, or for a short time.
 */
export function sharedBytes(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length));
}
