import { type TagValues } from "../shared/reference";
import {
  type Attribution,
  type ForecastSummary,
  type LatestForecasts,
  LatestForecastsBuilder,
} from "./latestForecasts";
import { type ListingParser, type Report, wrappedEntriesOf } from "./listing";
import { parseForecastNode } from "./parseForecastNode";
import { fieldOf, isWireRecord, nameOf, numberOf } from "./wireRecord";

export const forecastListing: ListingParser<ForecastSummary, LatestForecasts> = {
  entriesOf: wrappedEntriesOf,
  newItems: () => new LatestForecastsBuilder(),
  itemsOf: (entry, report) => {
    const summary = summaryOf(entry, report);
    if (typeof summary !== "string") return [summary];
    report(summary);
    return [];
  },
};

/** The summary, or why the entry is invalid. */
function summaryOf(entry: unknown, report: Report): ForecastSummary | string {
  if (!isWireRecord(entry)) return "is not an object";
  const marketCode = nameOf(fieldOf(entry, "market_code"));
  const currencyIso = nameOf(fieldOf(entry, "currency_iso"));
  const horizonName = nameOf(fieldOf(entry, "horizon", "horizon_name"));
  const hedging = nameOf(fieldOf(entry, "hedging"));
  if (marketCode === undefined || currencyIso === undefined) return "has no market and currency";
  if (horizonName === undefined || hedging === undefined) return "has no horizon and hedging";
  const latest = parseForecastNode(fieldOf(entry, "latest"), report);
  if (latest === undefined) return "has a forecast that cannot be read";
  const attributions = attributionsOf(fieldOf(entry, "attributions") ?? [], report);
  return { marketCode, currencyIso, horizonName, hedging, latest, attributions };
}

function attributionsOf(wire: unknown, report: Report): readonly Attribution[] {
  if (!Array.isArray(wire)) {
    report("has attributions that are not an array");
    return [];
  }
  return wire.flatMap((each: unknown, index) => {
    const attribution = attributionOf(each, (reason) => report(`attributions[${index}] ${reason}`));
    if (attribution === undefined) report(`attributions[${index}] cannot be read`);
    return attribution ?? [];
  });
}

function attributionOf(wire: unknown, report: Report): Attribution | undefined {
  if (!isWireRecord(wire)) return undefined;
  const signalCode = nameOf(fieldOf(wire, "signal_code"));
  const forecast = numberOf(fieldOf(wire, "forecast"), report);
  const variant = variantOf(fieldOf(wire, "variant") ?? {});
  if (signalCode === undefined || forecast === undefined || variant === undefined) {
    return undefined;
  }
  return { signalCode, variant, forecast };
}

/**
 * Omits null and empty texts. Undefined if any other value is invalid: without it this would be a different variant.
 */
function variantOf(wire: unknown): TagValues | undefined {
  if (!isWireRecord(wire)) return undefined;
  const values = Object.entries(wire)
    .filter(([, value]) => value !== null && value !== "")
    .map(([kind, value]) => [
      nameOf(kind),
      nameOf(typeof value === "number" ? String(value) : value),
    ]);
  return values.every((pair): pair is [string, string] => !pair.includes(undefined))
    ? Object.fromEntries(values)
    : undefined;
}
