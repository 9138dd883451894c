import { type Day } from "../shared/day";
import { type Revision } from "../shared/series/revisions";
import { type PanelDrift, type VariantDrift } from "./panelDrift";

/** The change of one value of a panel. */
export interface PanelRevision extends Revision {
  readonly variant: VariantDrift["values"];
  readonly column: string;
}

/** A panel's drift in a few numbers, of all variants that both panels have. */
export interface PanelDriftSummary {
  /** Each day once, ascending, however many variants it was added to. */
  readonly daysAdded: readonly Day[];
  readonly daysGone: readonly Day[];
  /** How many values both panels have, and how many of them are not the same. */
  readonly compared: number;
  readonly revised: number;
  /** How many values only one has, of the days and columns that both have of their variant. */
  readonly onlyInOneOfBoth: number;
  readonly signFlips: number;
  /** The first of the largest in size; null where no number was revised. */
  readonly largest: PanelRevision | null;
  /** How many variants have the same values on all days and in all columns that both have. */
  readonly equalInValues: number;
}

export function panelDriftSummary(drift: PanelDrift): PanelDriftSummary {
  const { changed, unchanged, unchangedValues } = drift;
  const all = changed.flatMap(({ columns }) => columns);
  const sum = (counted: "compared" | "revised" | "onlyInOneOfBoth" | "signFlips"): number =>
    all.reduce((total, each) => total + each[counted], 0);
  return {
    daysAdded: distinct(changed.flatMap(({ daysAdded }) => daysAdded)),
    daysGone: distinct(changed.flatMap(({ daysGone }) => daysGone)),
    compared: unchangedValues + sum("compared"),
    revised: sum("revised"),
    onlyInOneOfBoth: sum("onlyInOneOfBoth"),
    signFlips: sum("signFlips"),
    largest: largestOf(changed),
    equalInValues: unchanged + changed.filter((each) => !areValuesChanged(each)).length,
  };
}

/** Whether more of a variant changed than that days came or went. */
function areValuesChanged({ columns, columnsAdded, columnsGone }: VariantDrift): boolean {
  return columnsAdded.length + columnsGone.length > 0 || columns.some(isColumnChanged);
}

/** The same of one column. */
export function isColumnChanged({
  revised,
  onlyInOneOfBoth,
}: VariantDrift["columns"][number]): boolean {
  return revised + onlyInOneOfBoth > 0;
}

function distinct(days: readonly Day[]): readonly Day[] {
  return [...new Set(days)].sort((a, b) => a - b);
}

function largestOf(changed: readonly VariantDrift[]): PanelRevision | null {
  let found: PanelRevision | null = null;
  for (const { values: variant, columns } of changed) {
    for (const { name: column, largest } of columns) {
      const isLarger = largest !== null && Math.abs(largest.change) > Math.abs(found?.change ?? 0);
      if (isLarger) found = { ...largest, variant, column };
    }
  }
  return found;
}
