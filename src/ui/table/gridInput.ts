import { type GridExtent, headRow, nameColumn, placeAfter } from "./gridMoves";
import { type GridView } from "./gridView";
import { type CellPlace, extend, selectOnly, type Selection, toggle } from "./selection";

/** The active cell and the selection. */
export interface GridFocus {
  readonly active: CellPlace;
  readonly selection: Selection;
}

const firstFocus: GridFocus = { active: { row: 0, column: 0 }, selection: [] };

/** The grid, and callbacks for its input. */
export interface GridInputOptions {
  readonly grid: GridView;
  /** Includes fixed columns. */
  readonly size: () => GridExtent;
  readonly onFocus: (focus: GridFocus) => void;
  readonly onSort: (column: number) => void;
  /** Opens the menu of the choices in a header; absent if no header has any. */
  readonly onHeld?: (column: number) => void;
  readonly onOpen: (cell: CellPlace, isBeside: boolean) => void;
  readonly onMenu: (cell: CellPlace) => void;
  readonly onCopy: () => void;
}

/** Pointer and keyboard input of the grid. */
export class GridInput {
  focus: GridFocus = firstFocus;

  constructor(private readonly options: GridInputOptions) {
    const { table } = options.grid;
    table.addEventListener("pointerdown", (event) => this.onPress(event));
    // On pointerup the table has the focus, which then moves into the menu.
    table.addEventListener("pointerup", (event) => {
      const place = options.grid.placeOf(event.target);
      if (place !== undefined && isHeld(event)) options.onHeld?.(place.column);
    });
    table.addEventListener("pointermove", (event) => this.onDrag(event));
    table.addEventListener("dblclick", (event) => this.onDoubleClick(event));
    table.addEventListener("keydown", (event) => this.onKey(event));
    table.addEventListener("contextmenu", (event) => this.onContextMenu(event));
    document.addEventListener("copy", (event) => {
      if (document.activeElement !== table) return;
      event.preventDefault();
      options.onCopy();
    });
  }

  /** Clears the selection, because its cells have moved. */
  reset({ rows, columns }: GridExtent): void {
    const { row, column } = this.focus.active;
    const active = { row: Math.min(row, rows - 1), column: Math.min(column, columns - 1) };
    this.focus = { active, selection: [] };
  }

  private set(active: CellPlace, selection: Selection): void {
    this.focus = { active, selection };
    this.options.onFocus(this.focus);
  }

  private onPress(event: PointerEvent): void {
    const place = this.options.grid.placeOf(event.target);
    if (place === undefined || event.button !== 0) return;
    if (place.row === headRow) {
      this.set(place, []);
      if (!isHeld(event)) this.options.onSort(place.column);
      return;
    }
    const { selection } = this.focus;
    if (place.column === nameColumn) this.set(place, this.wholeRow(place.row));
    else if (event.shiftKey) this.set(place, extend(selection, place));
    else if (event.ctrlKey || event.metaKey) this.set(place, toggle(selection, place));
    else this.set(place, selectOnly(place));
  }

  private onDrag(event: PointerEvent): void {
    const place = this.options.grid.placeOf(event.target);
    const { active, selection } = this.focus;
    const isDragging = (event.buttons & 1) === 1 && selection.length > 0;
    if (!isDragging || place === undefined || place.row < 0 || place.column < 0) return;
    if (place.row === active.row && place.column === active.column) return;
    this.set(place, extend(selection, place));
  }

  private onDoubleClick(event: MouseEvent): void {
    const place = this.options.grid.placeOf(event.target);
    if (place !== undefined && place.row >= 0) this.options.onOpen(place, false);
  }

  private onContextMenu(event: MouseEvent): void {
    event.preventDefault();
    const { grid, onMenu } = this.options;
    const place = grid.placeOf(event.target);
    if (place === undefined || place.row < 0 || place.column < 0) return;
    const isKept = this.focus.selection.length > 0 && this.isChosen(place);
    this.set(place, isKept ? this.focus.selection : selectOnly(place));
    onMenu(place);
  }

  private isChosen(place: CellPlace): boolean {
    return this.options.grid.elementOf(place)?.classList.contains("chosen") === true;
  }

  private onKey(event: KeyboardEvent): void {
    const { options, focus } = this;
    const { rows, columns } = options.size();
    const next = placeAfter(focus.active, event, { rows, columns, page: options.grid.page });
    if (next !== undefined && !event.altKey) {
      event.preventDefault();
      this.move(next, event.shiftKey);
      return;
    }
    if (this.act(event)) event.preventDefault();
  }

  private move(next: CellPlace, isExtending: boolean): void {
    const isCell = next.row >= 0 && next.column >= 0;
    const { active, selection } = this.focus;
    if (!isCell) this.set(next, []);
    else if (isExtending) {
      this.set(next, extend(selection.length === 0 ? selectOnly(active) : selection, next));
    } else this.set(next, selectOnly(next));
    this.options.grid.reveal(next);
  }

  /** False for keys without an effect. */
  private act(event: KeyboardEvent): boolean {
    if (this.focus.active.row === headRow && this.actOnHead(event)) return true;
    return this.actOnCells(event);
  }

  private actOnHead({ key, altKey }: KeyboardEvent): boolean {
    const { column } = this.focus.active;
    if (altKey && key === "ArrowDown") this.options.onHeld?.(column);
    else if (key === "Enter" || key === " ") this.options.onSort(column);
    else return false;
    return true;
  }

  private actOnCells(event: KeyboardEvent): boolean {
    const { active, selection } = this.focus;
    const isFar = event.ctrlKey || event.metaKey;
    switch (keyName(event)) {
      case "Enter":
        this.options.onOpen(active, isFar);
        return true;
      case "ContextMenu":
        if (active.row >= 0 && active.column >= 0) this.options.onMenu(active);
        return true;
      case "Escape":
        if (selection.length > 0) this.set(active, []);
        return selection.length > 0;
      case "a":
        if (isFar) this.selectAll();
        return isFar;
      case " ":
        if (isFar) this.set(active, toggle(selection, active));
        return isFar;
      default:
        return false;
    }
  }

  private selectAll(): void {
    const { rows, columns } = this.options.size();
    const to = { row: rows - 1, column: columns - 1 };
    this.set(this.focus.active, [{ from: { row: 0, column: 0 }, to }]);
  }

  private wholeRow(row: number): Selection {
    const { columns } = this.options.size();
    return [{ from: { row, column: 0 }, to: { row, column: columns - 1 } }];
  }
}

/** Whether an event is on a choice in a header. */
function isHeld({ target, button }: PointerEvent): boolean {
  return button === 0 && target instanceof Element && target.classList.contains("held");
}

/** Shift+F10 counts as the menu key; letters are lower case. */
function keyName({ key, shiftKey }: KeyboardEvent): string {
  if (shiftKey && key === "F10") return "ContextMenu";
  return key.length === 1 ? key.toLowerCase() : key;
}
