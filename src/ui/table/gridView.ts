import { element, setAttributes, setText } from "../element";
import { headRow, nameColumn } from "./gridMoves";
import { type CellPlace, isSelected, type Selection } from "./selection";

const footRowPx = 18;

/** The header of a column, or of the names. */
export interface GridHead {
  readonly title: string;
  readonly tooltip: string;
  /** Null when the rows are not sorted by this column. */
  readonly sort: "ascending" | "descending" | null;
  /** A second line; clickable choices are marked. */
  readonly below: { readonly text: string; readonly isChoice: boolean } | null;
}

/** A row, or a heading above rows. */
export interface GridRow {
  readonly label: string;
  readonly code: string;
  readonly isHeading: boolean;
}

export interface GridCell {
  readonly text: string;
  /** Class names: a sign or `none`, and other marks. */
  readonly class: string;
  /** The strength of its colour, from 0 to 1. */
  readonly strength: number;
  /** The label for screen readers; null when the text is enough. */
  readonly label: string | null;
  /** A letter in the corner; null for none. */
  readonly mark: string | null;
}

/** A cell without a value. */
export const emptyCell: GridCell = {
  text: "",
  class: "none",
  strength: 0,
  label: null,
  mark: null,
};

/** The footer: a number for each column. */
export interface GridTotal {
  readonly name: string;
  readonly textAt: (column: number) => string;
}

/** Sizes of rows and columns in pixels. */
export interface GridSizes {
  readonly row: number;
  /** The width of the names in a grid of that width. */
  readonly names: (width: number) => number;
  readonly column: { readonly least: number; readonly most: number };
  readonly aside: number;
}

/** The content of a grid. Another object is other content: header and footer are then rebuilt. */
export interface GridContent {
  readonly label: string;
  readonly rows: readonly GridRow[];
  readonly corner: GridHead;
  /** The scrolling columns. */
  readonly columns: readonly GridHead[];
  /** Fixed columns at the right; their indices continue those of the scrolling columns. */
  readonly asides: readonly GridHead[];
  readonly totals: readonly GridTotal[];
  readonly sizes: GridSizes;
  cellAt(place: CellPlace): GridCell;
}

export interface ShownGrid {
  readonly content: GridContent;
  readonly selection: Selection;
  readonly active: CellPlace;
  /** Places whose headers are highlighted. */
  readonly lit: readonly CellPlace[];
}

interface Row {
  readonly root: HTMLTableRowElement;
  readonly name: HTMLElement;
  readonly cells: HTMLElement[];
}

/**
 * A virtual table: only the visible rows and columns exist. The table itself stays fixed and its content scrolls by
 * whole rows and columns, so headers and totals need no positioning.
 */
export class GridView {
  readonly root = element("div", { class: "scroll" });
  readonly table = element("table", { role: "grid", tabindex: 0, class: "heat" });
  private readonly size = element("div", { class: "size" });
  private readonly frame = element("div", { class: "window" });
  private readonly head = element("tr", { "aria-rowindex": 1 });
  private readonly body = element("tbody");
  private readonly foot = element("tfoot");
  private readonly pool: Row[] = [];
  private shown: ShownGrid | undefined;
  private firstRow = 0;
  private firstColumn = 0;
  private seenRows = 0;
  private seenColumns = 0;
  private frameRequest = 0;
  private edges: readonly unknown[] = [];
  private filled = { width: 0, height: 0 };

