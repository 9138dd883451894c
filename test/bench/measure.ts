/** One line of the table: our case against another of the same run. */
export interface Ratio {
  readonly what: string;
  readonly ratio: number;
  readonly target: number;
  /** Whether the ratio must not exceed the target, or must reach it. */
  readonly bound: "at most" | "at least";
}

const warmUpRounds = 40;

/** Medians in milliseconds of cases that run in turns, so that a busy machine slows all of them alike,
 * forwards and backwards, so that none always pays for the garbage of the same other. Garbage is collected
 * once, before: each forced collection would also throw away optimised code. */
export async function measure(
  cases: Readonly<Record<string, () => unknown>>,
  rounds: number,
): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]));
  const entries = Object.entries(cases);
  globalThis.gc?.();
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [name, run] of round % 2 === 0 ? entries : entries.toReversed()) {
      const start = performance.now();
      await run();
      if (round >= 0) times.get(name)?.push(performance.now() - start);
    }
  }
  return new Map(Array.from(times, ([name, each]) => [name, median(each)]));
}

/** The time of `ours` as a multiple of that of `other`, in one run. */
export function ratioOf(medians: ReadonlyMap<string, number>, ours: string, other: string): number {
  return (medians.get(ours) ?? Number.NaN) / (medians.get(other) ?? Number.NaN);
}

/** Whether a ratio is what it should be; NaN never is. */
export function isMet({ ratio, target, bound }: Ratio): boolean {
  return bound === "at most" ? ratio <= target : ratio >= target;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
