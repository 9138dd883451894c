/** The arrangement of a panel's panes in rows and columns. */
export interface PanelGrid {
  readonly columns: number;
  readonly rows: number;
  readonly leastRowPx: number;
}

/** Space in pixels: for the axis beside the first column, between panes, below the last row, and for a heading. */
export const gridPx = { left: 30, gap: 14, below: 22, heading: 44 };
/** The usual size of a small pane, including its title and the space below it. */
export const leastPanePx = { width: 125, height: 71 };
/** The least width from one column to the next, and the space at both sides of the page. */
const columnPx = { width: 139, sides: 32 };
/** The least height of a pane if all panes then fit without scrolling. */
const tightRowPx = 56;

/**
 * Finds the columns and rows that make panes largest within the given size, in no more columns than fit the width.
 * Panes that do not fit the height continue below it.
 *
 * @param width - In pixels, including the figures of the first column.
 */
export function panelGrid(
  count: number,
  { width, height }: { readonly width: number; readonly height: number },
): PanelGrid {
  const { left, gap } = gridPx;
  const most = mostColumns(width);
  let best = { columns: 1, rows: Math.max(1, count) };
  let bestPx = 0;
  for (let columns = 1; columns <= Math.min(most, Math.max(1, count)); columns++) {
    const rows = Math.ceil(count / columns);
    const panePx = (width - left - (columns - 1) * gap) / columns;
    const rowPx = (height - gridPx.below) / rows;
    // If two are as large, the one with fewer rows wins.
    const sizePx = Math.min(panePx, (rowPx * leastPanePx.width) / leastPanePx.height);
    if (sizePx < bestPx) continue;
    best = { columns, rows };
    bestPx = sizePx;
  }
  const areAllInSight = best.rows * tightRowPx + gridPx.below <= height;
  return { ...best, leastRowPx: areAllInSight ? tightRowPx : leastPanePx.height };
}

/** The least height of rows of panes, including the headings of groups. */
export function leastGridPx(rows: number, rowPx: number, headings = 0): number {
  return rows * rowPx + gridPx.below + headings * gridPx.heading;
}

/** The most columns that fit: beside the list of a panel, (width of the page − 252) / 139, rounded down. */
export function mostColumns(width: number): number {
  return Math.max(1, Math.floor((width + columnPx.sides) / columnPx.width));
}

/** The index of each pane within its group, and the number of panes in that group. */
export function placesInGroups(
  groups: readonly (string | undefined)[],
): readonly { readonly index: number; readonly count: number }[] {
  const counts = new Map<string | undefined, number>();
  const indices = groups.map((group) => {
    const index = counts.get(group) ?? 0;
    counts.set(group, index + 1);
    return index;
  });
  return indices.map((index, place) => ({ index, count: counts.get(groups[place]) ?? 1 }));
}

/** Whether a pane is in the first column, where the figures are, and whether it is the lowest of its column. */
export function cornersOf(
  index: number,
  count: number,
  columns: number,
): { readonly isFirst: boolean; readonly isLowest: boolean; readonly column: number } {
  return {
    isFirst: index % columns === 0,
    isLowest: index + columns >= count,
    column: index % columns,
  };
}
