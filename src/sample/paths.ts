import { businessDayAtOrBefore, civilDay } from "./businessDays";
import { normalAt, seedOf, uniformAt } from "./noise";

/** The sample world's crises by day, with their depth: the well-known ones, so that charts look familiar. */
const globalCrises = new Map(
  (
    [
      [1990, 8, 2, 0.5],
      [1998, 8, 17, 0.5],
      [2001, 3, 12, 0.7],
      [2008, 9, 15, 1.3],
      [2011, 8, 5, 0.5],
      [2020, 3, 9, 1.2],
      [2022, 2, 24, 0.5],
    ] as const
  ).map(([year, month, day, depth]) => [businessDayAtOrBefore(civilDay(year, month, day)), depth]),
);

/** The cycle that affects everything. */
export const globalCycle = "global";

/** Every other cycle has a crisis of its own about once in twelve years. */
const crisesPerDay = 1 / 3_000;

/**
 * The share of yesterday's speed and of yesterday's distance from the mean that remains; half a cycle takes one to
 * three years.
 */
const speedMemory = 0.97;
const levelMemory = 0.998;
/**
 * With these values the cycle has mean 0 and a standard deviation near 1, and a crisis of depth 1 costs 2.5 in two
 * months.
 */
const speedNoise = 0.0019;
const speedOfCrisis = 0.075;

/**
 * A smooth, persistent cycle with crises, one value per business day from the calendar's origin. Computed forwards
 * only: a longer path begins with every shorter one.
 */
export function cyclePath(name: string, length: number): Float64Array {
  const noiseSeed = seedOf("cycle", name);
  const crisisDepth = name === globalCycle ? globalDepth : ownDepth(seedOf("crisis", name));
  const path = new Float64Array(length);
  let level = normalAt(noiseSeed, -1);
  let speed = 0;
  for (let index = 0; index < length; index++) {
    speed = speedMemory * speed + speedNoise * normalAt(noiseSeed, index);
    speed -= speedOfCrisis * crisisDepth(index);
    level = levelMemory * level + speed;
    path[index] = level;
  }
  return path;
}

/**
 * Noise with memory: mean 0, variance 1; `memory` is the correlation of neighbours. A longer path begins with every
 * shorter one.
 */
export function persistentPath(seed: number, length: number, memory: number): Float64Array {
  const share = Math.sqrt(1 - memory * memory);
  const path = new Float64Array(length);
  let value = normalAt(seed, -1);
  for (let index = 0; index < length; index++) {
    value = memory * value + share * normalAt(seed, index);
    path[index] = value;
  }
  return path;
}

function globalDepth(index: number): number {
  return globalCrises.get(index) ?? 0;
}

function ownDepth(seed: number): (index: number) => number {
  return (index) => {
    const chance = uniformAt(seed, index);
    return chance < crisesPerDay ? 0.3 + 0.7 * (chance / crisesPerDay) : 0;
  };
}
