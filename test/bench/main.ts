import { benchActivation } from "./activation";
import { benchArchive } from "./archive";
import { benchCachedSeries } from "./cachedSeries";
import { benchCharts } from "./charts";
import { benchClicks } from "./clicks";
import { benchCompletion } from "./completion";
import { benchCsv } from "./csv";
import { benchDataset } from "./dataset";
import { benchDecode } from "./decode";
import { benchExplorer } from "./explorer";
import { benchLatestValues } from "./latestValues";
import { benchLargeSeries } from "./largeSeries";
import { benchPanels } from "./panels";
import { benchPipeline } from "./pipeline";
import { type Benches, runBenches } from "./runBenches";
import { benchSearch } from "./search";
import { isOnce } from "./sized";
import { benchTables } from "./tables";
import { benchVintages } from "./vintages";

const benches: Benches = {
  decode: benchDecode,
  csv: benchCsv,
  activation: benchActivation,
  cachedSeries: benchCachedSeries,
  pipeline: benchPipeline,
  largeSeries: benchLargeSeries,
  panels: benchPanels,
  vintages: benchVintages,
  dataset: benchDataset,
  charts: benchCharts,
  clicks: benchClicks,
  tables: benchTables,
  search: benchSearch,
  completion: benchCompletion,
  latestValues: benchLatestValues,
  explorer: benchExplorer,
  archive: benchArchive,
};

const { argv, stdout } = process;
const given = argv.slice(2).filter((argument) => !argument.startsWith("--"));
// The end-to-end tests click in an editor as well; clicking once more would prove nothing.
const all = Object.keys(benches).filter((name) => !(isOnce && name === "clicks"));
const names = given.length === 0 ? all : given;
void runBenches(benches, names, (line) => void stdout.write(line)).then((hasPassed) => {
  if (!hasPassed) process.exitCode = 1;
});
