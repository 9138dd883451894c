import { type ForecastNode } from "../service/parseForecastNode";
import { type ForecastSummary } from "../service/parseForecasts";
import { type LatestSignal } from "../service/parseLatestSignals";
import { type Hedging } from "../service/parseHedgings";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { type Tag } from "../service/parseTags";
import { type WireRecord } from "../service/wireRecord";
import { isoOfDay } from "../shared/day";

// What was parsed, in the form of the wire again: what is kept is read back by the parser that read it first.

export function signalToWire({ code, version, name, tags }: ListedSignal): WireRecord {
  return {
    code,
    version,
    // A code that stands for a name is taken as it is; as a name it would be trimmed and cut.
    ...(name === code ? {} : { name }),
    ...(tags === undefined ? {} : { tags: tags.map(tagToWire) }),
  };
}

export function hedgingToWire({ name, description }: Hedging): WireRecord {
  return { name, description };
}

export function marketToWire({ ticker, name, tags }: ForecastMarket): WireRecord {
  return { ticker, name, tags: tags.map(tagToWire) };
}

export function latestSignalToWire(record: LatestSignal): WireRecord {
  const { code, version, tags, day, level, momentum, aggregate, pointInTimeMs } = record;
  return {
    ...tags,
    signal_code: code,
    version,
    latest: {
      Date: isoOfDay(day),
      Level: numberToWire(level),
      Momentum: numberToWire(momentum),
      Aggregate: numberToWire(aggregate),
    },
    point_in_time: pointInTimeMs === undefined ? undefined : new Date(pointInTimeMs).toISOString(),
  };
}

/**
 * @param toWire - How numbers are written, NaN among them.
 * @throws RangeError for a tree of some thousand levels, which no text of JSON can be written of either.
 */
export function forecastToWire(
  summary: ForecastSummary,
  toWire: (value: number) => unknown = numberToWire,
): WireRecord {
  return {
    market_code: summary.marketCode,
    currency_iso: summary.currencyIso,
    horizon: summary.horizonName,
    hedging: summary.hedging,
    latest: nodeToWire(summary.latest, toWire),
    attributions: summary.attributions.map(({ signalCode, variant, forecast }) => ({
      signal_code: signalCode,
      variant,
      forecast: toWire(forecast),
    })),
  };
}

export function tagToWire({ kind, values, subTags }: Tag): WireRecord {
  return { kind, values, sub_tags: subTags };
}

function nodeToWire(
  { kind, forecast, exposureAdjustment, drivers }: ForecastNode,
  toWire: (value: number) => unknown,
): WireRecord {
  return {
    kind,
    forecast: toWire(forecast),
    exposure_adjustment: toWire(exposureAdjustment),
    drivers: drivers.map((driver) => nodeToWire(driver, toWire)),
  };
}

/** JSON has no NaN, and a null would be read as absent. */
function numberToWire(value: number): number | "NaN" {
  return Number.isNaN(value) ? "NaN" : value;
}
