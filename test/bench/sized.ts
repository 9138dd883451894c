/** Whether the benchmarks only prove that they still run: `--once`, as the tests call them. */
export const isOnce = process.argv.includes("--once");

/** How many rounds, rows or records a benchmark takes; far fewer if it runs only once. */
export function sized(measured: number, once = 1): number {
  return isOnce ? once : measured;
}