  constructor() {
    this.table.append(element("thead", {}, this.head), this.body, this.foot);
    this.frame.append(this.table);
    this.size.append(this.frame);
    this.root.append(this.size);
    this.root.addEventListener("scroll", () => this.fillSoon(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(this.root);
  }

  get page(): number {
    return Math.max(1, this.seenRows);
  }

  show(shown: ShownGrid): void {
    this.shown = shown;
    this.fill();
  }

  /** The place of an event's target; undefined outside cells and headers. */
  placeOf(target: EventTarget | null): CellPlace | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    if (cell === null || !this.table.contains(cell)) return undefined;
    return { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
  }

  /** The element of a visible place. */
  elementOf({ row, column }: CellPlace): HTMLElement | null {
    return this.table.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  }

  /** Scrolls only as far as needed. */
  reveal({ row, column }: CellPlace): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { columns, sizes } = shown.content;
    const { widths } = this.measure(shown.content);
    const [top, left] = [this.firstRow, this.firstColumn];
    if (row >= 0 && row < top) this.root.scrollTop = row * sizes.row;
    if (row >= top + this.seenRows) this.root.scrollTop = (row - this.seenRows + 1) * sizes.row;
    if (column >= 0 && column < left) this.root.scrollLeft = column * widths;
    if (column >= left + this.seenColumns && column < columns.length) {
      this.root.scrollLeft = (column - this.seenColumns + 1) * widths;
    }
  }

  /** Does nothing if the size is the filled one: the observer also calls back when it starts, before the first paint. */
  private resized(): void {
    const { clientWidth, clientHeight } = this.root;
    if (clientWidth !== this.filled.width || clientHeight !== this.filled.height) this.fill();
  }

  private fillSoon(): void {
    if (this.frameRequest !== 0) return;
    this.frameRequest = requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.fill();
    });
  }

  private measure({ sizes, columns, asides }: GridContent): {
    readonly names: number;
    readonly widths: number;
  } {
    const width = this.root.clientWidth;
    const names = sizes.names(width);
    const rest = width - names - asides.length * sizes.aside - 1;
    const count = Math.max(1, columns.length);
    const isAll = Math.floor(rest / count) >= sizes.column.least;
    this.seenColumns = isAll ? count : Math.max(1, Math.floor(rest / sizes.column.least));
    const widths = Math.min(sizes.column.most, Math.floor(rest / this.seenColumns));
    return { names, widths };
  }

  private fill(): void {
    const { shown, root } = this;
    if (shown === undefined || root.clientHeight === 0) return;
    // All sizes are read before anything is written: reading after a write would force another layout.
    const { clientWidth: width, clientHeight: height, scrollTop, scrollLeft } = root;
    this.filled = { width, height };
    const { content, active } = shown;
    const { rows, columns, asides, totals, sizes } = content;
    const { names, widths } = this.measure(content);
    this.firstColumn = Math.max(0, Math.min(this.firstColumn, columns.length - 1));
    this.fillEdges(shown, names, widths);
    const edges = this.head.offsetHeight + this.foot.offsetHeight + 2;
    const room = Math.floor((height - edges) / sizes.row);
    this.seenRows = Math.min(rows.length, Math.max(1, room));
    const rowsLeft = rows.length - this.seenRows;
    const columnsLeft = Math.max(0, columns.length - this.seenColumns);
    this.frame.style.height = `${height}px`;
    this.frame.style.width = `${width}px`;
    this.size.style.height = `${height + rowsLeft * sizes.row}px`;
    this.size.style.width = `${width + columnsLeft * widths}px`;
    this.firstRow = Math.min(rowsLeft, Math.round(scrollTop / sizes.row));
    this.firstColumn = Math.min(columnsLeft, Math.round(scrollLeft / widths));
    this.fillEdges(shown, names, widths);
    this.fillBody(shown);
    // A shadow where columns go on to the right.
    this.frame.classList.toggle("more", this.firstColumn < columnsLeft);
    this.frame.style.setProperty("--columns-end", `${names + this.seenColumns * widths}px`);
    setAttributes(this.table, {
      "aria-label": content.label,
      "aria-rowcount": rows.length + totals.length + 1,
      "aria-colcount": columns.length + asides.length + 1,
      "aria-activedescendant": this.elementOf(active)?.id ?? false,
    });
  }

  /** Rebuilds header and footer only when they have changed: rows scroll between them. */
  private fillEdges(shown: ShownGrid, names: number, widths: number): void {
    const { content, active, lit } = shown;
    const place = active.row === headRow ? active.column : null;
    const columns = lit.map(({ column }) => column).join();
    const next = [content, place, columns, this.firstColumn, this.seenColumns, names, widths];
    if (next.every((each, at) => each === this.edges[at])) return;
    this.edges = next;
    this.fillHead(shown, names, widths);
    this.fillFoot(content);
  }

  private columnsInSight({ columns, asides }: GridContent): readonly number[] {
    const own = Array.from({ length: this.seenColumns }, (_, at) => this.firstColumn + at);
    const shown = own.filter((column) => column < columns.length);
    return [...shown, ...asides.map((_, at) => columns.length + at)];
  }

  private fillHead({ content, active, lit }: ShownGrid, names: number, widths: number): void {
    const { columns, asides, corner, sizes } = content;
    const cells = this.columnsInSight(content).flatMap((place) => {
      const isAside = place >= columns.length;
      const head = isAside ? asides[place - columns.length] : columns[place];
      if (head === undefined) return [];
      const made = headCell(head, place);
      made.style.width = `${isAside ? sizes.aside : widths}px`;
      if (isAside) made.classList.add("aside");
      if (lit.some(({ column }) => column === place)) made.classList.add("lit");
      return [made];
    });
    const name = headCell(corner, nameColumn);
    name.classList.add("name");
    name.style.width = `${names}px`;
    this.head.replaceChildren(name, ...cells);
    const width = names + cells.reduce((sum, { style }) => sum + parseInt(style.width, 10), 0);
    this.table.style.width = `${width}px`;
    this.table.style.setProperty("--row", `${sizes.row}px`);
    if (active.row === headRow) this.elementOf(active)?.classList.add("active");
  }

  private fillFoot(content: GridContent): void {
    const rows = content.totals.map(({ name, textAt }, at) =>
      element(
        "tr",
        { "aria-rowindex": content.rows.length + 2 + at },
        element("th", { class: "name", role: "rowheader", scope: "row", text: name }),
        ...this.columnsInSight(content).map((column) =>
          element("td", {
            role: "gridcell",
            class: column >= content.columns.length && "aside",
            "aria-colindex": column + 2,
            text: textAt(column),
          }),
        ),
      ),
    );
    this.foot.hidden = content.rows.length === 0;
    this.foot.replaceChildren(...rows);
    this.foot.style.setProperty("--foot", `${footRowPx}px`);
  }

  private fillBody(shown: ShownGrid): void {
    const columns = this.columnsInSight(shown.content);
    while (this.pool.length < this.seenRows) this.pool.push(newRow());
    const rows = this.pool.slice(0, this.seenRows);
    for (const [at, row] of rows.entries()) fillRow(row, this.firstRow + at, columns, shown);
    if (this.body.childElementCount !== rows.length) {
      this.body.replaceChildren(...rows.map(({ root }) => root));
    }
  }
}

