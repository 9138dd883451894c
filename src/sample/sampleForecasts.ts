import { type ForecastComponent } from "../shared/forecastComponents";
import { firstShown } from "./businessDays";
import { ForecastModel } from "./forecastModel";
import {
  type SampleHedging,
  type Horizon,
  type SampleMarket,
  hedgings,
  sampleMarkets,
} from "./markets";
import { type World } from "./world";
import { type TagValues } from "../shared/reference";
import { normalAt, seedOf, uniformAt } from "./noise";
import { latestScore } from "./signalSeries";
import { type SampleSignal, sampleSignals, valuesOf } from "./signals";

/** The newest forecast of one combination, in the interface's format. */
export interface SampleForecast {
  readonly market_code: string;
  readonly currency_iso: string;
  readonly horizon: string;
  readonly hedging: string;
  readonly latest: SampleForecastNode;
  readonly attributions: readonly Attribution[];
}

export interface SampleForecastNode {
  readonly kind: ForecastComponent;
  readonly forecast: number;
  readonly exposure_adjustment: number;
  readonly drivers: readonly SampleForecastNode[];
}

/** One summary per market, currency, horizon and hedging; none before the first production. */
export function latestForecasts(
  world: World,
  marketCode?: string,
  horizonName?: string,
): SampleForecast[] {
  if (world.last < firstShown) return [];
  return sampleMarkets
    .filter(({ ticker }) => marketCode === undefined || ticker === marketCode)
    .flatMap((market) => {
      const horizons = market.horizons.filter(
        ({ name }) => horizonName === undefined || name === horizonName,
      );
      return summariesOf(world, market, horizons);
    });
}

function summariesOf(
  world: World,
  market: SampleMarket,
  horizons: readonly Horizon[],
): SampleForecast[] {
  const attributions = attributionsOf(world, market);
  return market.currencies.flatMap((currency) => {
    const model = new ForecastModel(world, market, currency);
    return horizons.flatMap((horizon) =>
      hedgings.map((hedging) => {
        const latest = latestTree(world, model, horizon, hedging);
        return {
          market_code: market.ticker,
          currency_iso: currency,
          horizon: horizon.name,
          hedging,
          latest,
          attributions: attributions(horizon, latest.forecast),
        };
      }),
    );
  });
}

function latestTree(
  world: World,
  model: ForecastModel,
  horizon: Horizon,
  hedging: SampleHedging,
): SampleForecastNode {
  const values = model.valuesAt(world.last, horizon, hedging);
  const nodeOf = (kind: ForecastComponent): SampleForecastNode => ({
    kind,
    forecast: values.get(kind) ?? Number.NaN,
    exposure_adjustment: model.adjustmentOf(kind, horizon, hedging),
    drivers: model.listedParts(kind, hedging).map(nodeOf),
  });
  return nodeOf("Forecast");
}

/** What one variant contributes to a forecast. */
interface Attribution {
  readonly signal_code: string;
  readonly variant: TagValues;
  /** Decimal fraction over the whole horizon. */
  readonly forecast: number;
}

const signalsOfMarket = 6;
/** A market's yearly return per unit of a score, at most about three times this. */
const loadingSize = 0.015;
/** The smallest and largest share of a forecast that the signals of its market explain. */
const explained = { least: 0.78, most: 0.92 };

/**
 * Attributes a forecast to the signals that drive its market. The explained part is divided in fixed proportions; then each
 * signal's loading times its newest Aggregate, which grows with the horizon, shifts some of it between signals. Credit
 * markets have no attribution.
 */
function attributionsOf(
  world: World,
  market: SampleMarket,
): (horizon: Horizon, total: number) => Attribution[] {
  const drivers = market.category === "Credit" ? [] : scoredDrivers(world, market);
  const shares = sum(drivers.map(({ share }) => share));
  const yearly = sum(drivers.map(({ yearlyReturn }) => yearlyReturn));
  const { least, most } = explained;
  const part = least + (most - least) * uniformAt(seedOf("explained", market.ticker));
  return ({ years }, total) => {
    const time = Math.min(years, 3);
    const rest = part * total - yearly * time;
    return drivers.map(({ signal, tags, share, yearlyReturn }) => ({
      signal_code: signal.code,
      variant: tags,
      forecast: yearlyReturn * time + (rest * share) / shares,
    }));
  };
}

/** A driver with a score. */
interface ScoredDriver extends Driver {
  /** Its weight in the explained part, relative to the weights of the others. */
  readonly share: number;
  readonly yearlyReturn: number;
}

function scoredDrivers(world: World, market: SampleMarket): ScoredDriver[] {
  const [loadings, shares] = [seedOf("loading", market.ticker), seedOf("share", market.ticker)];
  return driversOf(market).flatMap((driver, index) => {
    const score = latestScore(world, driver.signal, driver.tags);
    if (score === undefined) return [];
    const yearlyReturn = loadingSize * normalAt(loadings, index) * score.aggregate;
    return [{ ...driver, share: 0.1 + uniformAt(shares, index) ** 2, yearlyReturn }];
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Driver {
  readonly signal: SampleSignal;
  readonly tags: TagValues;
}

function driversOf(market: SampleMarket): Driver[] {
  const { place, ownDriver } = market;
  const own = sampleSignals.filter(({ code }) => code === ownDriver?.code);
  return [
    ...signalsAt(market).map((signal) => ({ signal, tags: place })),
    ...own.map((signal) => ({ signal, tags: ownDriver?.tags ?? {} })),
  ];
}

/** Signals with a variant at the market's place; only the newest version of each code. */
function signalsAt(market: SampleMarket): SampleSignal[] {
  const [[kind, value] = ["", ""]] = Object.entries(market.place);
  const fitting = sampleSignals.filter((signal) => {
    const [only, ...others] = signal.kinds;
    return only === kind && others.length === 0 && valuesOf(signal, only).includes(value);
  });
  const newestByCode = new Map(fitting.map((signal) => [signal.code, signal]));
  return [...newestByCode.values()].slice(0, signalsOfMarket);
}
