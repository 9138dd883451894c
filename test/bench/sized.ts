/** Whether the benchmarks only have to run without errors: `--once`, as in the tests. */
export const isOnce = process.argv.includes("--once");

/** The number of rounds, rows or records of a benchmark; far fewer with `--once`. */
export function sized(measured: number, once = 1): number {
  return isOnce ? once : measured;
}
