import { type ArrangedSeries, type ServiceSeries } from "../../../data/coordinates";
import { type LongColumn, type LongLayout } from "../../../data/table/long";
import { type PanelRef } from "../../../shared/reference";
import { type Slice } from "../../../shared/slice";

/** How one column of a long table is pivoted into a wide one. */
export interface Pivot {
  /** Names of the columns that distinguish the series; at least one. */
  readonly kinds: readonly string[];
  readonly column: LongColumn;
}

/**
 * Separates the values of several kinds that together form a column name. Bars within values are doubled, so that no
 * values that a refresh may bring are ambiguous.
 */
export const variantSeparator = " | ";

/** The column that most people look at first. */
const usualColumn = "Aggregate";

/**
 * The pivot of a panel's file: by the tag kinds that have several values; of the slice's only column, else of
 * Aggregate, else of the first. Undefined without any column.
 *
 * @param layout - Of the file, with one coordinate for each tag kind of the panel, in order.
 */
export function panelPivot(
  { tags }: PanelRef,
  { coordinates, columns }: LongLayout,
  { columns: wanted = [] }: Slice = {},
): Pivot | undefined {
  const differing = Object.values(tags).flatMap((set, at) => {
    const name = coordinates[at]?.name;
    return name === undefined || (set !== "*" && set.length === 1) ? [] : [name];
  });
  return pivotBy(differing, columns, wanted);
}

/**
 * The pivot of the file of a set: by the coordinates that tell its series apart, if all series have them as texts.
 *
 * @param layout - Of the file.
 */
export function setPivot(
  { names, series }: ArrangedSeries<ServiceSeries>,
  { coordinates, columns }: LongLayout,
): Pivot | undefined {
  const isPivoted =
    series.every((each) => !each.coordinates.includes(null)) &&
    names.every(
      ({ name, type }) => type === "text" && coordinates.some((own) => own.name === name),
    );
  return isPivoted
    ? pivotBy(
        names.map(({ name }) => name),
        columns,
        [],
      )
    : undefined;
}

function pivotBy(
  kinds: readonly string[],
  columns: readonly LongColumn[],
  wanted: readonly string[],
): Pivot | undefined {
  const only = wanted.length === 1 ? wanted[0] : usualColumn;
  const column = columns.find(({ name }) => name === only) ?? columns[0];
  return column === undefined || kinds.length === 0 ? undefined : { kinds, column };
}
