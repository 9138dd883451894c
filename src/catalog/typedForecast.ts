import { type ForecastCandidate } from "./searchEntries";

/** A forecast that a person typed. */
export interface TypedForecast {
  readonly market: string;
  readonly currency: string;
  readonly horizon: string;
}

/** Blanks, and the separators of a row. */
const separators = /^[\s·,;/]+/u;
const currencyForm = /^[a-z]{3}(?=[\s·,;/])/iu;

/**
 * The forecast that a text spells out: a known market, a currency of three letters, a horizon (`SPX EUR 18 Months`). No
 * endpoint lists currencies and horizons, so an unknown one may exist. Undefined if the text is not of this form, or if
 * it is a known forecast or the beginning of a known horizon. A horizon that is known elsewhere is written as the
 * service does, any other as typed.
 */
export function typedForecast(
  text: string,
  known: readonly ForecastCandidate[],
): TypedForecast | undefined {
  const typed = text.trim();
  const market = longestMarket(typed, known);
  if (market === undefined) return undefined;
  const rest = typed.slice(market.length).replace(separators, "");
  const currency = currencyForm.exec(rest)?.[0].toUpperCase();
  const horizonText = rest.slice(3).replace(separators, "").replaceAll(/\s+/g, " ");
  if (currency === undefined || horizonText === "") return undefined;
  const coordinates = known.flatMap((each) => each.coordinates ?? []);
  const horizon = coordinates.find((each) => isSame(each.horizon, horizonText))?.horizon;
  const forecast = { market, currency, horizon: horizon ?? horizonText };
  return known.some((each) => beginsWith(each, forecast)) ? undefined : forecast;
}

/**
 * The longest market that the text begins with, since both `SPX` and `SPX EW` may exist. An exact match of case takes
 * precedence.
 */
function longestMarket(typed: string, known: readonly ForecastCandidate[]): string | undefined {
  const markets = [...new Set(known.map(({ market }) => market))];
  const [best] = markets
    .filter((market) => isSame(typed.slice(0, market.length), market))
    .filter((market) => separators.test(typed.slice(market.length)))
    .sort((a, b) => b.length - a.length);
  return (
    markets.find((market) => typed.startsWith(market) && market.length === best?.length) ?? best
  );
}

function beginsWith({ market, coordinates }: ForecastCandidate, typed: TypedForecast): boolean {
  if (coordinates === undefined) return false;
  const horizon = coordinates.horizon.slice(0, typed.horizon.length);
  return (
    market === typed.market &&
    coordinates.currency === typed.currency &&
    isSame(horizon, typed.horizon)
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
