import "regular-table";
import { type RegularTableElement } from "regular-table";
import {
  firstPaint,
  type Scores,
  scoresOf,
  scrollSteps,
  size,
  type TableSubject,
  textOf,
} from "./tableSubject";

let table: RegularTableElement | undefined;

/** The table of FINOS, with a colour for each cell. */
const subject: TableSubject = {
  scroller: () => {
    if (table === undefined) throw new Error("There is no table");
    return table;
  },
  async show(parent, scores) {
    table = document.createElement("regular-table");
    table.style.cssText = `position: absolute; width: ${size.width}px; height: ${size.height}px`;
    parent.append(table);
    table.setDataListener((x0, y0, x1, y1) => Promise.resolve(sliceOf(scores, x0, y0, x1, y1)));
    table.addStyleListener(() => colour(scores));
    await table.draw();
  },
};

function sliceOf(
  { rows, columns, valueAt }: Scores,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
) {
  const data: string[][] = [];
  for (let column = x0; column < x1; column++) {
    const texts: string[] = [];
    for (let row = y0; row < y1; row++) texts.push(textOf(valueAt(row, column)));
    data.push(texts);
  }
  return { num_rows: rows, num_columns: columns, data };
}

function colour({ valueAt }: Scores): void {
  for (const cell of table?.querySelectorAll("td") ?? []) {
    const { x = 0, y = 0 } = (table?.getMeta(cell) ?? {}) as { x?: number; y?: number };
    const value = valueAt(y, x);
    cell.className = value < 0 ? "n" : "p";
    cell.style.setProperty("--t", (Math.min(1, Math.abs(value) / 2) * 100).toFixed(0));
  }
}

export function paint(rows: number, columns: number): Promise<number> {
  return firstPaint(subject, scoresOf(rows, columns));
}

export function scroll(rows: number, columns: number, steps: number): Promise<void> {
  return scrollSteps(subject, scoresOf(rows, columns), steps);
}
