import { type LongColumn, type LongLayout } from "../data/longTable";
import { type PanelRef, type TagValues } from "../shared/reference";
import { type Slice } from "../shared/slice";

/** How one column of a long table is put side by side. */
export interface Pivot {
  /** Names of the columns that tell one series from another; at least one. */
  readonly kinds: readonly string[];
  readonly column: LongColumn;
  /** Stands between the values of several kinds where they become one name. */
  readonly separator: string;
}

/** What most people look at first. */
const usualColumn = "Aggregate";

/**
 * The pivot of a panel's file: by the tag kinds of which it has several values, of the only column that the slice names, else
 * of Aggregate, else of the first. Undefined without any column.
 *
 * @param layout - Of the file, with one coordinate for each tag kind of the panel in their order.
 * @param variants - The tag values of its series.
 */
export function panelPivot(
  { tags }: Pick<PanelRef, "tags">,
  { coordinates, columns }: LongLayout,
  variants: readonly TagValues[],
  { columns: wanted = [] }: Slice = {},
): Pivot | undefined {
  const only = wanted.length === 1 ? wanted[0] : usualColumn;
  const column = columns.find(({ name }) => name === only) ?? columns[0];
  const differing = Object.entries(tags).flatMap(([kind, set], at) => {
    const name = coordinates[at]?.name;
    return name === undefined || (set !== "*" && set.length === 1) ? [] : [{ kind, name }];
  });
  if (column === undefined || differing.length === 0) return undefined;
  const values = variants.map((each) => differing.map(({ kind }) => each[kind] ?? ""));
  return { kinds: differing.map(({ name }) => name), column, separator: separatorOf(values) };
}

/** A space, or as many bars as keep `New York` with `Gas` and `New` with `York Gas` apart. */
function separatorOf(variants: readonly (readonly string[])[]): string {
  const count = new Set(variants.map((values) => JSON.stringify(values))).size;
  const isClear = (separator: string): boolean =>
    new Set(variants.map((values) => values.join(separator))).size === count;
  let separator = " ";
  for (let bars = "|"; !isClear(separator); bars += "|") separator = ` ${bars} `;
  return separator;
}
