import { t } from "../../l10n";
import { element, setAttributes, setText } from "../../kit/element";
import { heading, type HeatView } from "../model/heatView";
import { byMean, byName, type Sorting } from "../model/order";
import { type CellPlace, isSelected, type Selection } from "../model/selection";
import { type Statistics, strengthOf } from "../model/statistics";
import { headRow, nameColumn } from "./gridMoves";
import { columnTitle, valueText } from "./words";

const rowPx = 21;
const footRowPx = 18;
const namePx = { wide: 184, narrow: 120 };
const meanPx = 56;
const columnPx = { least: 62, most: 104 };

/** What the grid shows. */
export interface ShownGrid {
  readonly view: HeatView;
  readonly label: string;
  readonly rowKind: string;
  readonly sorting: Sorting;
  readonly hasMean: boolean;
  readonly limit: number;
  readonly selection: Selection;
  readonly active: CellPlace;
  /** What a cell says to those who do not see it. */
  readonly cellLabel: (cell: CellPlace) => string;
}

interface Row {
  readonly root: HTMLTableRowElement;
  readonly name: HTMLElement;
  readonly cells: HTMLElement[];
  readonly mean: HTMLElement;
}

/**
 * The values as a table of which only the rows and columns in sight exist. It stands still while what is around it scrolls, by
 * whole rows and columns, so that headers and totals need no place of their own.
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
  /** What head and foot were made of. */
  private edges: readonly unknown[] = [];

  constructor() {
    this.table.append(element("thead", {}, this.head), this.body, this.foot);
    this.frame.append(this.table);
    this.size.append(this.frame);
    this.root.append(this.size);
    this.root.addEventListener("scroll", () => this.fillSoon(), { passive: true });
    new ResizeObserver(() => this.fill()).observe(this.root);
  }

  /** How many rows are in sight. */
  get page(): number {
    return Math.max(1, this.seenRows);
  }

  show(shown: ShownGrid): void {
    this.shown = shown;
    this.fill();
  }

  /** The place of what an event happened on; undefined for anything but a cell or a header. */
  placeOf(target: EventTarget | null): CellPlace | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    if (cell === null) return undefined;
    return { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
  }

  /** The element of a place in sight. */
  elementOf({ row, column }: CellPlace): HTMLElement | null {
    return this.table.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  }

  /** Scrolls as far as it takes. */
  reveal({ row, column }: CellPlace): void {
    const { widths } = this.measure();
    const [top, left] = [this.firstRow, this.firstColumn];
    if (row >= 0 && row < top) this.root.scrollTop = row * rowPx;
    if (row >= top + this.seenRows) this.root.scrollTop = (row - this.seenRows + 1) * rowPx;
    if (column >= 0 && column < left) this.root.scrollLeft = column * widths;
    if (column >= left + this.seenColumns && column < (this.shown?.view.columns.length ?? 0)) {
      this.root.scrollLeft = (column - this.seenColumns + 1) * widths;
    }
  }

  private fillSoon(): void {
    if (this.frameRequest !== 0) return;
    this.frameRequest = requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.fill();
    });
  }

  private measure(): { readonly names: number; readonly widths: number } {
    const { shown } = this;
    const width = this.root.clientWidth;
    const names = width < 520 ? namePx.narrow : namePx.wide;
    const rest = width - names - (shown?.hasMean === true ? meanPx : 0) - 1;
    const columns = Math.max(1, shown?.view.columns.length ?? 1);
    const even = Math.floor(rest / columns);
    const isAll = even >= columnPx.least;
    this.seenColumns = isAll ? columns : Math.max(1, Math.floor(rest / columnPx.least));
    const widths = Math.min(columnPx.most, Math.floor(rest / this.seenColumns));
    return { names, widths };
  }

  private fill(): void {
    const { shown, root } = this;
    if (shown === undefined || root.clientHeight === 0) return;
    const { view } = shown;
    const { names, widths } = this.measure();
    this.firstColumn = Math.max(0, Math.min(this.firstColumn, view.columns.length - 1));
    this.fillEdges(shown, names, widths);
    const edges = this.head.offsetHeight + this.foot.offsetHeight + 2;
    const room = Math.floor((root.clientHeight - edges) / rowPx);
    this.seenRows = Math.min(view.rows.length, Math.max(1, room));
    const [rowsLeft, columnsLeft] = [
      view.rows.length - this.seenRows,
      view.columns.length - this.seenColumns,
    ];
    this.frame.style.height = `${root.clientHeight}px`;
    this.frame.style.width = `${root.clientWidth}px`;
    this.size.style.height = `${root.clientHeight + rowsLeft * rowPx}px`;
    this.size.style.width = `${root.clientWidth + Math.max(0, columnsLeft) * widths}px`;
    this.firstRow = Math.min(rowsLeft, Math.round(root.scrollTop / rowPx));
    const first = Math.min(columnsLeft, Math.round(root.scrollLeft / widths));
    this.firstColumn = Math.max(0, first);
    this.fillEdges(shown, names, widths);
    this.fillBody(shown);
    setAttributes(this.table, {
      "aria-label": shown.label,
      "aria-rowcount": view.rows.length + 4,
      "aria-colcount": view.columns.length + (shown.hasMean ? 2 : 1),
      "aria-activedescendant": this.elementOf(shown.active)?.id ?? false,
    });
  }

  /** What is above and below the rows, where it is not there already: rows move under it. */
  private fillEdges(shown: ShownGrid, names: number, widths: number): void {
    const { view, sorting, active, hasMean } = shown;
    const place = active.row === headRow ? active.column : null;
    const next = [view, sorting, hasMean, place, this.firstColumn, this.seenColumns, names, widths];
    if (next.every((each, at) => each === this.edges[at])) return;
    this.edges = next;
    this.fillHead(shown, names, widths);
    this.fillFoot(shown);
  }

  private columnsInSight({ view, hasMean }: ShownGrid): readonly number[] {
    const own = Array.from({ length: this.seenColumns }, (_, at) => this.firstColumn + at);
    const shown = own.filter((column) => column < view.columns.length);
    return hasMean ? [...shown, view.columns.length] : shown;
  }

  private fillHead(shown: ShownGrid, names: number, widths: number): void {
    const { view, rowKind, sorting, active } = shown;
    const cells = this.columnsInSight(shown).map((place) => {
      const column = view.columns[place];
      const title = column === undefined ? t("Mean") : columnTitle(column, view.columns);
      const key = column?.key ?? byMean;
      const made = this.headCell(title, place, key, sorting);
      made.style.width = `${column === undefined ? meanPx : widths}px`;
      const { held, signal } = column ?? {};
      if (signal !== undefined) made.title = `${signal.name} · ${signal.code} v${signal.version}`;
      if (held !== undefined && held !== null && column !== undefined) {
        const isChoice = column.choices.length > 1;
        made.append(element("span", { class: isChoice ? "held" : "only", text: held.label }));
      }
      if (column === undefined) made.classList.add("mean");
      return made;
    });
    const name = this.headCell(rowKind, nameColumn, byName, sorting);
    name.classList.add("name");
    name.style.width = `${names}px`;
    this.head.replaceChildren(name, ...cells);
    const width = names + cells.reduce((sum, { style }) => sum + parseInt(style.width, 10), 0);
    this.table.style.width = `${width}px`;
    if (active.row === headRow) this.elementOf(active)?.classList.add("active");
  }

  private headCell(
    title: string,
    column: number,
    key: string,
    { by, isDescending }: Sorting,
  ): HTMLElement {
    const sort = by !== key ? false : isDescending ? "descending" : "ascending";
    const arrow = sort === false ? "" : isDescending ? " ▼" : " ▲";
    return element(
      "th",
      {
        id: `cell${headRow}_${column}`,
        role: "columnheader",
        scope: "col",
        "data-row": headRow,
        "data-column": column,
        "aria-colindex": column + 2,
        "aria-sort": sort,
      },
      element("span", { class: "title", text: title }),
      element("span", { class: "arrow", text: arrow, "aria-hidden": "true" }),
    );
  }

  private fillFoot(shown: ShownGrid): void {
    const totals: readonly (readonly [string, (each: Statistics) => number])[] = [
      [t("Max"), ({ largest }) => largest],
      [t("Median"), ({ median }) => median],
      [t("Min"), ({ smallest }) => smallest],
    ];
    const { view } = shown;
    const rows = totals.map(([name, of], at) =>
      element(
        "tr",
        { "aria-rowindex": view.rows.length + 2 + at },
        element("th", { class: "name", role: "rowheader", scope: "row", text: name }),
        ...this.columnsInSight(shown).map((column) =>
          element("td", {
            role: "gridcell",
            "aria-colindex": column + 2,
            text: column < view.columns.length ? valueText(of(view.statisticsAt(column))) : "",
          }),
        ),
      ),
    );
    this.foot.hidden = view.rows.length === 0;
    this.foot.replaceChildren(...rows);
    this.foot.style.setProperty("--foot", `${footRowPx}px`);
  }

  private fillBody(shown: ShownGrid): void {
    const columns = this.columnsInSight(shown);
    while (this.pool.length < this.seenRows) this.pool.push(newRow());
    const rows = this.pool.slice(0, this.seenRows);
    for (const [at, row] of rows.entries()) this.fillRow(row, this.firstRow + at, columns, shown);
    if (this.body.childElementCount !== rows.length) {
      this.body.replaceChildren(...rows.map(({ root }) => root));
    }
  }

  private fillRow(row: Row, at: number, columns: readonly number[], shown: ShownGrid): void {
    const { view, hasMean, active, selection } = shown;
    const { label = "", code = "", row: own = heading } = view.rows[at] ?? {};
    const isHeading = own === heading;
    setAttributes(row.root, { "aria-rowindex": at + 2, class: isHeading ? "group" : "variant" });
    setAttributes(row.name, {
      id: `cell${at}_${nameColumn}`,
      "data-row": at,
      class: `name${active.row === at && active.column === nameColumn ? " active" : ""}`,
      title: label,
    });
    const [name, aside] = row.name.children;
    if (name !== undefined) setText(name, label);
    if (aside !== undefined) setText(aside, code === label ? "" : code);
    const wanted = columns.length - (hasMean ? 1 : 0);
    while (row.cells.length < wanted) row.cells.push(element("td", { role: "gridcell" }));
    const cells = row.cells.slice(0, wanted);
    for (const [index, cell] of cells.entries()) {
      const column = columns[index] ?? 0;
      fillCell(cell, { row: at, column }, shown);
    }
    if (hasMean) {
      const column = view.columns.length;
      const mean = isHeading ? Number.NaN : view.meanAt(at);
      setAttributes(row.mean, {
        ...placeAttributes({ row: at, column }),
        text: valueText(mean),
        class: classesOf("mean", { row: at, column }, active, selection),
      });
    }
    const wantedCells = [row.name, ...cells, ...(hasMean ? [row.mean] : [])];
    if (row.root.childElementCount !== wantedCells.length) row.root.replaceChildren(...wantedCells);
    else if (row.root.lastElementChild !== wantedCells.at(-1))
      row.root.replaceChildren(...wantedCells);
  }
}

