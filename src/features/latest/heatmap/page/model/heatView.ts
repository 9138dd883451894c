import {
  type GridColumn,
  gridOf,
  type GridRequest,
  isOldCell,
  noRecord,
  recordAt,
  cellValue,
} from "./grid";
import { type Changes, flipOf } from "./scoreChanges";
import { type Grid } from "./grid";
import { type Order, orderOf, type OrderRequest } from "./order";
import { type Placement } from "./placement";
import { meanOfRow, type ColumnStatistics, columnStatistics } from "./columnStatistics";

/** A shown row: a variant, or the heading of a region. */
export interface ShownRow {
  /** The row of the grid; {@link heading} for a heading. */
  readonly row: number;
  readonly label: string;
  /** As the service writes it. */
  readonly code: string;
}

export const heading = -1;

/** Which values the heat map shows, and how. */
export interface HeatRequest extends GridRequest, Omit<OrderRequest, "asideOf"> {
  /** The changes to show; undefined to show the values themselves. */
  readonly changes?: Changes | undefined;
  /** Whether only rows and columns with a sign flip are shown, rows by region. */
  readonly hasOnlyFlips?: boolean;
}

interface CandidateRecords {
  readonly shown: ReadonlyMap<number, number>;
  readonly elsewhere: ReadonlyMap<number, number>;
}

/** The shown rows and columns, and the content of their cells. Indices count from the first shown row and column. */
export class HeatView {
  readonly grid: Grid;
  readonly rows: readonly ShownRow[];
  readonly columns: readonly GridColumn[];
  /** Whether rows can be grouped, because one of them has a region. */
  readonly hasRegions: boolean;
  readonly changes: Changes | undefined;
  /** Whether only rows and columns with a sign flip are shown. */
  readonly hasOnlyFlips: boolean;
  /** The shown numbers: the values or their changes. */
  readonly placement: Placement;
  private readonly places: Int32Array;
  /** The rows and columns that pass the filter, with or without a flip. */
  private readonly candidates: Order;
  private records: CandidateRecords | undefined;
  private readonly statistics = new Map<number, ColumnStatistics>();

  /**
   * @param noRegion - The heading of the rows without a region.
   * @param grid - The grid of the same request, if there is one: only the order is made anew.
   */
  constructor(values: Placement, request: HeatRequest, noRegion: string, grid?: Grid) {
    const { changes } = request;
    this.changes = changes;
    this.hasOnlyFlips = changes !== undefined && request.hasOnlyFlips === true;
    this.placement = changes?.placement ?? values;
    this.grid = grid ?? gridOf(values, request);
    this.hasRegions = this.grid.rows.some(({ region }) => region !== null);
    const isGrouped = (request.isGrouped || this.hasOnlyFlips) && this.hasRegions;
    const flips = (row: number, columns: Iterable<number>): number =>
      this.gridFlips(row, columns).length;
    const asideOf = this.hasOnlyFlips ? flips : undefined;
    const order = orderOf(this.placement, this.grid, { ...request, isGrouped, asideOf });
    this.candidates = order;
    const { rows, columns } = this.hasOnlyFlips ? this.withFlips(order) : order;
    this.places = columns;
    this.columns = [...columns].flatMap((column) => this.grid.columns[column] ?? []);
    this.rows = isGrouped
      ? this.groupedRows(rows, noRegion)
      : [...rows].map((row) => this.shownRow(row));
  }

  /** The values, even while their changes are shown. */
  get valuePlacement(): Placement {
    return this.changes?.values ?? this.placement;
  }

  /** How many rows pass the filter, including hidden ones without a flip. */
  get candidateCount(): number {
    return this.candidates.rows.length;
  }

  /** How many of them are in the same region as a row of the grid. */
  candidatesLike(row: number): number {
    const regionOf = (each: number): string | null => this.grid.rows[each]?.region ?? null;
    return this.candidates.rows.filter((each) => regionOf(each) === regionOf(row)).length;
  }

  /** The records of all rows and columns that pass the filter, with the version of each. */
  candidateRecords(): ReadonlyMap<number, number> {
    return this.readCandidates().shown;
  }

  /** The records of the same rows and columns at other values of further tags, such as other sectors. */
  elsewhereRecords(): ReadonlyMap<number, number> {
    return this.readCandidates().elsewhere;
  }

