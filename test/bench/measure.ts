import { median } from "./median";
import { sized } from "./sized";

/** One line of the table: our case against another of the same run. */
export interface Ratio {
  readonly what: string;
  readonly ratio: number;
  readonly target: number;
  /** Whether the ratio must not exceed the target, or must reach it. */
  readonly bound: "at most" | "at least";
  /** Reported, but not judged: too few rounds for a verdict, or no target of its own. */
  readonly isForInformation?: true;
}

export type Verdict = "met" | "MISSED" | "told";

/** How often the cases run: the first rounds, in which code becomes optimised, do not count. */
export interface Rounds {
  readonly warmUp: number;
  readonly counted: number;
}

/** For cases of some milliseconds. */
export const manyRounds = roundsOf(40, 100);
/** For cases of a second. */
export const fewRounds = roundsOf(2, 7);

export function roundsOf(warmUp: number, counted: number): Rounds {
  return { warmUp: sized(warmUp, 0), counted: sized(counted) };
}

/**
 * Medians in milliseconds of cases that run in turns, so that a busy machine slows all of them alike, forwards and
 * backwards, so that none always follows the same other.
 *
 * All garbage is collected before each run, outside its time: none pays for another's, and each meets what a program that
 * decodes now and then meets, cold caches and code that is no longer optimised where its objects died. That is stricter for
 * code that depends on short-lived objects. It is milder where ours only does more for each value, since cold caches slow
 * both alike: run hot, decoding takes less time, but a somewhat greater multiple of the fastest technique.
 *
 * @param tidyUp - Called before each run, outside its time.
 */
export async function measure(
  cases: Readonly<Record<string, () => unknown>>,
  { warmUp, counted }: Rounds,
  tidyUp: () => unknown = () => undefined,
): Promise<Map<string, number>> {
  const collectGarbage = globalThis.gc;
  if (collectGarbage === undefined) throw new Error("the benchmarks run with node --expose-gc");
  const times = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]));
  const entries = Object.entries(cases);
  for (let round = -warmUp; round < counted; round++) {
    for (const [name, run] of round % 2 === 0 ? entries : entries.toReversed()) {
      await tidyUp();
      collectGarbage();
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
export function verdictOf({ ratio, target, bound, isForInformation }: Ratio): Verdict {
  if (isForInformation === true) return "told";
  const isMet = bound === "at most" ? ratio <= target : ratio >= target;
  return isMet ? "met" : "MISSED";
}
