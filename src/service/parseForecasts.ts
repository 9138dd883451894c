import {
  type Attribution,
  type ForecastSummary,
  type LatestForecasts,
  LatestForecastsBuilder,
  maxAttributions,
} from "./latestForecasts";
import { type ListingParser, type Report, wrappedEntriesOf } from "./listing";
import { parseForecastNode } from "./parseForecastNode";
import { recordTagsOf } from "./recordTags";
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
  if (marketCode === undefined || currencyIso === undefined) {
    return "has no usable market and currency";
  }
  if (horizonName === undefined || hedging === undefined) {
    return "has no usable horizon and hedging";
  }
  const latest = parseForecastNode(fieldOf(entry, "latest"), report);
  if (typeof latest === "string") return latest;
  const wireAttributions = fieldOf(entry, "attributions") ?? [];
  if (Array.isArray(wireAttributions) && wireAttributions.length > maxAttributions) {
    return `has more than ${maxAttributions} attributions`;
  }
  const attributions = attributionsOf(wireAttributions, report);
  return { marketCode, currencyIso, horizonName, hedging, latest, attributions };
}

function attributionsOf(wire: unknown, report: Report): readonly Attribution[] {
  if (!Array.isArray(wire)) {
    report("has attributions that are not an array");
    return [];
  }
  return wire.flatMap((each: unknown, index) => {
    const reportPart = (reason: string): void => report(`attributions[${index}] ${reason}`);
    const attribution = attributionOf(each, reportPart);
    if (typeof attribution !== "string") return attribution;
    reportPart(attribution);
    return [];
  });
}

/** The attribution in a wire value, or why it is invalid. */
function attributionOf(wire: unknown, report: Report): Attribution | string {
  const variantFields = isWireRecord(wire) ? (fieldOf(wire, "variant") ?? {}) : undefined;
  if (!isWireRecord(wire) || !isWireRecord(variantFields)) return "cannot be read";
  const signalCode = nameOf(fieldOf(wire, "signal_code"));
  const forecast = numberOf(fieldOf(wire, "forecast"), report);
  if (signalCode === undefined || forecast === undefined) return "cannot be read";
  const variant = recordTagsOf(Object.entries(variantFields));
  return typeof variant === "string" ? variant : { signalCode, variant, forecast };
}