  /** The tag kinds of those other values, by their stems. */
  elsewhereKinds(): readonly string[] {
    const { columns, elsewhere } = this.grid;
    const held = [...this.candidates.columns].flatMap((column) =>
      elsewhere[column]?.size === 0 ? [] : (columns[column]?.heldKinds ?? []),
    );
    return [...new Set(held)];
  }

  /** How many scores of those records changed sign. */
  flipsElsewhere(): number {
    const { changes, grid, candidates } = this;
    if (changes === undefined) return 0;
    let count = 0;
    for (const column of candidates.columns) {
      const score = grid.columns[column]?.score;
      for (const row of candidates.rows) {
        for (const record of grid.elsewhere[column]?.get(row) ?? []) {
          if (score !== undefined && flipOf(changes, record, score) !== 0) count += 1;
        }
      }
    }
    return count;
  }

  private readCandidates(): CandidateRecords {
    if (this.records !== undefined) return this.records;
    const shown = new Map<number, number>();
    const elsewhere = new Map<number, number>();
    const { rows, columns } = this.candidates;
    for (const row of rows) {
      for (const column of columns) {
        const record = recordAt(this.grid, row, column);
        const version = this.grid.columns[column]?.signal.version ?? 0;
        if (record !== noRecord) shown.set(record, version);
        for (const other of this.grid.elsewhere[column]?.get(row) ?? []) {
          elsewhere.set(other, version);
        }
      }
    }
    this.records = { shown, elsewhere };
    return this.records;
  }

  private withFlips({ rows, columns }: Order): Order {
    const hasFlip = (row: number, column: number): boolean =>
      this.gridFlips(row, [column]).length > 0;
    const flipped = rows.filter((row) => columns.some((column) => hasFlip(row, column)));
    return {
      rows: flipped,
      columns: columns.filter((column) => flipped.some((row) => hasFlip(row, column))),
    };
  }

  /** 1 if a score turned positive, -1 if it turned negative, else 0. */
  flipAt(row: number, column: number): -1 | 0 | 1 {
    const shown = this.columns[column];
    const record = this.recordAt(row, column);
    if (this.changes === undefined || shown === undefined || record === noRecord) return 0;
    return flipOf(this.changes, record, shown.score);
  }

  flipsOf(row: number): readonly (-1 | 1)[] {
    return this.gridFlips(this.rows[row]?.row ?? heading, this.places);
  }

  recordAt(row: number, column: number): number {
    const [shown, place] = [this.rows[row]?.row ?? heading, this.places[column]];
    if (shown === heading || place === undefined) return noRecord;
    return recordAt(this.grid, shown, place);
  }

  /** NaN when there is no value. */
  valueAt(row: number, column: number): number {
    const [shown, place] = [this.rows[row]?.row ?? heading, this.places[column]];
    if (shown === heading || place === undefined) return Number.NaN;
    return cellValue(this.placement, this.grid, shown, place);
  }

  isStale(row: number, column: number): boolean {
    const [shown, place] = [this.rows[row]?.row ?? heading, this.places[column]];
    if (shown === heading || place === undefined) return false;
    return isOldCell(this.placement, this.grid, shown, place);
  }

  /** The unweighted mean of the shown numbers in a row. */
  meanAt(row: number): number {
    return meanOfRow(this.valuesOf(row));
  }

  valuesOf(row: number): readonly number[] {
    return this.columns.map((_, column) => this.valueAt(row, column));
  }

  /** The statistics of the shown numbers in a column. */
  statisticsAt(column: number): ColumnStatistics {
    const known = this.statistics.get(column);
    if (known !== undefined) return known;
    const made = columnStatistics(this.rows.map((_, row) => this.valueAt(row, column)));
    this.statistics.set(column, made);
    return made;
  }

  *values(): Generator<number> {
    for (let row = 0; row < this.rows.length; row++) yield* this.valuesOf(row);
  }

  /** @param row - A row of the grid; `columns` are also those of the grid. */
  private gridFlips(row: number, columns: Iterable<number>): readonly (-1 | 1)[] {
    const { changes, grid } = this;
    if (changes === undefined || row === heading) return [];
    return [...columns].flatMap((column) => {
      const record = recordAt(grid, row, column);
      const score = grid.columns[column]?.score;
      const flip = record === noRecord || score === undefined ? 0 : flipOf(changes, record, score);
      return flip === 0 ? [] : [flip];
    });
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
