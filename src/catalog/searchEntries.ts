import { type SignalDefinition } from "../service/parseDefinition";
import { type ForecastMarket } from "../service/parseMarkets";
import { type Tag } from "../service/parseTags";
import { type HorizonCurrencies } from "./forecastCoordinates";
import { type SignalVariant } from "./groupByTag";
import { type ReadableNames } from "./readableNames";
import { type SearchGroup, SearchIndex, type SearchText } from "./searchIndex";
import { variantSteps } from "./variants";
import { type SignalId } from "../shared/reference";

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
export function byHighestVersion<T extends SignalId>(signals: readonly T[]): readonly T[] {
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
  /** Every tag value of the variants generated so far, once. */
  readonly tagValues: TagText[] = [];

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

  private *entriesOf(tags: readonly Tag[], max: number): Generator<readonly TagText[] | undefined> {
    let count = 0;
    for (const variant of variantSteps(tags)) {
      if (variant !== undefined && ++count > max) return;
      yield variant && Object.entries(variant).map(([kind, value]) => this.textOf(kind, value));
    }
  }

  private textOf(kind: string, value: string): TagText {
    const ofKind = this.texts.get(kind) ?? new Map<string, TagText>();
    this.texts.set(kind, ofKind);
    const known = ofKind.get(value);
    if (known !== undefined) return known;
    const text = { kind, value, text: [value, this.names.tagValue(kind, value)].join(" ") };
    ofKind.set(value, text);
    this.tagValues.push(text);
    return text;
  }
}

/** A currency or a horizon of a forecast, or the readable name of its currency. */
export interface ForecastText extends SearchText {
  readonly value: string;
}

/** Makes the forecasts of markets searchable; the texts of currencies and horizons are shared by all markets. */
export class ForecastGroups {
  private readonly texts = new Map<string, ForecastText>();

  constructor(private readonly names: ReadableNames) {}

  /**
   * Every known combination of horizon and currency of a market; a market without any is an entry of its own.
   *
   * @param position - Of the market among all.
   */
  of(
    { ticker, name, tags }: ForecastMarket,
    known: readonly HorizonCurrencies[],
    position: number,
  ): SearchGroup<ForecastCandidate, ForecastText> {
    return {
      position,
      code: ticker,
      texts: this.sharedTexts(name, tags),
      entries: this.entriesOf(known),
      itemOf: ([currency, horizon]) =>
        currency === undefined || horizon === undefined
          ? { market: ticker, name }
          : {
              market: ticker,
              name,
              coordinates: { currency: currency.value, horizon: horizon.value },
            },
    };
  }

  private *sharedTexts(name: string, tags: readonly Tag[]): Generator<string> {
    yield name;
    for (const { kind, values } of tags) {
      for (const value of values) {
        yield value;
        yield this.names.tagValue(kind, value);
      }
    }
  }

  private *entriesOf(known: readonly HorizonCurrencies[]): Generator<readonly ForecastText[]> {
    if (known.length === 0) yield [];
    for (const { horizon, currencies } of known) {
      for (const currency of currencies) {
        // A market may have its own currency as a tag: the forecast's comes first.
        yield [
          this.textOf("currency", currency, { text: currency, isCode: true }),
          this.textOf("horizon", horizon, { text: horizon, isCode: true }),
          this.textOf("name", currency, { text: this.names.currency(currency) }),
        ];
      }
    }
  }

  private textOf(role: string, value: string, search: SearchText): ForecastText {
    const key = `${role} ${value}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const text = { ...search, value };
    this.texts.set(key, text);
    return text;
  }
}

/** The listed markets, then those that only forecasts name. May pause. */
export function* allMarkets(
  listed: readonly ForecastMarket[],
  known: ReadonlyMap<string, unknown>,
): Generator<void, readonly ForecastMarket[]> {
  const markets = new Map<string, ForecastMarket>();
  for (const market of listed) {
    yield;
    markets.set(market.ticker, market);
  }
  for (const ticker of known.keys()) {
    yield;
    if (!markets.has(ticker)) markets.set(ticker, { ticker, name: ticker, tags: [] });
  }
  return [...markets.values()];
}

/** The indexes in which forecasts and their markets are found. */
export interface ForecastIndexes {
  readonly forecasts: SearchIndex<ForecastCandidate, ForecastText>;
  /** The markets whose forecasts are known. */
  readonly markets: SearchIndex<ForecastMarket, ForecastText>;
  /** All that `forecasts` holds. */
  readonly candidates: readonly ForecastCandidate[];
}

export function emptyIndexes(): ForecastIndexes & { readonly candidates: ForecastCandidate[] } {
  return { forecasts: new SearchIndex(), markets: new SearchIndex(), candidates: [] };
}

/** Indexes the listed markets and those that only forecasts name. May pause. */
export function* forecastIndexes(
  listed: readonly ForecastMarket[],
  known: ReadonlyMap<string, readonly HorizonCurrencies[]>,
  names: ReadableNames,
): Generator<void, ForecastIndexes> {
  const groups = new ForecastGroups(names);
  const indexes = emptyIndexes();
  for (const market of yield* allMarkets(listed, known)) {
    const position = indexes.forecasts.size;
    const own = known.get(market.ticker) ?? [];
    const group = groups.of(market, own, position);
    const entries = collected(group, indexes.candidates);
    yield* indexes.forecasts.indexing(market.ticker, { ...group, entries });
    if (own.length === 0) continue;
    const whole = { ...groups.of(market, [], position), itemOf: () => market };
    yield* indexes.markets.indexing(market.ticker, whole);
  }
  return indexes;
}

/** The entries of a group, whose items are collected. */
function* collected(
  { entries, itemOf }: SearchGroup<ForecastCandidate, ForecastText>,
  items: ForecastCandidate[],
): Generator<readonly ForecastText[] | undefined> {
  for (const own of entries) {
    if (own !== undefined) items.push(itemOf(own));
    yield own;
  }
}
