import { type SignalDefinition } from "../service/parseDefinition";
import { type LatestForecasts } from "../service/latestForecasts";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { type Tag } from "../service/parseTags";
import { forecastCoordinates } from "./forecastCoordinates";
import { type SignalVariant } from "./groupByTag";
import { type ReadableNames } from "./readableNames";
import { type SearchEntry, type SearchGroup, type SearchText } from "./searchIndex";
import { variantsOf } from "./variants";

/** A market, with one horizon and currency in which it is forecast; without them if none is known. */
export interface ForecastCandidate {
  readonly market: string;
  readonly name: string;
  readonly coordinates?: { readonly currency: string; readonly horizon: string };
}

/**
 * The signals in the order of the listing, except that all versions of a code are together, at the position of the
 * first, highest version first.
 */
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

/** A tag value, which can be found as the service and as people write it. */
export interface TagText extends SearchText {
  readonly kind: string;
  readonly value: string;
}

/** Makes variants searchable; the texts of tag values are shared by all signals. */
export class VariantGroups {
  private readonly texts = new Map<string, Map<string, TagText>>();

  constructor(private readonly names: ReadableNames) {}

  /**
   * Every variant of a signal, found by the signal's code, version and name and by the variant's tag values. Generated
   * one by one, because a definition can claim any number of them.
   *
   * @param position - Of the signal among all.
   * @param max - The maximum number of variants to generate.
   */
  of(
    signal: SignalDefinition,
    position: number,
    max = Infinity,
  ): SearchGroup<SignalVariant, TagText> {
    const { code, name, version, tags } = signal;
    return {
      position,
      code,
      texts: [`v${version}`, name],
      entries: this.entriesOf(tags, max),
      itemOf: (own) => ({
        signal,
        tags: Object.fromEntries(own.map(({ kind, value }) => [kind, value])),
      }),
    };
  }

  private *entriesOf(tags: readonly Tag[], max: number): Generator<readonly TagText[]> {
    let count = 0;
    for (const variant of variantsOf(tags)) {
      if (++count > max) return;
      yield Object.entries(variant).map(([kind, value]) => this.textOf(kind, value));
    }
  }

  private textOf(kind: string, value: string): TagText {
    const ofKind = this.texts.get(kind) ?? new Map<string, TagText>();
    this.texts.set(kind, ofKind);
    const known = ofKind.get(value);
    if (known !== undefined) return known;
    const text = { kind, value, text: [value, this.names.tagValue(kind, value)].join(" ") };
    ofKind.set(value, text);
    return text;
  }
}

/** Every known combination of market, horizon and currency; a market without any is an entry of its own. */
export function forecastEntries(
  markets: readonly ForecastMarket[],
  forecasts: LatestForecasts | undefined,
  names: ReadableNames,
): SearchEntry<ForecastCandidate>[] {
  const known = forecasts === undefined ? new Map<string, never>() : forecastCoordinates(forecasts);
  const listed = new Map(markets.map((market) => [market.ticker, market]));
  const tickers = new Set([...listed.keys(), ...known.keys()]);
  let position = 0;
  return [...tickers].flatMap((market) => {
    const name = listed.get(market)?.name ?? market;
    const tags = tagTexts(listed.get(market), names);
    const pairs = (known.get(market) ?? []).flatMap(({ horizon, currencies }) =>
      currencies.map((currency) => ({ currency, horizon })),
    );
    if (pairs.length === 0) {
      return [
        { item: { market, name }, code: market, texts: [name, ...tags], position: position++ },
      ];
    }
    return pairs.map((coordinates) => {
      const { currency, horizon } = coordinates;
      // A market may have its own currency as a tag: the forecast's comes first.
      const code = [market, currency, horizon].join(" ");
      const texts = [name, ...tags, names.currency(currency)];
      return { item: { market, name, coordinates }, code, texts, position: position++ };
    });
  });
}

function tagTexts(market: ForecastMarket | undefined, names: ReadableNames): string[] {
  return (market?.tags ?? []).flatMap(({ kind, values }) =>
    values.flatMap((value) => [value, names.tagValue(kind, value)]),
  );
}
