import { compareTexts } from "../shared/compareTexts";
import { type LabelOrder } from "./labelOrder";
import { type ReadableNames } from "./readableNames";

/** How texts are written and sorted. */
export interface ValueLabels {
  readonly names: ReadableNames;
  readonly order: LabelOrder;
}

/** A tag value and its label. */
export interface LabelledValue {
  readonly label: string;
  readonly value: string;
}

/**
 * Values of one tag kind by label; if there are more than `max`, only the first of them, since naming and sorting all
 * would block the editor (LIST-04).
 */
export function labelledValues(
  tagKind: string,
  values: Iterable<string>,
  { names, order }: ValueLabels,
  max: number,
): readonly LabelledValue[] {
  const labelled = Array.from(values)
    .slice(0, max)
    .map((value) => ({ label: names.tagValue(tagKind, value), value }));
  return order.sorted(labelled, (a, b) => compareTexts(a.value, b.value));
}
