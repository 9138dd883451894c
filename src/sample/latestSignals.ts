import { isoOfDay } from "../shared/day";
import { type TagValues } from "../shared/reference";
import { dayOfBusinessDay, firstShown } from "./businessDays";
import { latestScore } from "./signalSeries";
import { type SampleSignal, sampleSignals, variantsOf } from "./signals";
import { type World } from "./world";

/** One variant with its newest scores, as the interface writes it. */
export type LatestSignalRecord = Readonly<Record<string, unknown>>;

/** Where a record calls a dimension otherwise than the listing does. */
const recordFields: Readonly<Record<string, string>> = {
  region: "region_name",
  sector: "sector_name",
  commodity: "commodity_name",
};

/** One record per variant with data, in the order of the listing; none before the first production. Takes about a second. */
export function latestSignals(world: World, commodity?: string): LatestSignalRecord[] {
  if (world.last < firstShown) return [];
  return sampleSignals
    .filter((signal) => commodity === undefined || signal.kinds.includes("commodity"))
    .flatMap((signal) =>
      variantsOf(signal)
        .filter((tags) => commodity === undefined || tags["commodity"] === commodity)
        .map((tags) => recordOf(world, signal, tags)),
    );
}

function recordOf(world: World, signal: SampleSignal, tags: TagValues): LatestSignalRecord {
  const { level, momentum, aggregate } = latestScore(world, signal, tags);
  const day = isoOfDay(dayOfBusinessDay(world.last));
  const fields = Object.entries(tags).map(([kind, value]) => [recordFields[kind] ?? kind, value]);
  return {
    signal_code: signal.code,
    version: signal.version,
    ...(Object.fromEntries(fields) as TagValues),
    latest: { Level: level, Momentum: momentum, Aggregate: aggregate, Date: `${day}T00:00:00` },
    point_in_time: `${day}T18:00:00`,
  };
}
