import { type ForecastComponent, componentsOf } from "../shared/forecastComponents";
import { firstShown } from "./businessDays";
import { type Attribution, attributionsOf } from "./attributions";
import { ForecastModel, type ForecastValues } from "./forecastModel";
import { type Horizon, type SampleMarket, hedgings, sampleMarkets } from "./markets";
import { type World } from "./world";

/** The newest forecast of one combination, as the interface writes it. */
export interface ForecastSummary {
  readonly market_code: string;
  readonly currency_iso: string;
  readonly horizon: string;
  readonly hedging: string;
  readonly latest: ForecastNode;
  readonly attributions: readonly Attribution[];
}

export interface ForecastNode {
  readonly kind: ForecastComponent;
  readonly forecast: number;
  readonly exposure_adjustment: number;
  readonly drivers: readonly ForecastNode[];
}

/** One summary per market, currency, horizon and hedging; none before the first production. */
export function latestForecasts(
  world: World,
  marketCode?: string,
  horizonName?: string,
): ForecastSummary[] {
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
): ForecastSummary[] {
  const attributions = attributionsOf(world, market);
  return market.currencies.flatMap((currency) => {
    const model = new ForecastModel(world, market, currency);
    return horizons.flatMap((horizon) =>
      hedgings.map((hedging) => ({
        market_code: market.ticker,
        currency_iso: currency,
        horizon: horizon.name,
        hedging,
        latest: nodeOf("Forecast", model.valuesAt(world.last, horizon, hedging)),
        attributions: attributions(horizon),
      })),
    );
  });
}

function nodeOf(kind: ForecastComponent, values: ForecastValues): ForecastNode {
  return {
    kind,
    forecast: values.get(kind) ?? Number.NaN,
    exposure_adjustment: 0,
    drivers: componentsOf(kind).map((part) => nodeOf(part, values)),
  };
}
