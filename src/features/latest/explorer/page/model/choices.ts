import { type MatrixAxis } from "./matrix";
import { isSameCoordinates, isSameKey, type SummaryKey } from "./summaryIndex";

/** The chosen forecasts and the fixed coordinates. */
export interface ForecastChoice {
  readonly axis: MatrixAxis;
  readonly currency: string | null;
  readonly horizon: string | null;
  readonly hedging: string | null;
  readonly a: SummaryKey | null;
  readonly b: SummaryKey | null;
  readonly isComparing: boolean;
}

type Changed = Partial<ForecastChoice>;

/**
 * The two sides if they are of one market: the matrix then has a column for each, and compares them for every market.
 */
export function pairOf({ a, b }: ForecastChoice): readonly [SummaryKey, SummaryKey] | null {
  if (a === null || b?.market !== a.market || isSameCoordinates(a, b)) return null;
  return [a, b];
}

/**
 * The choice after clicking a cell.
 *
 * @param isAdding - Whether to compare it with the chosen one; for the chosen one itself, a comparison starts or ends.
 */
export function chosen(choice: ForecastChoice, key: SummaryKey, isAdding: boolean): Changed {
  const { a, isComparing } = choice;
  const pair = pairOf(choice);
  if (pair !== null && !isAdding) {
    const [one, other] = pair;
    const { market } = key;
    return { a: { ...one, market, repeat: 0 }, b: { ...other, market, repeat: 0 } };
  }
  if (a === null || !(isAdding || isComparing)) return { a: key, b: null, isComparing: false };
  if (isSameKey(a, key)) return { b: null, isComparing: isComparing !== isAdding };
  return { b: key, isComparing: true };
}

/** The choice after turning a comparison on or off. */
export function toggledComparison({ a, isComparing }: ForecastChoice): Changed {
  if (isComparing || a === null) return { b: null, isComparing: false };
  return { isComparing: true };
}

/** The choice after changing a fixed coordinate: the chosen forecast follows, in a comparison its second side. */
export function withCoordinate(
  choice: ForecastChoice,
  name: "currency" | "horizon" | "hedging",
  value: string,
): Changed {
  const { a, b, isComparing } = choice;
  if (a === null) return { [name]: value };
  const moved = { ...(b ?? a), [name]: value, repeat: 0 };
  if (!isComparing) return { [name]: value, a: moved };
  return isSameKey(moved, a) ? { [name]: value, b: null } : { [name]: value, b: moved };
}

/** The choice after the default hedging has changed: the chosen forecast follows unless a hedging mode was chosen. */
export function followingHedging(
  { a, hedging, isComparing }: ForecastChoice,
  usual: string,
): Changed {
  if (a === null || hedging !== null || isComparing || a.hedging === usual) return {};
  return { a: { ...a, hedging: usual, repeat: 0 } };
}

/** The fixed coordinates that make a summary's cell visible. */
export function shownAt(key: SummaryKey): Changed {
  const { currency, horizon, hedging } = key;
  return { currency, horizon, hedging, a: key, b: null, isComparing: false };
}
