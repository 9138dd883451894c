/** As many series as a batch requests; so many frames wait at most. */
export const seriesAhead = 16;

/**
 * Loads the items and yields the results in order, with the next ones loading in the background. Pending loads are
 * aborted when the consumer stops.
 *
 * @param items - May be asynchronous, under the same signal; then each result is held until `ahead` further items are
 * known.
 * @param ahead - How many more are loaded while one is used; at most that many plus one are in memory.
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
      // Its error is reported when its turn comes, unless an earlier one fails.
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
