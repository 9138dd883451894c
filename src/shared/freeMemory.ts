/** A message to a closed port is dropped, with the memory that it would have moved. */
const { port1: toNobody, port2 } = new MessageChannel();
port2.close();

/**
 * Frees memory at once, which leaves its arrays empty: V8 waits until tens of megabytes of it are garbage. Leaves shared
 * memory, and what is small enough to be of Node's pool.
 */
export function freeMemory(...buffers: readonly ArrayBufferLike[]): void {
  const own = buffers.filter(
    (each) => each instanceof ArrayBuffer && each.byteLength > Buffer.poolSize,
  ) as ArrayBuffer[];
  toNobody.postMessage(undefined, [...new Set(own)]);
}
