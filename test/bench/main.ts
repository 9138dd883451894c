import { benchActivation } from "./activation";
import { benchCachedSeries } from "./cachedSeries";
import { benchCharts } from "./charts";
import { benchCsv } from "./csv";
import { benchDecode } from "./decode";
import { benchLargeSeries } from "./largeSeries";
import { type Ratio, verdictOf } from "./measure";
import { benchPanels } from "./panels";
import { benchPipeline } from "./pipeline";

const benches: readonly (() => Promise<Ratio[]>)[] = [
  benchDecode,
  benchCsv,
  benchActivation,
  benchCachedSeries,
  benchPipeline,
  benchLargeSeries,
  benchPanels,
  benchCharts,
];

function lineOf(ratio: Ratio): string {
  const { what, bound, target } = ratio;
  return `${verdictOf(ratio).padEnd(6)} ${ratio.ratio.toFixed(2).padStart(6)} (${bound} ${target})  ${what}\n`;
}

/** Prints a line for each ratio; the exit code is 1 when one is missed. */
async function main(): Promise<void> {
  for (const bench of benches) {
    for (const ratio of await bench()) {
      process.stdout.write(lineOf(ratio));
      if (verdictOf(ratio) === "MISSED") process.exitCode = 1;
    }
  }
}

void main();
