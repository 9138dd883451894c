import { setTimeout as sleep } from "node:timers/promises";

/** Waits until something is there; fails with words when it never comes. */
export async function until<T>(
  what: string,
  look: () => T | undefined,
  patienceMs = 30_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`${what}: not within ${patienceMs} ms`);
    await sleep(20);
  }
}
