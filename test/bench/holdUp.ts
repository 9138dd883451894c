import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

export const rounds = sized(7);

/**
 * How long some work holds up everything else on its thread, at most 16 ms, a frame.
 *
 * @param work - Done several times.
 */
export async function holdUp(what: string, work: () => Promise<void>): Promise<Ratio> {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round++) longest.push(await longestHoldUp(work));
  const words = `${what}: longest hold-up, median of ${rounds} runs, ms`;
  return { what: words, ratio: median(longest), target: 16, bound: "at most" };
}

/** The longest time between two turns of the event loop while some work goes on, in milliseconds. */
async function longestHoldUp(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  let [longest, last, isOver] = [0, performance.now(), false];
  const turn = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}
