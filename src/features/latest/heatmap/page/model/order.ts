import { foldLetters } from "../../../../../shared/foldLetters";
import { filterTerms } from "../../../../../ui/table/filterTerms";
import { type Grid, type GridColumn, valueAt } from "./grid";
import { type Placement } from "./placement";
import { meanOfRow } from "./statistics";

/** By what the rows are sorted. */
export interface Sorting {
  /** The key of a column, or one of the two that every grid has. */
  readonly by: string;
  readonly isDescending: boolean;
}

export const byName = "name";
/** By the column at the right, usually the mean. */
export const byMean = "mean";
export const defaultSorting: Sorting = { by: byName, isDescending: false };

/** What a click on a header sorts by: largest first, then smallest, then by name again. */
export function nextSorting({ by, isDescending }: Sorting, clicked: string): Sorting {
  const isFirst = clicked !== byName;
  if (by !== clicked) return { by: clicked, isDescending: isFirst };
  return isDescending === isFirst ? { by, isDescending: !isFirst } : defaultSorting;
}

export interface OrderRequest {
  readonly sorting: Sorting;
  /** Terms with commas between them. */
  readonly filter: string;
  readonly isGrouped: boolean;
  /** The number at the right of a row, from the shown columns; the mean by default. */
  readonly asideOf?: ((row: number, columns: readonly number[]) => number) | undefined;
}

/** Which rows and columns of a grid are shown, in their order. */
export interface Order {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
}

/** The rows and columns that pass the filter; rows by the sorting, those of one region together where they are grouped. */
export function orderOf(placement: Placement, grid: Grid, request: OrderRequest): Order {
  const { rows, columns } = filtered(grid, request.filter);
  const { sorting, isGrouped } = request;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const direction = sorting.isDescending ? -1 : 1;
  const meanOf = (row: number): number =>
    meanOfRow(columns.map((column) => valueAt(placement, grid, row, column)));
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
      // What has no value stands behind, whichever way the others are sorted.
      const missing = Number(Number.isNaN(one)) - Number(Number.isNaN(other));
      return missing === 0 ? names : missing;
    }
    return direction * (one - other);
  };
  return { rows: Int32Array.from(rows).sort(compared), columns: Int32Array.from(columns) };
}

/** What is sorted by, for each row of the grid; undefined for names. */
function sortValues(
  placement: Placement,
  grid: Grid,
  { by }: Sorting,
  asideOf: (row: number) => number,
): Float64Array | undefined {
  if (by === byMean) return Float64Array.from(grid.rows, (_, row) => asideOf(row));
  const at = grid.columns.findIndex(({ key }) => key === by);
  if (at < 0) return undefined;
  return Float64Array.from(grid.rows, (_, row) => valueAt(placement, grid, row, at));
}

/** Rows without a region stand behind. */
function compareRegions(collator: Intl.Collator, one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return collator.compare(one, other);
}

/**
 * A term chooses among the rows where it names some of them, and among the columns where it names some of those; one that
 * names neither leaves nothing.
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
