import { type LatestForecasts } from "../service/latestForecasts";
import { noText, textAt, type TextColumns } from "../shared/columns";
import { finish } from "../shared/finish";
import { compareTexts } from "../shared/compareTexts";
import { sortInSteps } from "../shared/sortInSteps";

/** A horizon of a market, and the currencies in which it is forecast. */
export interface HorizonCurrencies {
  readonly horizon: string;
  /** ISO codes in alphabetical order. */
  readonly currencies: readonly string[];
}

/**
 * The known horizons and currencies of each market, from the latest forecasts, since no endpoint lists them. Horizons
 * ascend by length. Others may exist. May pause.
 */
export function* forecastCoordinates({
  columns,
  length,
}: LatestForecasts): Generator<void, ReadonlyMap<string, readonly HorizonCurrencies[]>> {
  const markets = new Map<number, Map<number, Set<number>>>();
  for (let at = 0; at < length; at++) {
    yield;
    const [market = noText, horizon = noText] = [columns.markets[at], columns.horizons[at]];
    const horizons = markets.get(market) ?? new Map<number, Set<number>>();
    const currencies = horizons.get(horizon) ?? new Set<number>();
    markets.set(market, horizons.set(horizon, currencies.add(columns.currencies[at] ?? noText)));
  }
  const textOf = textsOnce(columns);
  const found = new Map<string, readonly HorizonCurrencies[]>();
  for (const [market, horizons] of markets) {
    const named: HorizonCurrencies[] = [];
    for (const [horizon, currencies] of horizons) {
      const texts: string[] = [];
      for (const currency of currencies) {
        yield;
        texts.push(textOf(currency));
      }
      const sorted = yield* sortInSteps(texts, compareTexts);
      named.push({ horizon: textOf(horizon), currencies: sorted });
    }
    const sorted = yield* byLengthInSteps(named, ({ horizon }) => horizon);
    found.set(textOf(market), sorted);
    yield;
  }
  return found;
}

/** Texts that are needed many times, each decoded once. */
function textsOnce(columns: TextColumns): (index: number) => string {
  const known = new Map<number, string>();
  return (index) => {
    const text = known.get(index) ?? textAt(columns, index) ?? "";
    known.set(index, text);
    return text;
  };
}

const monthsOfUnit = new Map([
  ["day", 1 / 30],
  ["week", 7 / 30],
  ["month", 1],
  ["quarter", 3],
  ["year", 12],
]);

/** The length of a horizon such as `12 Months` or `10 Years` in months, for sorting; undefined for other names. */
export function horizonMonths(name: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+?)s?\s*$/i.exec(name);
  const unit = monthsOfUnit.get(match?.[2]?.toLowerCase() ?? "");
  return unit === undefined ? undefined : Number(match?.[1]) * unit;
}

/** Sorts items by horizon, shortest first, then those whose horizon has no length, by name. */
export function byLength<T>(items: Iterable<T>, horizonOf: (item: T) => string): T[] {
  return finish(byLengthInSteps(items, horizonOf));
}

function* byLengthInSteps<T>(
  items: Iterable<T>,
  horizonOf: (item: T) => string,
): Generator<void, T[]> {
  const keyed: { readonly item: T; readonly name: string; readonly months: number }[] = [];
  for (const item of items) {
    yield;
    const name = horizonOf(item);
    keyed.push({ item, name, months: horizonMonths(name) ?? Number.POSITIVE_INFINITY });
  }
  const sorted = yield* sortInSteps(keyed, (a, b) =>
    a.months === b.months ? compareTexts(a.name, b.name) : a.months < b.months ? -1 : 1,
  );
  return sorted.map(({ item }) => item);
}
