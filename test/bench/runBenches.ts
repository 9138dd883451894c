import { type Ratio, verdictOf } from "./measure";
import { isOnce } from "./sized";

export type Benches = Readonly<Record<string, () => Promise<readonly Ratio[]>>>;

/**
 * Runs the benchmarks with these names, or all benchmarks if there are no names, and prints a line for each ratio. If one
 * fails, it is reported and the others still run. With `--once`, ratios are not compared with their targets.
 *
 * @returns Whether all benchmarks succeeded and met their targets.
 */
export async function runBenches(
  benches: Benches,
  names: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  let hasPassed = true;
  for (const name of names.length === 0 ? Object.keys(benches) : names) {
    try {
      const bench = benches[name];
      if (bench === undefined) throw new RangeError(`there is no benchmark ${name}`);
      const ratios = await bench();
      if (isOnce) {
        print(`ran    ${name}: ${ratios.length} ratios\n`);
        continue;
      }
      for (const ratio of ratios) {
        print(lineOf(ratio));
        if (verdictOf(ratio) === "MISSED") hasPassed = false;
      }
    } catch (error) {
      print(`FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
      hasPassed = false;
    }
  }
  return hasPassed;
}

function lineOf(ratio: Ratio): string {
  const { what, bound, target } = ratio;
  return `${verdictOf(ratio).padEnd(6)} ${ratio.ratio.toFixed(2).padStart(6)} (${bound} ${target})  ${what}\n`;
}
