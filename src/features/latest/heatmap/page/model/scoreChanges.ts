import { changeBetween, isSignFlip } from "../../../../../shared/series/equalValues";
import { isVisibleChange } from "../../../../../shared/series/numberText";
import { type OlderValues } from "../../protocol";
import { type Score, scores } from "./grid";
import { type Placement } from "./placement";

/** The changes of values, and the older values. */
export interface Changes {
  /** Undefined until the host has sent them. */
  readonly older: OlderValues | undefined;
  readonly values: Placement;
  /** The same records, with changes in place of the values. */
  readonly placement: Placement;
}

export function changesOf(values: Placement, older: OlderValues | undefined): Changes {
  const { columns } = values;
  const changed = scores.map((score) => {
    const before = older?.[score];
    return [score, columns[score].map((value, at) => changeBetween(before?.[at] ?? NaN, value))];
  });
  const changedColumns = Object.fromEntries(changed) as Record<Score, Float64Array>;
  return { older, values, placement: { ...values, columns: { ...columns, ...changedColumns } } };
}

export function isUnchangedScore(change: number): boolean {
  return !Number.isNaN(change) && !isVisibleChange("score", change);
}

/** 1 if a score turned positive, -1 if it turned negative, else 0. */
export function flipOf({ older, values }: Changes, record: number, score: Score): -1 | 0 | 1 {
  const now = values.columns[score][record] ?? Number.NaN;
  const before = older?.[score][record] ?? Number.NaN;
  if (!isSignFlip(before, now)) return 0;
  return now > 0 ? 1 : -1;
}