function fillCell(cell: HTMLElement, place: CellPlace, shown: ShownGrid): void {
  const { view, limit, active, selection, cellLabel } = shown;
  const value = view.valueAt(place.row, place.column);
  const sign = Number.isNaN(value) ? "none" : value < 0 ? "n" : value > 0 ? "p" : "zero";
  const isOld = sign !== "none" && view.isStale(place.row, place.column);
  setAttributes(cell, {
    ...placeAttributes(place),
    text: valueText(value),
    class: classesOf(isOld ? `${sign} old` : sign, place, active, selection),
    "aria-selected": `${isSelected(selection, place)}`,
    "aria-label": isOld ? cellLabel(place) : false,
  });
  const strength = sign === "none" ? "0" : (strengthOf(value, limit) * 100).toFixed(0);
  cell.style.setProperty("--t", strength);
}

function placeAttributes({ row, column }: CellPlace): Record<string, string | number> {
  return {
    id: `cell${row}_${column}`,
    "data-row": row,
    "data-column": column,
    "aria-colindex": column + 2,
  };
}

function classesOf(own: string, place: CellPlace, active: CellPlace, selection: Selection): string {
  const isActive = active.row === place.row && active.column === place.column;
  return `${own}${chosenClasses(selection, place)}${isActive ? " active" : ""}`;
}

/** Where a selected cell is at the edge of what is selected, a line stands. */
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
  const mean = element("td", { role: "gridcell", class: "mean" });
  return { root: element("tr"), name, cells: [], mean };
}
