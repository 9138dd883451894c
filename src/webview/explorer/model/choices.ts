import { type Axis } from "./matrix";
import { isSameCoordinates, isSameKey, type SummaryKey } from "./summaryIndex";

/** What is chosen and held. */
export interface Choice {
  readonly axis: Axis;
  readonly currency: string | null;
  readonly horizon: string | null;
  readonly hedging: string | null;
  readonly a: SummaryKey | null;
  readonly b: SummaryKey | null;
  readonly isComparing: boolean;
}

type Changed = Partial<Choice>;

/** The two sides where they are of one market: the matrix then has a column for each, and every market can be compared. */
export function pairOf({ a, b }: Choice): readonly [SummaryKey, SummaryKey] | null {
  if (a === null || b?.market !== a.market || isSameCoordinates(a, b)) return null;
  return [a, b];
}

/**
 * A cell was chosen.
 *
 * @param isAdding - To compare it with the one that was chosen before; if it is that one, a comparison begins or ends.
 */
export function chosen(choice: Choice, key: SummaryKey, isAdding: boolean): Changed {
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

/** A comparison is wanted, or no more. */
export function toggledComparison({ a, isComparing }: Choice): Changed {
  if (isComparing || a === null) return { b: null, isComparing: false };
  return { isComparing: true };
}

/** What is held was chosen anew: what is chosen goes along, and of a comparison its second side. */
export function held(
  choice: Choice,
  name: "currency" | "horizon" | "hedging",
  value: string,
): Changed {
  const { a, b, isComparing } = choice;
  if (a === null) return { [name]: value };
  const moved = { ...(b ?? a), [name]: value, repeat: 0 };
  if (!isComparing) return { [name]: value, a: moved };
  return isSameKey(moved, a) ? { [name]: value, b: null } : { [name]: value, b: moved };
}

/** What is usual has changed: what is chosen goes along where no mode was chosen beside it. */
export function followingHedging({ a, hedging, isComparing }: Choice, usual: string): Changed {
  if (a === null || hedging !== null || isComparing || a.hedging === usual) return {};
  return { a: { ...a, hedging: usual, repeat: 0 } };
}

/** What is held of another cell than those in sight, so that it is. */
export function shownAt(key: SummaryKey): Changed {
  const { currency, horizon, hedging } = key;
  return { currency, horizon, hedging, a: key, b: null, isComparing: false };
}
