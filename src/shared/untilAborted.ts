/**
 * The result of some work, for one of several waiters. The listener is removed explicitly: of several that are
 * registered with the `signal` option of `addEventListener`, all but one leak after a garbage collection (Node 20 to
 * 24).
 *
 * @throws the signal's reason as soon as it aborts, whatever the state of the work.
 */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  let cancel = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    cancel = () => reject(signal.reason as Error);
  });
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
