import { type Box, type Mark } from "../../draw/marks";
import { gridPx } from "../../model/panel/panelGrid";
import { elementMarks, type Reading } from "./elementMarks";

/** A stretch of a page from its top down, in pixels. */
export interface PixelSpan {
  readonly from: number;
  readonly to: number;
}

/** The blank pixels at the end of a row, above the next one. */
const blankPx = 7;
/** The blank pixels above the title of a pane. */
const abovePx = 3;

/** The pixels by which the days reach into the blank end of their row. */
export const reachPx = 4;

/** A row of small panes, relative to the top of the body, without the days below it. */
export interface PaneRow extends PixelSpan {
  readonly count: number;
  /** Whether the days of every column are directly below it. */
  readonly isLowest: boolean;
}

/** The rows of small panes, which share the days below the lowest pane of each column; none for other panes. */
export function paneRows(page: HTMLElement, body: Box): readonly PaneRow[] {
  const start = page.getBoundingClientRect().top + body.top;
  const rows = new Map<number, PaneRow>();
  for (const pane of compactPanes(page)) {
    const { top } = pane.getBoundingClientRect();
    const key = Math.round(top);
    const { count = 0, isLowest = true } = rows.get(key) ?? {};
    const [from, to] = [top - start, endOf(pane) - start];
    rows.set(key, { from, to, count: count + 1, isLowest: isLowest && isLowestPane(pane) });
  }
  return [...rows.values()].toSorted((one, other) => one.from - other.from);
}

/** Starts and ends a span at rows of panes: drops a row that is partly above it, and adds the days of the last one. */
export function withWholeRows({ from, to }: PixelSpan, rows: readonly PaneRow[]): PixelSpan {
  const next = rows.find((row) => row.from >= from - abovePx);
  const isCut = rows.some((row) => row.from < from - abovePx && row.to > from);
  const ended = rows.find((row) => to >= row.to - blankPx && to < endWithDays(row));
  return {
    from: isCut && next !== undefined && next.to <= to ? next.from : from,
    to: ended === undefined ? to : endWithDays(ended),
  };
}

/** Whether a span ends between two rows of panes, and so above the days that they share. */
export function endsBetween({ to }: PixelSpan, rows: readonly PaneRow[]): boolean {
  return rows.some((row) => !row.isLowest && Math.abs(row.to - to) < 1.5);
}

/** The number of panes in a span. */
export function countIn({ from, to }: PixelSpan, rows: readonly PaneRow[]): number {
  return rows
    .filter((row) => row.from >= from - abovePx && row.to <= to + 1.5)
    .reduce((sum, { count }) => sum + count, 0);
}

/** The days below each column of small panes. */
export interface ColumnDays {
  readonly box: Box;
  readonly marks: readonly Mark[];
}

export function columnDays(page: HTMLElement, reading: Reading): readonly ColumnDays[] {
  const { x, y } = reading.origin;
  return compactPanes(page).flatMap((pane) => {
    if (!isLowestPane(pane)) return [];
    const { left, width } = pane.getBoundingClientRect();
    const top = endOf(pane) - y - reachPx;
    const box = { left: left - x, top, width, height: gridPx.below + reachPx };
    return [{ box, marks: elementMarks(pane, reading) }];
  });
}

const compactSelector = ".is-compact > .pane";

function compactPanes(page: HTMLElement): readonly Element[] {
  return [...page.querySelectorAll(compactSelector)].filter(
    (pane) => pane.getClientRects().length > 0,
  );
}

function isLowestPane(pane: Element): boolean {
  return pane.matches(".is-lowest");
}

function endOf(pane: Element): number {
  return pane.getBoundingClientRect().bottom - (isLowestPane(pane) ? gridPx.below : 0);
}

export function endWithDays(row: PaneRow): number {
  return row.isLowest ? row.to + gridPx.below : row.to;
}
