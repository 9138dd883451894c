import { type SummaryIndex, type SummaryKey } from "./summaryIndex";

/** Why there is no forecast for a key, and what is available instead. */
export interface Absence {
  /** The first coordinate, in this order, that the market lacks; `market` when it has no forecast at all. */
  readonly of: "market" | "currency" | "hedging" | "horizon";
  readonly others: readonly string[];
}

export function absenceOf({ answer }: SummaryIndex, key: SummaryKey): Absence {
  const { markets, currencies, hedgings, horizons, summaries } = answer;
  const names = {
    currency: currencies,
    hedging: hedgings.map(({ name }) => name),
    horizon: horizons,
  };
  const places = {
    currency: summaries.currencies,
    hedging: summaries.hedgings,
    horizon: summaries.horizons,
  };
  const market = markets.findIndex(({ code }) => code === key.market);
  let left = [...summaries.markets.keys()].filter((at) => summaries.markets[at] === market);
  if (left.length === 0) return { of: "market", others: [] };
  for (const of of ["currency", "hedging", "horizon"] as const) {
    const own = names[of].indexOf(key[of]);
    const found = left.filter((at) => places[of][at] === own);
    if (found.length === 0) {
      const others = new Set(left.map((at) => places[of][at]));
      return { of, others: names[of].filter((_, at) => others.has(at)) };
    }
    left = found;
  }
  return { of: "market", others: [] };
}
