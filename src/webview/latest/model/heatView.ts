import {
  type GridColumn,
  gridOf,
  type GridRequest,
  isStale,
  noRecord,
  recordAt,
  valueAt,
} from "./grid";
import { type Grid } from "./grid";
import { orderOf, type OrderRequest } from "./order";
import { type Placement } from "./placement";
import { meanOfRow, type Statistics, statisticsOf } from "./statistics";

/** A row as it is shown: a variant, or what stands above the variants of one region. */
export interface ShownRow {
  /** Of the grid; {@link heading} for what stands above others. */
  readonly row: number;
  readonly label: string;
  /** As the service writes it. */
  readonly code: string;
}

export const heading = -1;

/** The rows and columns that are shown, and what stands in their cells. Places count from the first that is shown. */
export class HeatView {
  readonly grid: Grid;
  readonly rows: readonly ShownRow[];
  readonly columns: readonly GridColumn[];
  /** Whether rows can be grouped: one of them has a region. */
  readonly hasRegions: boolean;
  private readonly places: Int32Array;
  private readonly statistics = new Map<number, Statistics>();

  /**
   * @param noRegion - What stands above the rows without one.
   * @param grid - That of the same request, where there is one already: only the order is made anew.
   */
  constructor(
    readonly placement: Placement,
    request: GridRequest & OrderRequest,
    noRegion: string,
    grid?: Grid,
  ) {
    this.grid = grid ?? gridOf(placement, request);
    this.hasRegions = this.grid.rows.some(({ region }) => region !== null);
    const isGrouped = request.isGrouped && this.hasRegions;
    const order = orderOf(placement, this.grid, { ...request, isGrouped });
    this.places = order.columns;
    this.columns = [...order.columns].flatMap((column) => this.grid.columns[column] ?? []);
    this.rows = isGrouped
      ? this.groupedRows(order.rows, noRegion)
      : [...order.rows].map((row) => this.shownRow(row));
  }

  recordAt(row: number, column: number): number {
    const [shown, place] = [this.rows[row]?.row ?? heading, this.places[column]];
    if (shown === heading || place === undefined) return noRecord;
    return recordAt(this.grid, shown, place);
  }

  /** NaN where there is no value. */
  valueAt(row: number, column: number): number {
    const [shown, place] = [this.rows[row]?.row ?? heading, this.places[column]];
    if (shown === heading || place === undefined) return Number.NaN;
    return valueAt(this.placement, this.grid, shown, place);
  }

  isStale(row: number, column: number): boolean {
    const [shown, place] = [this.rows[row]?.row ?? heading, this.places[column]];
    if (shown === heading || place === undefined) return false;
    return isStale(this.placement, this.grid, shown, place);
  }

  /** The unweighted mean of what is shown in a row. */
  meanAt(row: number): number {
    return meanOfRow(this.valuesOf(row));
  }

  valuesOf(row: number): readonly number[] {
    return this.columns.map((_, column) => this.valueAt(row, column));
  }

  /** Of what is shown in a column. */
  statisticsAt(column: number): Statistics {
    const known = this.statistics.get(column);
    if (known !== undefined) return known;
    const made = statisticsOf(this.rows.map((_, row) => this.valueAt(row, column)));
    this.statistics.set(column, made);
    return made;
  }

  /** All values that are shown. */
  *values(): Generator<number> {
    for (let row = 0; row < this.rows.length; row++) yield* this.valuesOf(row);
  }

  private groupedRows(rows: Int32Array, noRegion: string): readonly ShownRow[] {
    const shown: ShownRow[] = [];
    let last: string | null | undefined;
    for (const row of rows) {
      const region = this.grid.rows[row]?.region ?? null;
      if (region !== last) shown.push({ row: heading, label: region ?? noRegion, code: "" });
      last = region;
      shown.push(this.shownRow(row));
    }
    return shown;
  }

  private shownRow(row: number): ShownRow {
    const { label = "", code = "" } = this.grid.rows[row] ?? {};
    return { row, label, code };
  }
}
