import { type Column, type Frame } from "./frame";
import { type ColumnDrift, type FrameDrift, driftOf, isUnchanged } from "./frameDrift";
import { type ChangesByKind, changesByKind } from "./frameDriftSummary";
import { type VariantFrame, pairedVariants } from "./pairedVariants";

/** How a column that both series of a variant have differs. */
export interface VariantColumnDrift extends ColumnDrift {
  /** How many values only the second has. */
  readonly added: number;
  /** How many values only the first has. */
  readonly removed: number;
}

/** How one series of a panel changed; its changed values are counted, not listed. */
export interface VariantDrift extends Omit<FrameDrift, "days" | "rows" | "columns"> {
  readonly values: VariantFrame["values"];
  readonly changes: ChangesByKind;
  /** In the order of the second series. */
  readonly columns: readonly VariantColumnDrift[];
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
  /** How many values these have. */
  readonly unchangedValues: number;
}

/** Compares two panels variant by variant, of which one of each is in memory at a time. Both come sorted by their values. */
export async function panelDrift(
  before: AsyncIterable<VariantFrame>,
  after: AsyncIterable<VariantFrame>,
): Promise<PanelDrift> {
  const added: VariantFrame["values"][] = [];
  const gone: VariantFrame["values"][] = [];
  const changed: VariantDrift[] = [];
  let [unchanged, unchangedValues] = [0, 0];
  for await (const { values, frames } of pairedVariants([before, after])) {
    const [first, second] = frames;
    if (first === undefined) added.push(values);
    else if (second === undefined) gone.push(values);
    else {
      const drift = driftUnlessEqual(first, second);
      if (drift !== undefined) changed.push({ values, ...drift });
      else {
        unchanged++;
        unchangedValues += valuesIn(second);
      }
    }
  }
  return { added, gone, changed, unchanged, unchangedValues };
}

/** Whether nothing at all changed. */
export function isPanelUnchanged({ added, gone, changed }: PanelDrift): boolean {
  return added.length + gone.length + changed.length === 0;
}

/** Most series of a panel are as they were: these are found out without a table of what changed. */
function driftUnlessEqual(first: Frame, second: Frame): Omit<VariantDrift, "values"> | undefined {
  if (areEqual(first, second)) return undefined;
  const drift = driftOf(first, second);
  if (isUnchanged(drift)) return undefined;
  const { rows, columns, daysAdded, daysGone, columnsAdded, columnsGone } = drift;
  return {
    ...{ daysAdded, daysGone, columnsAdded, columnsGone },
    columns: columns.map((each) => {
      const { added, removed } = changesByKind(rows.filter(({ column }) => column === each.name));
      return { ...each, added: added.values, removed: removed.values };
    }),
    changes: changesByKind(rows),
  };
}

function valuesIn({ columns }: Frame): number {
  let count = 0;
  for (const { values } of columns) {
    for (const value of values) if (value !== null && !Number.isNaN(value)) count++;
  }
  return count;
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
