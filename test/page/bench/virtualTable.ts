import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/virtual-core";
import {
  columnPx,
  firstPaint,
  rowPx,
  type Scores,
  scoresOf,
  scrollSteps,
  size,
  type TableSubject,
  textOf,
} from "./tableSubject";

const scroller = document.createElement("div");

/** A plain table whose visible rows TanStack Virtual determines; it sets only text and colour of each cell. */
const subject: TableSubject = {
  scroller: () => scroller,
  show(parent, scores) {
    scroller.style.cssText = `overflow: auto; width: ${size.width}px; height: ${size.height}px`;
    const room = document.createElement("div");
    const table = document.createElement("table");
    table.style.cssText = "position: absolute; border-spacing: 0; table-layout: fixed";
    room.append(table);
    scroller.append(room);
    parent.append(scroller);
    const rows = virtualizer(scores.rows, rowPx, false, () => fill());
    const columns = virtualizer(scores.columns, columnPx, true, () => fill());
    room.style.cssText = `position: relative; width: ${columns.getTotalSize()}px; height: ${rows.getTotalSize()}px`;
    const fill = (): void => fillTable(table, rows, columns, scores);
    for (const each of [rows, columns]) {
      each._didMount();
      each._willUpdate();
    }
    fill();
  },
};

type Axis = Virtualizer<HTMLElement, Element>;

function virtualizer(count: number, px: number, horizontal: boolean, onChange: () => void): Axis {
  return new Virtualizer<HTMLElement, Element>({
    count,
    horizontal,
    getScrollElement: () => scroller,
    estimateSize: () => px,
    initialRect: size,
    overscan: 0,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange,
  });
}

function fillTable(table: HTMLTableElement, rows: Axis, columns: Axis, scores: Scores): void {
  const [shownRows, shownColumns] = [rows.getVirtualItems(), columns.getVirtualItems()];
  table.style.transform = `translate(${shownColumns[0]?.start ?? 0}px, ${shownRows[0]?.start ?? 0}px)`;
  while (table.rows.length < shownRows.length) table.insertRow();
  for (const [at, { index: row }] of shownRows.entries()) {
    const line = table.rows[at];
    if (line === undefined) continue;
    while (line.cells.length < shownColumns.length) line.insertCell();
    for (const [place, { index: column }] of shownColumns.entries()) {
      const cell = line.cells[place];
      if (cell === undefined) continue;
      const value = scores.valueAt(row, column);
      cell.textContent = textOf(value);
      cell.className = value < 0 ? "n" : "p";
      cell.style.setProperty("--t", (Math.min(1, Math.abs(value) / 2) * 100).toFixed(0));
    }
  }
}

export function paint(rows: number, columns: number): Promise<number> {
  return firstPaint(subject, scoresOf(rows, columns));
}

export function scroll(rows: number, columns: number, steps: number): Promise<void> {
  return scrollSteps(subject, scoresOf(rows, columns), steps);
}
