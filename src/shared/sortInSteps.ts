/** How many items are sorted or merged between two pauses. */
const stepSize = 1_000;

/** Sorts the items; like `Array.sort`, keeps the order of equal items. May pause. */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const runs: T[][] = [];
  for (let start = 0; start < items.length; start += stepSize) {
    runs.push(items.slice(start, start + stepSize).sort(compare));
    yield;
  }
  // Only adjacent runs are merged, so that equal items keep their order.
  let merged = runs;
  while (merged.length > 1) {
    const wider: T[][] = [];
    for (let at = 0; at < merged.length; at += 2) {
      wider.push(yield* merge(merged[at] ?? [], merged[at + 1] ?? [], compare));
    }
    merged = wider;
  }
  return merged[0] ?? [];
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let [one, other] = [0, 0];
  while (one < left.length || other < right.length) {
    if (merged.length % stepSize === 0) yield;
    const [a, b] = [left[one], right[other]] as [T, T];
    const isLeft = other >= right.length || (one < left.length && compare(a, b) <= 0);
    merged.push(isLeft ? a : b);
    if (isLeft) one += 1;
    else other += 1;
  }
  return merged;
}
