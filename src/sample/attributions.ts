import { type TagValues } from "../shared/reference";
import { type Horizon, type SampleMarket } from "./markets";
import { normalAt, seedOf } from "./noise";
import { latestScore } from "./signalSeries";
import { type SampleSignal, sampleSignals, valuesOf } from "./signals";
import { type World } from "./world";

/** What one variant contributes to a forecast. */
export interface Attribution {
  readonly signal_code: string;
  readonly variant: TagValues;
  /** Decimal fraction over the whole horizon. */
  readonly forecast: number;
}

const signalsOfMarket = 6;
/** A market's yearly return per unit of a score, at most about three times this. */
const loadingSize = 0.004;

/**
 * The signals that drive a market: its loadings times the newest Aggregates, growing with the horizon. Credit markets
 * have no attribution.
 */
export function attributionsOf(
  world: World,
  market: SampleMarket,
): (horizon: Horizon) => Attribution[] {
  const contributions = market.category === "Credit" ? [] : yearlyContributions(world, market);
  return ({ years }) =>
    contributions.map(({ forecast, ...rest }) => ({
      ...rest,
      forecast: forecast * Math.min(years, 1),
    }));
}

function yearlyContributions(world: World, market: SampleMarket): Attribution[] {
  const seed = seedOf("loading", market.ticker);
  return driversOf(market).map((signal, index) => ({
    signal_code: signal.code,
    variant: market.place,
    forecast:
      loadingSize * normalAt(seed, index) * latestScore(world, signal, market.place).aggregate,
  }));
}

/** Signals with a variant at the market's place; of a code with several versions the newest. */
function driversOf(market: SampleMarket): SampleSignal[] {
  const [[kind, value] = ["", ""]] = Object.entries(market.place);
  const fitting = sampleSignals.filter((signal) => {
    const [only, ...others] = signal.kinds;
    return only === kind && others.length === 0 && valuesOf(signal, only).includes(value);
  });
  const newestByCode = new Map(fitting.map((signal) => [signal.code, signal]));
  return [...newestByCode.values()].slice(0, signalsOfMarket);
}
