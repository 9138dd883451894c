/**
 * What some work gives, for one of those who wait for it. The listener is removed by hand: of several that other signals
 * are to remove (the option of `addEventListener`), all but one stay once garbage is collected (Node 20 to 24).
 *
 * @throws the signal's reason as soon as it aborts, whatever the work does.
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
