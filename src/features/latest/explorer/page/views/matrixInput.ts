import { type GridExtent, headRow, placeAfter } from "../../../../../ui/table/gridMoves";
import { type GridView } from "../../../../../ui/table/gridView";
import { type CellPlace } from "../../../../../ui/table/selection";

export interface MatrixInputOptions {
  readonly grid: GridView;
  readonly size: () => GridExtent;
  readonly isHeading: (row: number) => boolean;
  /** @param isAdding - Whether to compare it with the chosen one. */
  readonly onChoose: (cell: CellPlace, isAdding: boolean) => void;
  /** Whether a comparison still lacks its second forecast: keys then move without choosing each cell on the way. */
  readonly isWaiting: () => boolean;
  readonly onMove: () => void;
  readonly onOpen: (cell: CellPlace, isBeside: boolean) => void;
  readonly onMenu: (cell: CellPlace) => void;
  readonly onCopy: () => void;
  /** False when Escape has no effect. */
  readonly onEscape: () => boolean;
}

/** The row of the active cell while the chosen forecast has no cell: its market or column is not shown. */
export const noRow = -2;

/** Pointer and keyboard input of the matrix: moving chooses the cell, unless a second one is still to be chosen. */
export class MatrixInput {
  active: CellPlace = { row: 0, column: 0 };

  constructor(private readonly options: MatrixInputOptions) {
    const { table } = options.grid;
    table.addEventListener("pointerdown", (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== undefined && event.button === 0) this.choose(cell, isFar(event));
    });
    table.addEventListener("dblclick", (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== undefined) options.onOpen(cell, false);
    });
    table.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const cell = this.cellOf(event.target);
      if (cell === undefined) return;
      this.choose(cell, false);
      options.onMenu(cell);
    });
    table.addEventListener("keydown", (event) => {
      if (this.move(event) || this.act(event)) event.preventDefault();
    });
    document.addEventListener("copy", (event) => {
      if (document.activeElement !== table) return;
      event.preventDefault();
      options.onCopy();
    });
  }

  private choose(cell: CellPlace, isAdding: boolean): void {
    this.active = cell;
    this.options.onChoose(cell, isAdding);
    this.options.grid.reveal(cell);
  }

  private goTo(cell: CellPlace): void {
    if (!this.options.isWaiting()) {
      this.choose(cell, false);
      return;
    }
    this.active = cell;
    this.options.grid.reveal(cell);
    this.options.onMove();
  }

  /** The cell of an event; for a row's name, the one in the last column used. */
  private cellOf(target: EventTarget | null): CellPlace | undefined {
    const place = this.options.grid.placeOf(target);
    if (place === undefined || place.row < 0 || this.options.isHeading(place.row)) return undefined;
    const { columns } = this.options.size();
    if (place.column >= columns) return undefined;
    const column = place.column < 0 ? Math.max(0, this.active.column) : place.column;
    return { row: place.row, column };
  }

  private move(event: KeyboardEvent): boolean {
    const { size, isHeading, grid } = this.options;
    const { rows, columns } = size();
    const from = { ...this.active, row: Math.max(headRow, this.active.row) };
    const to = placeAfter(from, event, { rows, columns, page: grid.page });
    if (to === undefined || event.altKey) return false;
    const step = to.row < from.row ? -1 : 1;
    let row = Math.max(0, to.row);
    while (row > headRow && row < rows && isHeading(row)) row += step;
    if (row <= headRow || row >= rows) row = from.row;
    if (row <= headRow) return true;
    this.goTo({ row, column: Math.max(0, to.column) });
    return true;
  }

  private act(event: KeyboardEvent): boolean {
    const { options, active } = this;
    const isMenu = event.key === "ContextMenu" || (event.shiftKey && event.key === "F10");
    if (isMenu) options.onMenu(active);
    else if (event.key === " ") options.onChoose(active, isFar(event));
    else if (event.key === "Enter" && options.isWaiting()) options.onChoose(active, false);
    else if (event.key === "Enter") options.onOpen(active, isFar(event));
    else return event.key === "Escape" && options.onEscape();
    return true;
  }
}

function isFar({ ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}
