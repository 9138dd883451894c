/** A message to a closed port is dropped, with the memory that it would have moved. */
const { port1: toNobody, port2 } = new MessageChannel();
port2.close();

/**
 * Frees memory at once, which leaves its arrays empty; V8 alone would wait for tens of megabytes of garbage. Does not
 * touch shared memory, or buffers small enough to be from Node's pool.
 */
export function freeMemory(...buffers: readonly ArrayBufferLike[]): void {
  const own = buffers.filter(
    (each) => each instanceof ArrayBuffer && each.byteLength > Buffer.poolSize,
  ) as ArrayBuffer[];
  toNobody.postMessage(undefined, [...new Set(own)]);
}
