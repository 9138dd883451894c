import { type ForecastNode } from "../../src/service/parseForecastNode";
import {
  type Attribution,
  type ForecastSummary,
  type LatestForecasts,
  LatestForecastsBuilder,
} from "../../src/service/latestForecasts";
import { type TagValues } from "../../src/shared/reference";

export function node(
  kind: string,
  forecast: number,
  drivers: readonly ForecastNode[] = [],
  exposureAdjustment = 0,
): ForecastNode {
  return { kind, forecast, exposureAdjustment, drivers };
}

export function attribution(signalCode: string, variant: TagValues, forecast: number): Attribution {
  return { signalCode, variant, forecast };
}

/** A forecast of the S&P 500 over twelve months in USD, unhedged, with what is given instead. */
export function summary(parts: Partial<ForecastSummary> = {}): ForecastSummary {
  return {
    marketCode: "SPX",
    currencyIso: "USD",
    horizonName: "12 Months",
    hedging: "Unhedged",
    latest: node("Forecast", 0.05),
    attributions: [],
    ...parts,
  };
}

export function forecastsOf(summaries: Iterable<ForecastSummary>): LatestForecasts {
  const builder = new LatestForecastsBuilder();
  for (const each of summaries) builder.add(each);
  return builder.build();
}
