import { painted } from "./frameTimes";

/** Scores in rows and columns; each cell has a text and a colour. */
export interface Scores {
  readonly rows: number;
  readonly columns: number;
  readonly valueAt: (row: number, column: number) => number;
}

/** A table in which only visible cells exist. */
export interface TableSubject {
  show(parent: HTMLElement, scores: Scores): void | Promise<void>;
  /** The scrolling element. */
  readonly scroller: () => HTMLElement;
}

export const rowPx = 21;
export const columnPx = 62;
export const size = { width: 1100, height: 640 } as const;

/** The text of a score, the same for all tables. */
export function textOf(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** Any spread around zero, the same in each run. */
export function scoresOf(rows: number, columns: number): Scores {
  return {
    rows,
    columns,
    valueAt: (row, column) => Math.sin(row * 12.9898 + column * 78.233) * 2.4,
  };
}

/** Milliseconds from data that are ready to the end of the frame in which the first cells are painted. */
export async function firstPaint(subject: TableSubject, scores: Scores): Promise<number> {
  const parent = document.createElement("div");
  parent.className = "parent";
  parent.style.cssText = `position: relative; overflow: hidden; width: ${size.width}px; height: ${size.height}px`;
  document.body.append(parent);
  await painted();
  const start = performance.now();
  await subject.show(parent, scores);
  const end = await painted();
  const wanted = textOf(scores.valueAt(0, 1));
  const cells = [...document.querySelectorAll("td")];
  if (!cells.some(({ textContent }) => textContent === wanted)) {
    throw new Error("The first frame has no first cell");
  }
  return end - start;
}

/** Scrolls by three rows in each frame, as a notch of a wheel does, and checks that the cells follow. */
export async function scrollSteps(
  { scroller }: TableSubject,
  scores: Scores,
  steps: number,
): Promise<void> {
  for (let step = 1; step <= steps; step++) {
    scroller().scrollTop = step * 3 * rowPx;
    await painted();
  }
  await painted();
  const wanted = textOf(scores.valueAt(steps * 3 + 5, 1));
  const cells = [...document.querySelectorAll("td")];
  if (!cells.some(({ textContent }) => textContent === wanted)) {
    throw new Error("The cells have not followed");
  }
}
