/** Browsers lay out nothing taller; beyond it a step of the scroll bar is more than a row. */
const tallestPx = 8_000_000;

/** How tall the rows of a table are together, as far as they can be. */
export function heightOf(rows: number, rowPx: number): number {
  return Math.min(tallestPx, rows * rowPx);
}

/**
 * The row at the upper edge, and how much of it is above that edge. The first row is there where scrolling begins, and
 * the last row is in sight where it ends, however much shorter the way between them is than the rows.
 *
 * @param seenPx - How much of the rows is in sight.
 */
export function topRow(scrollTop: number, rows: number, rowPx: number, seenPx: number): number {
  const way = heightOf(rows, rowPx) - seenPx;
  if (way <= 0) return 0;
  return (Math.min(1, scrollTop / way) * (rows * rowPx - seenPx)) / rowPx;
}
