import { type ExplorerAnswer } from "../../protocol";
import { areEqualValues } from "../../../../../shared/series/equalValues";

/** Currency, horizon and hedging, as indices into the lists of the answer. */
export interface Coordinates {
  readonly currency: number;
  readonly horizon: number;
  readonly hedging: number;
}

/** The identity of a summary by the service's names, which are stable between answers. */
export interface SummaryKey {
  readonly market: string;
  readonly currency: string;
  readonly horizon: string;
  readonly hedging: string;
  /** Index among several summaries with the same market and coordinates, 0 for the first. */
  readonly repeat: number;
}

const none: readonly number[] = [];

/** The summaries of an answer by market and coordinates. */
export class SummaryIndex {
  private readonly byKey = new Map<number, number[]>();

  constructor(readonly answer: ExplorerAnswer) {
    const { markets, currencies, horizons, hedgings } = answer.summaries;
    for (const [summary, market] of markets.entries()) {
      const key = this.keyOf(market, {
        currency: currencies[summary] ?? -1,
        horizon: horizons[summary] ?? -1,
        hedging: hedgings[summary] ?? -1,
      });
      const known = this.byKey.get(key);
      if (known === undefined) this.byKey.set(key, [summary]);
      // Equal values count once.
      else if (!known.some((each) => this.areEqual(each, summary))) known.push(summary);
    }
  }

  private areEqual(one: number, other: number): boolean {
    return areEqualValues(this.totalOf(one), this.totalOf(other));
  }

  /** The summaries of a market and coordinates: none, one, or several with different values. */
  at(market: number, coordinates: Coordinates): readonly number[] {
    return this.byKey.get(this.keyOf(market, coordinates)) ?? none;
  }

  /** A decimal fraction; NaN without a summary or a value. */
  totalOf(summary: number): number {
    return this.answer.summaries.totals[summary] ?? Number.NaN;
  }

  coordinatesOf(summary: number): Coordinates {
    const { currencies, horizons, hedgings } = this.answer.summaries;
    return {
      currency: currencies[summary] ?? -1,
      horizon: horizons[summary] ?? -1,
      hedging: hedgings[summary] ?? -1,
    };
  }

  /** The index of a summary; -1 when there is none. */
  find(key: SummaryKey): number {
    const { markets } = this.answer;
    const market = markets.findIndex(({ code }) => code === key.market);
    return this.at(market, this.placesOf(key))[key.repeat] ?? -1;
  }

  /** The indices of names in the lists of the answer, -1 for an unknown name. */
  placesOf({ currency, horizon, hedging }: Omit<SummaryKey, "market" | "repeat">): Coordinates {
    const { currencies, horizons, hedgings } = this.answer;
    return {
      currency: currencies.indexOf(currency),
      horizon: horizons.indexOf(horizon),
      hedging: hedgings.findIndex(({ name }) => name === hedging),
    };
  }

  nameOf(market: number, coordinates: Coordinates, repeat = 0): SummaryKey {
    const { markets, currencies, horizons, hedgings } = this.answer;
    return {
      market: markets[market]?.code ?? "",
      currency: currencies[coordinates.currency] ?? "",
      horizon: horizons[coordinates.horizon] ?? "",
      hedging: hedgings[coordinates.hedging]?.name ?? "",
      repeat,
    };
  }

  nameOfSummary(summary: number): SummaryKey {
    const market = this.answer.summaries.markets[summary] ?? -1;
    const coordinates = this.coordinatesOf(summary);
    const repeat = this.at(market, coordinates).indexOf(summary);
    return this.nameOf(market, coordinates, Math.max(0, repeat));
  }

  private keyOf(market: number, { currency, horizon, hedging }: Coordinates): number {
    const { currencies, horizons, hedgings } = this.answer;
    if (market < 0 || currency < 0 || horizon < 0 || hedging < 0) return -1;
    return (
      ((market * currencies.length + currency) * horizons.length + horizon) * hedgings.length +
      hedging
    );
  }
}

export function isSameKey(one: SummaryKey | null, other: SummaryKey | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.market === other.market && isSameCoordinates(one, other) && one.repeat === other.repeat
  );
}

export function isSameCoordinates(one: SummaryKey, other: SummaryKey): boolean {
  return (
    one.currency === other.currency &&
    one.horizon === other.horizon &&
    one.hedging === other.hedging
  );
}
