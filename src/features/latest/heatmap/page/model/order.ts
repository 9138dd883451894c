import { foldLetters } from "../../../../../shared/foldLetters";
import { filterTerms } from "../../../../../ui/table/filterTerms";
import { type Grid, type GridColumn, cellValue } from "./grid";
import { type Placement } from "./placement";
import { meanOfRow } from "./columnStatistics";

/** The order of the rows. */
export interface Sorting {
  /** The key of a column, {@link byName} or {@link byMean}. */
  readonly by: string;
  readonly isDescending: boolean;
}

export const byName = "name";
/** Sorts by the column at the right, usually the mean. */
export const byMean = "mean";
export const defaultSorting: Sorting = { by: byName, isDescending: false };

/** The sorting after a click on a header: largest first, then smallest, then by name again. */
export function nextSorting({ by, isDescending }: Sorting, clicked: string): Sorting {
  const isFirst = clicked !== byName;
  if (by !== clicked) return { by: clicked, isDescending: isFirst };
  return isDescending === isFirst ? { by, isDescending: !isFirst } : defaultSorting;
}

export interface OrderRequest {
  readonly sorting: Sorting;
  /** Terms, separated by commas. */
  readonly filter: string;
  readonly isGrouped: boolean;
  /** The number at the right of a row, from the shown columns; the mean by default. */
  readonly asideOf?: ((row: number, columns: readonly number[]) => number) | undefined;
}

/** The shown rows and columns of a grid, in their order. */
export interface Order {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/**
 * The rows and columns that pass the filter. Rows are sorted; those of one region are together when they are grouped.
 */
export function orderOf(placement: Placement, grid: Grid, request: OrderRequest): Order {
  const { rows, columns } = filtered(grid, request.filter);
  const { sorting, isGrouped } = request;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const direction = sorting.isDescending ? -1 : 1;
  const meanOf = (row: number): number =>
    meanOfRow(columns.map((column) => cellValue(placement, grid, row, column)));
  const { asideOf = meanOf } = request;
  const values = sortValues(placement, grid, sorting, (row) => asideOf(row, columns));
  const label = (row: number): string => grid.rows[row]?.label ?? "";
  const regionOf = (row: number): string | null => grid.rows[row]?.region ?? null;
  const compared = (a: number, b: number): number => {
    const groups = isGrouped ? compareRegions(collator, regionOf(a), regionOf(b)) : 0;
    if (groups !== 0) return groups;
    const names = collator.compare(label(a), label(b));
    if (values === undefined) return direction * names;
    const [one = NaN, other = NaN] = [values[a], values[b]];
    if (Number.isNaN(one) || Number.isNaN(other) || one === other) {
      // Rows without a value come last in either direction.
      const missing = Number(Number.isNaN(one)) - Number(Number.isNaN(other));
      return missing === 0 ? names : missing;
    }
    return direction * (one - other);
  };
  return { rows: Int32Array.from(rows).sort(compared), columns: Int32Array.from(columns) };
}

/** The values to sort by, for each row of the grid; undefined for names. */
function sortValues(
  placement: Placement,
  grid: Grid,
  { by }: Sorting,
  asideOf: (row: number) => number,
): Float64Array | undefined {
  if (by === byMean) return Float64Array.from(grid.rows, (_, row) => asideOf(row));
  const at = grid.columns.findIndex(({ key }) => key === by);
  if (at < 0) return undefined;
  return Float64Array.from(grid.rows, (_, row) => cellValue(placement, grid, row, at));
}

/** Rows without a region come last. */
function compareRegions(collator: Intl.Collator, one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}

/**
 * A term filters the rows when it occurs in one of them, and the columns when it occurs in one of those; a term that
 * occurs in neither leaves no rows.
 */
function filtered(
  grid: Grid,
  filter: string,
): { readonly rows: readonly number[]; readonly columns: readonly number[] } {
  const terms = filterTerms(filter);
  const rowTexts = grid.rows.map(({ label, code }) => foldLetters(`${label} ${code}`));
  const columnTexts = grid.columns.map((column) => foldLetters(columnText(column)));
  const isKnown = (texts: readonly string[]) => (term: string) =>
    texts.some((text) => text.includes(term));
  const [forRows, forColumns] = [rowTexts, columnTexts].map((texts) =>
    terms.filter(isKnown(texts)),
  );
  const isNothing = terms.some(
    (term) => forRows?.includes(term) !== true && forColumns?.includes(term) !== true,
  );
  const chosen = (texts: readonly string[], named: readonly string[] = []): number[] =>
    [...texts.keys()].filter(
      (at) => named.length === 0 || named.some((term) => texts[at]?.includes(term) === true),
    );
  if (isNothing) return { rows: [], columns: chosen(columnTexts) };
  return { rows: chosen(rowTexts, forRows), columns: chosen(columnTexts, forColumns) };
}

function columnText({ signal, score, held }: GridColumn): string {
  return [signal.name, signal.code, score, held?.label ?? ""].join(" ");
}
