import { type SignalDefinition } from "../service/parseDefinition";
import { type ForecastSummary } from "../service/parseForecasts";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { forecastCoordinates } from "./forecastCoordinates";
import { type SignalVariant } from "./groupByTag";
import { type ReadableNames } from "./readableNames";
import { type SearchEntry } from "./searchIndex";
import { variantsOf } from "./variants";

/** A market, and one horizon and currency in which it is forecast; without them when none have been discovered. */
export interface ForecastCandidate {
  readonly market: string;
  readonly name: string;
  readonly coordinates?: { readonly currency: string; readonly horizon: string };
}

/** Orders between two neighbouring signals: more than any signal has variants. */
const spacing = 2 ** 32;

/** The signals in the order of the listing, but all versions of a code where its first one stands, the highest first. */
export function byHighestVersion<T extends Pick<ListedSignal, "code" | "version">>(
  signals: readonly T[],
): readonly T[] {
  const versions = new Map<string, T[]>();
  for (const signal of signals) {
    const same = versions.get(signal.code) ?? [];
    same.push(signal);
    versions.set(signal.code, same);
  }
  return [...versions.values()].flatMap((same) => same.sort((a, b) => b.version - a.version));
}

/**
 * Every variant of a signal, to be found by the signal's code, version and name and by the variant's tag values, as the
 * service writes them and as people do. Generated one by one, because a definition can claim any number of them.
 *
 * @param position - Of the signal among all, from 0.
 */
export function* variantEntries(
  signal: SignalDefinition,
  position: number,
  names: ReadableNames,
): Generator<SearchEntry<SignalVariant>> {
  const { code, name } = signal;
  const version = `v${signal.version}`;
  let order = position * spacing;
  for (const tags of variantsOf(signal.tags)) {
    const values = Object.entries(tags).flatMap(([kind, value]) => [
      value,
      names.tagValue(kind, value),
    ]);
    yield { item: { signal, tags }, code, texts: [version, name, ...values], order: order++ };
  }
}

/** Every known combination of market, horizon and currency; a market without any stands for itself. */
export function forecastEntries(
  markets: readonly ForecastMarket[],
  summaries: readonly Pick<ForecastSummary, "marketCode" | "currencyIso" | "horizonName">[],
  names: ReadableNames,
): SearchEntry<ForecastCandidate>[] {
  const known = forecastCoordinates(summaries);
  const listed = new Map(markets.map((market) => [market.ticker, market]));
  const tickers = new Set([...listed.keys(), ...known.keys()]);
  let order = 0;
  return [...tickers].flatMap((market) => {
    const name = listed.get(market)?.name ?? market;
    const tags = tagTexts(listed.get(market), names);
    const pairs = (known.get(market) ?? []).flatMap(({ horizon, currencies }) =>
      currencies.map((currency) => ({ currency, horizon })),
    );
    if (pairs.length === 0) {
      return [{ item: { market, name }, code: market, texts: [name, ...tags], order: order++ }];
    }
    return pairs.map((coordinates) => {
      const { currency, horizon } = coordinates;
      // A market may bear its own currency as a tag: the forecast's comes first.
      const code = [market, currency, horizon].join(" ");
      const texts = [name, ...tags, names.currency(currency)];
      return { item: { market, name, coordinates }, code, texts, order: order++ };
    });
  });
}

function tagTexts(market: ForecastMarket | undefined, names: ReadableNames): string[] {
  return (market?.tags ?? []).flatMap(({ kind, values }) =>
    values.flatMap((value) => [value, names.tagValue(kind, value)]),
  );
}