function headCell({ title, tooltip, sort, below }: GridHead, column: number): HTMLElement {
  const arrow = sort === null ? "" : sort === "descending" ? " ▼" : " ▲";
  const made = element(
    "th",
    {
      id: `cell${headRow}_${column}`,
      role: "columnheader",
      scope: "col",
      "data-row": headRow,
      "data-column": column,
      "aria-colindex": column + 2,
      "aria-sort": sort ?? false,
      title: tooltip === "" ? false : tooltip,
    },
    element("span", { class: "title", text: title }),
    element("span", { class: "arrow", text: arrow, "aria-hidden": "true" }),
  );
  if (below !== null) {
    made.append(element("span", { class: below.isChoice ? "held" : "only", text: below.text }));
  }
  return made;
}

function fillRow(row: Row, at: number, columns: readonly number[], shown: ShownGrid): void {
  const { content, active, lit } = shown;
  const { label = "", code = "", isHeading = true } = content.rows[at] ?? {};
  const isLit = lit.some((each) => each.row === at);
  setAttributes(row.root, {
    "aria-rowindex": at + 2,
    class: `${isHeading ? "group" : "variant"}${isLit ? " lit" : ""}`,
  });
  const isActive = active.row === at && active.column === nameColumn;
  setAttributes(row.name, {
    id: `cell${at}_${nameColumn}`,
    "data-row": at,
    class: `name${isLit ? " lit" : ""}${isActive ? " active" : ""}`,
    title: code === "" || code === label ? label : `${label} ${code}`,
  });
  const [name, aside] = row.name.children;
  if (name !== undefined) setText(name, label);
  if (aside !== undefined) setText(aside, code === label ? "" : code);
  while (row.cells.length < columns.length) row.cells.push(element("td", { role: "gridcell" }));
  const cells = row.cells.slice(0, columns.length);
  for (const [index, cell] of cells.entries()) {
    fillCell(cell, { row: at, column: columns[index] ?? 0 }, shown);
  }
  if (row.root.childElementCount !== cells.length + 1) row.root.replaceChildren(row.name, ...cells);
}

function fillCell(target: HTMLElement, place: CellPlace, shown: ShownGrid): void {
  const { content, active, selection } = shown;
  const cell = content.cellAt(place);
  setAttributes(target, {
    id: `cell${place.row}_${place.column}`,
    "data-row": place.row,
    "data-column": place.column,
    "data-mark": cell.mark ?? false,
    "aria-colindex": place.column + 2,
    text: cell.text,
    class: classesOf(cell.class, place, active, selection),
    "aria-selected": `${isSelected(selection, place)}`,
    "aria-label": cell.label ?? false,
  });
  target.style.setProperty("--t", (cell.strength * 100).toFixed(0));
}

function classesOf(own: string, place: CellPlace, active: CellPlace, selection: Selection): string {
  const isActive = active.row === place.row && active.column === place.column;
  return `${own}${chosenClasses(selection, place)}${isActive ? " active" : ""}`;
}

function chosenClasses(selection: Selection, place: CellPlace): string {
  if (!isSelected(selection, place)) return "";
  const { row, column } = place;
  const beside: readonly (readonly [string, CellPlace])[] = [
    ["top", { row: row - 1, column }],
    ["bottom", { row: row + 1, column }],
    ["left", { row, column: column - 1 }],
    ["right", { row, column: column + 1 }],
  ];
  const edges = beside.filter(([, each]) => !isSelected(selection, each));
  return [" chosen", ...edges.map(([name]) => name)].join(" ");
}

function newRow(): Row {
  const name = element(
    "th",
    { role: "rowheader", scope: "row", "data-column": nameColumn, "aria-colindex": 1 },
    element("span", { class: "label" }),
    " ",
    element("span", { class: "code" }),
  );
  return { root: element("tr"), name, cells: [] };
}
