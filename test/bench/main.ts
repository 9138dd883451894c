import { benchActivation } from "./activation";
import { benchArchive } from "./archive";
import { benchCachedSeries } from "./cachedSeries";
import { benchCharts } from "./charts";
import { benchClicks } from "./clicks";
import { benchCsv } from "./csv";
import { benchDecode } from "./decode";
import { benchExplorer } from "./explorer";
import { benchLatestValues } from "./latestValues";
import { benchLargeSeries } from "./largeSeries";
import { type Ratio, verdictOf } from "./measure";
import { benchPanels } from "./panels";
import { benchPipeline } from "./pipeline";
import { benchTables } from "./tables";

const benches: Readonly<Record<string, () => Promise<Ratio[]>>> = {
  decode: benchDecode,
  csv: benchCsv,
  activation: benchActivation,
  cachedSeries: benchCachedSeries,
  pipeline: benchPipeline,
  largeSeries: benchLargeSeries,
  panels: benchPanels,
  charts: benchCharts,
  clicks: benchClicks,
  tables: benchTables,
  latestValues: benchLatestValues,
  explorer: benchExplorer,
  archive: benchArchive,
};

function lineOf(ratio: Ratio): string {
  const { what, bound, target } = ratio;
  return `${verdictOf(ratio).padEnd(6)} ${ratio.ratio.toFixed(2).padStart(6)} (${bound} ${target})  ${what}\n`;
}

/** Runs the benchmarks named as arguments, else all. Prints a line for each ratio; the exit code is 1 when one is missed. */
async function main(names: readonly string[]): Promise<void> {
  for (const name of names.length === 0 ? Object.keys(benches) : names) {
    const bench = benches[name];
    if (bench === undefined) throw new RangeError(`there is no benchmark ${name}`);
    for (const ratio of await bench()) {
      process.stdout.write(lineOf(ratio));
      if (verdictOf(ratio) === "MISSED") process.exitCode = 1;
    }
  }
}

void main(process.argv.slice(2));
