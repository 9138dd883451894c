import { type Column, type Frame } from "./frame";
import { type FrameDrift, driftOf, isUnchanged } from "./frameDrift";
import { type VariantFrame, pairedVariants } from "./pairedVariants";

/** How one series of a panel changed; its changed values are counted, not listed. */
export interface VariantDrift extends Omit<FrameDrift, "rows"> {
  readonly values: VariantFrame["values"];
}

/** What changed between two vintages of a panel, each part in the order of the variants. */
export interface PanelDrift {
  /** Variants that only the second has. */
  readonly added: readonly VariantFrame["values"][];
  /** Variants that only the first has. */
  readonly gone: readonly VariantFrame["values"][];
  readonly changed: readonly VariantDrift[];
  /** How many variants both have and are the same in. */
  readonly unchanged: number;
}

/** Compares two panels variant by variant, of which one of each is in memory at a time. Both come sorted by their values. */
export async function panelDrift(
  before: AsyncIterable<VariantFrame>,
  after: AsyncIterable<VariantFrame>,
): Promise<PanelDrift> {
  const added: VariantFrame["values"][] = [];
  const gone: VariantFrame["values"][] = [];
  const changed: VariantDrift[] = [];
  let unchanged = 0;
  for await (const { values, frames } of pairedVariants([before, after])) {
    const [first, second] = frames;
    if (first === undefined) added.push(values);
    else if (second === undefined) gone.push(values);
    else {
      const drift = driftUnlessEqual(first, second);
      if (drift === undefined) unchanged++;
      else changed.push({ values, ...drift });
    }
  }
  return { added, gone, changed, unchanged };
}

/** Whether nothing at all changed. */
export function isPanelUnchanged({ added, gone, changed }: PanelDrift): boolean {
  return added.length + gone.length + changed.length === 0;
}

/** Most series of a panel are as they were: these are found out without a table of what changed. */
function driftUnlessEqual(first: Frame, second: Frame): Omit<FrameDrift, "rows"> | undefined {
  if (areEqual(first, second)) return undefined;
  const drift = driftOf(first, second);
  if (isUnchanged(drift)) return undefined;
  const { daysAdded, daysGone, columnsAdded, columnsGone, columns } = drift;
  return { daysAdded, daysGone, columnsAdded, columnsGone, columns };
}

function areEqual(first: Frame, second: Frame): boolean {
  return (
    areSame(first.days, second.days) &&
    first.columns.length === second.columns.length &&
    first.columns.every((column, at) => isSameColumn(column, second.columns[at]))
  );
}

function isSameColumn(one: Column, other: Column | undefined): boolean {
  return one.name === other?.name && one.type === other.type && areSame(one.values, other.values);
}

function areSame(one: ArrayLike<unknown>, other: ArrayLike<unknown>): boolean {
  if (one.length !== other.length) return false;
  for (let row = 0; row < one.length; row++) if (!Object.is(one[row], other[row])) return false;
  return true;
}
