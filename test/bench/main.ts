import { benchCsv } from "./csv";
import { benchDecode } from "./decode";
import { type Ratio, isMet } from "./measure";

const benches: readonly (() => Promise<Ratio[]>)[] = [benchDecode, benchCsv];

function lineOf(ratio: Ratio): string {
  const { what, bound, target } = ratio;
  const verdict = isMet(ratio) ? "met   " : "MISSED";
  return `${verdict} ${ratio.ratio.toFixed(2).padStart(6)} (${bound} ${target})  ${what}\n`;
}

/** Prints a line for each ratio; the exit code is 1 when one is missed. */
async function main(): Promise<void> {
  for (const bench of benches) {
    for (const ratio of await bench()) {
      process.stdout.write(lineOf(ratio));
      if (!isMet(ratio)) process.exitCode = 1;
    }
  }
}

void main();
