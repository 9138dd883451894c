/**
 * What is loaded for each of some items, in their order, while the next ones are on their way. What is on its way when the
 * consumer stops is aborted.
 *
 * @param items - Those that come by and by follow the same signal; what is loaded waits for so many more of them.
 * @param ahead - How many more are loaded while one is used; so many and one are in memory at most.
 * @throws what a load throws, when its turn comes; the signal's reason when it aborts.
 */
export async function* loadedAhead<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  ahead: number,
  load: (item: T, signal: AbortSignal) => Promise<R>,
  signal?: AbortSignal,
): AsyncGenerator<R, void, void> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", stop, { once: true });
  const loads: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const next = load(item, stopped.signal);
      // Told when its turn comes, unless one before it fails.
      next.catch(() => undefined);
      loads.push(next);
      if (loads.length > ahead) yield* taken(loads, stopped.signal);
    }
    while (loads.length > 0) yield* taken(loads, stopped.signal);
  } finally {
    signal?.removeEventListener("abort", stop);
    if (loads.length > 0) stopped.abort();
  }
}

async function* taken<R>(loads: Promise<R>[], signal: AbortSignal): AsyncGenerator<R, void, void> {
  const first = await loads.shift();
  signal.throwIfAborted();
  if (first !== undefined) yield first;
}
