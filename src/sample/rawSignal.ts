import { type TagValues } from "../shared/reference";
import { normalAt, uniformAt } from "./noise";
import { globalCycle, persistentPath } from "./paths";
import { dailyStage, firstBenchmarkStage } from "./releases";
import { type SampleSignal, frequencyOf, variantSeed } from "./signals";
import { elementAt } from "./elementAt";
import { type World } from "./world";

/**
 * Measurements before scoring. The true value of a variant is a weighted sum of the global cycle, a cycle that all
 * variants of the signal share, one cycle for each of its tag values (a country's cycle moves all signals of the
 * country), and noise of its own. The reported value also depends on the stage.
 */
export interface RawSignal {
  /** The value of an observation as reported at a stage. */
  reportedAt(observation: number, stage: number): number;
}

/**
 * Standard deviations of the errors of the first report and of its first and second revision; the true value has about
 * 1.
 */
const periodicErrors = [0.15, 0.08, 0.04];
/** A benchmark revision shifts all months of a year together, and each of them slightly. */
const benchmarkShift = 0.1;
const benchmarkError = 0.03;
/** The error of a wrong report of a business day. */
const dailyError = 0.6;

export function rawSignalOf(world: World, signal: SampleSignal, tags: TagValues): RawSignal {
  const errorSeed = variantSeed("error", signal, tags);
  const frequency = frequencyOf(signal, tags);
  if (frequency.kind === "daily") {
    const truth = truthOf(world, signal, tags, world.last + 1, 0.99);
    return {
      reportedAt: (day, stage) =>
        elementAt(truth, day) +
        (stage === dailyStage.wrong ? dailyError * normalAt(errorSeed, day) : 0),
    };
  }
  const periods = 1 + elementAt(world.releasesOf(signal, tags).newest, world.last);
  const memory = frequency.kind === "weekly" ? 0.98 : 0.92;
  const truth = truthOf(world, signal, tags, periods, memory);
  return {
    reportedAt: (period, stage) =>
      elementAt(truth, period) + periodicError(errorSeed, period, stage),
  };
}

/** Only months have benchmark revisions, the stages after those in `periodicErrors`. */
function periodicError(seed: number, period: number, stage: number): number {
  const own = normalAt(seed, period * 8 + stage);
  const size = periodicErrors[stage];
  if (size !== undefined) return size * own;
  const year = Math.floor(period / 12);
  const shift = normalAt(seed, -1 - (year * 8 + stage - firstBenchmarkStage));
  return benchmarkShift * shift + benchmarkError * own;
}

/** The first observations from the calendar's origin. */
function truthOf(
  world: World,
  signal: SampleSignal,
  tags: TagValues,
  count: number,
  memory: number,
): Float64Array {
  const seed = variantSeed("raw", signal, tags);
  const noiseWeight = 0.2 + 0.15 * uniformAt(seed, -1);
  const truth = persistentPath(seed, count, memory);
  for (let at = 0; at < count; at++) truth[at] = noiseWeight * elementAt(truth, at);
  for (const [index, name] of cyclesOf(signal, tags).entries()) {
    const cycle = world.observedCycle(name, frequencyOf(signal, tags).kind);
    const weight =
      index === 0
        ? (signal.isCountercyclical === true ? -1 : 1) * (0.5 + 0.4 * uniformAt(seed))
        : 0.3 + 0.4 * uniformAt(seed, index);
    for (let at = 0; at < count; at++) {
      truth[at] = elementAt(truth, at) + weight * elementAt(cycle, at);
    }
  }
  return truth;
}

/** The global cycle first. */
function cyclesOf(signal: SampleSignal, tags: TagValues): string[] {
  const ofTags = signal.kinds.map((kind) => `${kind}=${tags[kind] ?? ""}`);
  return [globalCycle, `signal=${signal.code}`, ...ofTags];
}
